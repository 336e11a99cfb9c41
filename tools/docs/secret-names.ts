/** How names are written that are not a capital and small letters. Words of a kind's id → name. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [
    "AI API APIM AWS CA CI HMAC IAM ID JWT MWS SDK STS URI URL UUID",
    "AppSync Bedrock Cosmos Gemini IoT OAuth Redis age dbt npm ntfy",
    "AnyScale AppVeyor ArcGIS BIP32 ClickHouse ClickUp CircleCI CockroachDB CoinGecko ConfigCat DataStax DeepSeek DevCycle",
    "DigitalOcean DNSimple E2B EasyPost eBay ElevenLabs FriendliAI GitBook GitHub GitLab GoCardless GrowthBook hCaptcha HubSpot",
    "ImageKit JDCloud LangSmith LaunchDarkly LinkedIn LlamaCloud LocationIQ MailerSend MaxMind Mem0 MercadoPago MiniMax",
    "MongoDB NetBird NVIDIA NuGet OneSignal OpenAI OpenRouter OpenShift OpenVSX PagerDuty PASETO PlanetScale PostHog PromptLayer",
    "PubNub PyPI QuickNode RapidAPI ReadMe RevenueCat RubyGems RunPod SendGrid SettleMint StackHawk SumSub TeamCity TikTok",
    "Turbopuffer UpCloud WakaTime WeCom WooCommerce WorkOS xAI",
  ]
    .join(" ")
    .split(" ")
    .map((name) => [name.toLowerCase(), name]),
);

/** Names that are not their letters in another case, or of several words. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["adafruit io", "Adafruit IO"],
  ["brave search", "Brave Search"],
  ["crates io", "crates.io"],
  ["dbt cloud", "dbt Cloud"],
  ["defined networking", "Defined Networking"],
  ["endor labs", "Endor Labs"],
  ["flyio", "Fly.io"],
  ["frameio", "Frame.io"],
  ["huggingface", "Hugging Face"],
  ["lambda cloud", "Lambda Cloud"],
  ["new relic", "New Relic"],
  ["onepassword", "1Password"],
  ["teams", "Microsoft Teams"],
  ["trigger dev", "Trigger.dev"],
  ["valtown", "Val Town"],
  ["wandb", "Weights & Biases"],
]);

/** Kinds whose id does not begin with who gives them out. */
const OTHERS: ReadonlyMap<string, readonly [provider: string, name: string]> = new Map([
  ["secret-token-uri", ["any", "secret token as a URI"]],
  ["short-sk-key", ["several", "short key that begins with `sk-`"]],
  ["sk-underscore-key", ["several", "key that begins with `sk_`"]],
  ["paseto", ["any", "PASETO token"]],
]);

/** Who gives the secret out, and which of theirs it is, read from its id: `aws-access-key` → `AWS`, `access key`. */
export function secretName(id: string): readonly [provider: string, name: string] {
  const other = OTHERS.get(id);
  if (other !== undefined) return other;
  const words = id.split("-");
  const count = NAMES.has(words.slice(0, 2).join(" ")) ? 2 : 1;
  const first = words.slice(0, count).join(" ");
  const rest = words.slice(count).map((word) => SPELLINGS.get(word) ?? word);
  return [NAMES.get(first) ?? SPELLINGS.get(first) ?? capitalised(first), rest.join(" ") || "token"];
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

import type { SpanDetector } from "../../detector.ts";
import { findAtHits, valueAt } from "../find-at-hits.ts";
import { type TokenRow, tokenRows } from "../token-rows.ts";
import { holdValue } from "../../hold-run.ts";
import {
  drawToken,
  EDGE_LENGTH,
  LEFT_EDGE,
  lengthMax,
  partSource,
  placeholderOf,
  rightEdge,
  STAND_IN_SCORE,
} from "../../token-rule.ts";
import { entropyBits, isStandIn } from "../../value.ts";
import { wordinessOf } from "../../wordiness.ts";

/** How far after its label a value may begin, UTF-16 units. Peers use 40 to 60. */
const GAP = 48;
const LABELLED_SCORE = 0.85;

/** Formats without a mark of their own: the provider's or the field's name stands before them. */
export const LABELLED_RULES: readonly TokenRow[] = tokenRows(`
asana-access-token 1/,0/ digits{10,20} : hex{32}; after asana; https://developers.asana.com/docs/personal-access-token
aws-secret-key base64{40}; after aws, secret_access_key, secretaccesskey, secret_key, akia, asia; entropy 4.05
  https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html
azure-shared-access-key base64{43} =; after sharedaccesskey=; https://learn.microsoft.com/en-us/azure/service-bus-messaging/service-bus-sas
azure-storage-key base64{86} ==; after accountkey=, account_key, storage_key
  https://learn.microsoft.com/en-us/azure/storage/common/storage-account-keys-manage
bluesky-app-password lower{4} - lower{4} - lower{4} - lower{4}; after bluesky, bsky; entropy 3
  https://bsky.social/about/blog/5-19-2023-user-faq
cloudflare-api-token base64url{40}; after cloudflare; entropy 4.05
  https://developers.cloudflare.com/fundamentals/api/get-started/create-token/
codeclimate-reporter-id hex{64}; after cc_test_reporter_id; https://docs.codeclimate.com/docs/configuring-test-coverage
codefresh-api-key hex{24} .,: hex{32,64}; after codefresh, ghost; https://codefresh.io/docs/docs/integrations/codefresh-api/
datadog-api-key hex{32,40}; after datadog, dd_api_key, dd-api-key, dd_app_key; https://docs.datadoghq.com/account_management/api-app-keys/
discord-bot-token base62{23,28} . base64url{6} . base64url{27,38}; after discord, bot_, bot-, bot , bottoken
  https://docs.discord.com/developers/reference#authentication
fal-api-key uuid : hex{32}; after fal_key, fal-key, fal.ai, falkey; https://docs.fal.ai/authentication/key-based/
heroku-uuid-key uuid; after heroku; as HEROKU_API_KEY; https://devcenter.heroku.com/articles/platform-api-quickstart
jenkins-api-token 11 hex{32}; after jenkins; https://www.jenkins.io/doc/book/using/using-credentials/
mailgun-private-key hex{32} - hex{8} - hex{8}; after mailgun; as MAILGUN_API_KEY
  https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth
okta-api-token 00 base64url{40}; after okta, ssws; https://developer.okta.com/docs/guides/create-an-api-token/main/
# Half of a branch's password; the other half has a prefix of its own.
planetscale-user lower{12}; after pscale_user, planetscale_user, pscale_id, planetscale_id; entropy 2.5; digit
  https://planetscale.com/docs/concepts/connection-strings
pushbullet-access-token o. base62{32}; after pushbullet; https://docs.pushbullet.com/#authentication
sidekiq-credentials hex{8} : hex{8}; after contribsys; entropy 1.5; https://github.com/sidekiq/sidekiq/wiki/Commercial-FAQ
snyk-api-token uuid; after snyk; https://docs.snyk.io/snyk-api/authentication-for-api
telegram-labelled-token digits{5,16} :A base64url{34}; after telegram, telegr; as TELEGRAM_BOT_TOKEN
  https://core.telegram.org/bots/features#creating-a-new-bot
twilio-auth-token lower{32}; after twilio; https://www.twilio.com/docs/iam/api/authtoken
unleash-api-token path{1,40} : base62{1,40} . hex{56,64}; after unleash; https://docs.getunleash.io/reference/api-tokens-and-client-keys
vault-legacy-token s. base62{24}; after vault; as VAULT_TOKEN; https://developer.hashicorp.com/vault/docs/concepts/tokens
vault-unseal-key base64{43,44} =,; after unseal; entropy 4.05; https://developer.hashicorp.com/vault/docs/concepts/seal
`);

export const LABELLED_TOKENS: readonly SpanDetector[] = LABELLED_RULES.map(labelledDetector);

/**
 * The first value of that shape after each label: a value that only the word before it makes a secret, a provider's or a
 * field's name. Its `entropyMin` is 3 by default; 4 keeps hexadecimal digests out.
 */
function labelledDetector(rule: TokenRow): SpanDetector {
  const value = rule.shape.map(partSource).join("");
  const pattern = new RegExp(String.raw`[^]{0,${GAP}}?${LEFT_EDGE}(${value})${rightEdge(rule.shape.at(-1))}`, "y");
  const maxLength = lengthMax(rule.shape) + EDGE_LENGTH;
  return {
    id: rule.id,
    placeholder: rule.placeholder ?? placeholderOf(rule.id),
    keywords: rule.labels,
    maxLength,
    source: rule.source,
    find: findAtHits(({ raw }, hit) => {
      const token = isInsideWord(raw, hit.start) ? null : valueAt(pattern, raw, hit.end);
      if (token === null || isTooPlain(token.text, rule)) return null;
      const { start, end, text } = token;
      return { start, end, score: isShown(text) ? STAND_IN_SCORE : LABELLED_SCORE };
    }),
    stableUntil: holdValue({ maxLength, gap: GAP }),
    get examples() {
      const sample = drawToken(rule.shape, 3);
      const label = rule.labels[0] ?? "";
      return {
        hits: [
          [`${label} "${sample}"`, sample],
          [`The ${label}: ${sample}.`, sample],
        ] as const,
        misses: [`id "${sample}"`, `${label} "${drawToken(rule.shape, 3, -1)}"`],
      };
    },
  };
}

const isTooPlain = (token: string, { hasDigit, entropyMin = 3 }: TokenRow): boolean =>
  (hasDigit && !/\d/.test(token)) || entropyBits(token) < entropyMin || isPath(token);

/** Words between slashes, as addresses of documentation have them. */
const isPath = (token: string): boolean => !/\d/.test(token) && token.includes("/") && wordinessOf(token).bits > 0;

/** A short value has too few signs to distinguish a typed one from a drawn one: its label decides alone. */
const SHORT = 20;

const isShown = (token: string): boolean => token.length >= SHORT && isStandIn(token);

/** Whether the label begins inside another word: `book` + `TABLE` holds `okta`. */
function isInsideWord(raw: string, start: number): boolean {
  return /^[a-z][a-z]$|^[A-Z][A-Z]$|^[a-z][A-Z][A-Z]$/.test(raw.slice(Math.max(0, start - 1), start + 1));
}

import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base62, base64, base64url, hex, hexAny, letters, lower } = ALPHABET;

/** Model providers and the tools around them, sorted by id. */
export const AI_TOKENS: readonly TokenRule[] = [
  {
    id: "anthropic-api-key",
    shape: [
      ["sk-ant-api03-", "sk-ant-admin01-", "sk-ant-oat01-", "sk-ant-ort01-", "sk-ant-sid01-"],
      run(base64url, 80, 110),
      "AA",
    ],
    source: "https://platform.claude.com/docs/en/api/admin-api/apikeys/get-api-key",
  },
  {
    id: "anyscale-api-key",
    shape: ["esecret_", run(lower, 26, 60)],
    source: "https://docs.anyscale.com/reference/quickstart-cli",
  },
  {
    id: "aws-bedrock-api-key",
    shape: ["ABSK", run(base64, 100, 280)],
    source: "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html",
  },
  {
    id: "brave-search-key",
    shape: ["BSA", run(base64url, 28)],
    entropyMin: 3.8,
    source: "https://api-dashboard.search.brave.com/app/documentation/web-search/get-started",
  },
  {
    id: "browserbase-api-key",
    shape: ["bb_live_", run(base64url, 27)],
    source: "https://docs.browserbase.com/introduction/getting-started",
  },
  {
    id: "cartesia-api-key",
    shape: ["sk_car_", run(base64url, 20, 40)],
    source: "https://docs.cartesia.ai/get-started/make-an-api-request",
  },
  { id: "cerebras-api-key", shape: ["csk-", run(lower, 48)], source: "https://inference-docs.cerebras.ai/quickstart" },
  {
    id: "coze-access-token",
    shape: ["pat_", run(base62, 64)],
    source: "https://www.coze.com/docs/developer_guides/authentication",
  },
  {
    id: "cursor-api-key",
    isWhole: true,
    shape: [["key_", "crsr_"], run(hex, 64, 128)],
    source: "https://docs.cursor.com/en/background-agent/api/overview",
  },
  {
    id: "dify-api-key",
    isWhole: true,
    shape: [["app-", "dataset-"], run(base62, 24)],
    entropyMin: 3.6,
    source: "https://docs.dify.ai/en/guides/application-publishing/developing-with-apis",
  },
  { id: "e2b-api-key", shape: ["e2b_", run(hex, 40)], source: "https://e2b.dev/docs/api-key" },
  {
    id: "elevenlabs-api-key",
    isWhole: true,
    shape: ["sk_", run(hex, 48)],
    source: "https://elevenlabs.io/docs/api-reference/authentication",
  },
  { id: "firecrawl-api-key", shape: ["fc-", run(hex, 32)], source: "https://docs.firecrawl.dev/introduction" },
  {
    id: "fireworks-api-key",
    isWhole: true,
    shape: [["fw_", "fw-"], run(base62, 22, 24)],
    entropyMin: 3.6,
    source: "https://docs.fireworks.ai/getting-started/quickstart",
  },
  {
    id: "friendli-token",
    shape: ["flp_", run(base62, 46)],
    source: "https://friendli.ai/docs/guides/personal_access_tokens",
  },
  {
    id: "google-api-key",
    shape: ["AIza", run(base64url, 35)],
    source: "https://cloud.google.com/docs/authentication/api-keys",
  },
  {
    id: "google-gemini-key",
    shape: ["AQ.Ab8", run(base64url, 44, 56)],
    source: "https://ai.google.dev/gemini-api/docs/api-key",
  },
  { id: "groq-api-key", shape: ["gsk_", run(base62, 52)], source: "https://console.groq.com/docs/quickstart" },
  {
    id: "helicone-api-key",
    shape: ["sk-helicone-", run(base64url, 24, 48)],
    source: "https://docs.helicone.ai/getting-started/quick-start",
  },
  {
    id: "huggingface-token",
    shape: [["hf_", "api_org_"], run(letters, 34)],
    source: "https://huggingface.co/docs/hub/security-tokens",
  },
  { id: "humanloop-api-key", shape: ["hl_sk_", run(hex, 48)], source: "https://humanloop.com/docs/quickstart" },
  { id: "jina-api-key", shape: ["jina_", run(base64url, 60)], source: "https://jina.ai/embeddings/" },
  {
    id: "lambda-cloud-key",
    shape: ["secret_", run(base64url, 1, 40), "_", run(hex, 32), ".", run(base62, 32)],
    source: "https://docs.lambda.ai/public-cloud/cloud-api/",
  },
  {
    id: "langfuse-secret-key",
    shape: ["sk-lf-", run(hex, 8), "-", run(hex, 4), "-", run(hex, 4), "-", run(hex, 4), "-", run(hex, 12)],
    source: "https://langfuse.com/docs/api",
  },
  {
    id: "langsmith-api-key",
    shape: [["lsv2_pt_", "lsv2_sk_"], run(hex, 32), "_", run(hex, 10)],
    source: "https://docs.langchain.com/langsmith/create-account-api-key",
  },
  {
    id: "letta-api-key",
    shape: ["sk-let-", run(base64, 60, 200)],
    source: "https://docs.letta.com/api-reference/overview",
  },
  { id: "llamacloud-api-key", shape: ["llx-", run(base62, 48)], source: "https://docs.cloud.llamaindex.ai/api_key" },
  { id: "mem0-api-key", shape: ["m0-", run(base62, 40)], source: "https://docs.mem0.ai/platform/quickstart" },
  {
    id: "minimax-api-key",
    shape: ["sk-api-", run(base64url, 100, 130)],
    source: "https://platform.minimax.io/docs/guides/quickstart",
  },
  {
    id: "modal-token-secret",
    isWhole: true,
    shape: ["as-", run(base62, 22)],
    entropyMin: 3.8,
    source: "https://modal.com/docs/reference/cli/token",
  },
  {
    id: "nvidia-api-key",
    shape: ["nvapi-", run(base64url, 60, 70)],
    source: "https://docs.api.nvidia.com/nim/docs/api-quickstart",
  },
  {
    id: "openai-api-key",
    shape: [["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-", "sk-service-"], run(base64url, 40, 200)],
    source: "https://platform.openai.com/docs/api-reference/authentication",
  },
  {
    id: "openai-legacy-key",
    placeholder: "OPENAI_API_KEY",
    // The middle is base64 of "OpenAI".
    shape: ["sk-", run(base62, 20), "T3BlbkFJ", run(base62, 20)],
    anchor: 2,
    source: "https://platform.openai.com/docs/api-reference/authentication",
  },
  {
    id: "openai-session-token",
    shape: ["sess-", run(base62, 40)],
    source: "https://platform.openai.com/docs/api-reference/authentication",
  },
  {
    id: "openrouter-api-key",
    shape: ["sk-or-v1-", run(hexAny, 64)],
    source: "https://openrouter.ai/docs/api-reference/authentication",
  },
  {
    id: "perplexity-api-key",
    shape: ["pplx-", run(base62, 48, 56)],
    source: "https://docs.perplexity.ai/getting-started/quickstart",
  },
  {
    id: "pinecone-api-key",
    shape: ["pcsk_", run(base62, 5, 6), "_", run(base62, 63)],
    source: "https://docs.pinecone.io/guides/projects/manage-api-keys",
  },
  {
    id: "promptlayer-api-key",
    isWhole: true,
    shape: ["pl_", run(hex, 32)],
    source: "https://docs.promptlayer.com/quickstart",
  },
  {
    id: "replicate-api-token",
    shape: ["r8_", run(base62, 37)],
    source: "https://replicate.com/docs/topics/security/api-tokens",
  },
  { id: "runpod-api-key", shape: ["rpa_", run(base62, 40, 50)], source: "https://docs.runpod.io/get-started/api-keys" },
  {
    id: "short-sk-key",
    placeholder: "API_KEY",
    // DeepSeek (32 hex), Moonshot (48) and others share the bare prefix.
    shape: ["sk-", run(base62, 32, 64)],
    score: 0.85,
    entropyMin: 3,
    source: "https://api-docs.deepseek.com/",
  },
  {
    id: "sk-underscore-key",
    isWhole: true,
    placeholder: "API_KEY",
    shape: ["sk_", run(base62, 32, 64)],
    entropyMin: 3,
    score: 0.85,
    source: "https://novita.ai/docs/guides/quickstart",
  },
  { id: "supadata-api-key", isWhole: true, shape: ["sd_", run(hex, 32)], source: "https://docs.supadata.ai/" },
  {
    id: "tavily-api-key",
    shape: [["tvly-dev-", "tvly-prod-", "tvly-"], run(base62, 24, 48)],
    source: "https://docs.tavily.com/documentation/quickstart",
  },
  {
    id: "together-api-key",
    shape: ["tgp_v1_", run(base64url, 43)],
    source: "https://docs.together.ai/docs/quickstart",
  },
  {
    id: "upstage-api-key",
    isWhole: true,
    shape: ["up_", run(base62, 32)],
    entropyMin: 3.6,
    source: "https://console.upstage.ai/docs/getting-started",
  },
  {
    id: "vercel-ai-gateway-key",
    shape: ["vck_", run(base64url, 56)],
    source: "https://vercel.com/docs/ai-gateway/authentication",
  },
  {
    id: "volcengine-access-key",
    shape: ["AKLT", run(base62, 40, 50)],
    source: "https://www.volcengine.com/docs/6291/65568",
  },
  {
    id: "voyage-api-key",
    isWhole: true,
    shape: ["pa-", run(base64url, 43)],
    entropyMin: 4,
    source: "https://docs.voyageai.com/docs/api-key-and-installation",
  },
  {
    id: "wandb-api-key",
    shape: ["wandb_v1_", run(base64url, 70, 84)],
    source: "https://docs.wandb.ai/support/find_api_key/",
  },
  { id: "xai-api-key", shape: ["xai-", run(base64url, 70, 120)], source: "https://docs.x.ai/docs/tutorial" },
];

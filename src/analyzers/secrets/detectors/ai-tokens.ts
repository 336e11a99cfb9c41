import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";

const { base62, base64, base64url, hex, hexAny, letters, lower } = ALPHABET;

/** Model providers and the tools around them, sorted by id. */
export const AI_TOKENS: readonly TokenRule[] = [
  {
    id: "anthropic-api-key",
    shape: [
      ["sk-ant-api03-", "sk-ant-admin01-", "sk-ant-oat01-", "sk-ant-ort01-", "sk-ant-sid01-"],
      run(base64url, 60, 120),
    ],
    source: "https://platform.claude.com/docs/en/api/admin-api/apikeys/get-api-key",
  },
  {
    id: "aws-bedrock-api-key",
    shape: ["ABSK", run(base64, 100, 280)],
    source: "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html",
  },
  { id: "cerebras-api-key", shape: ["csk-", run(lower, 48)], source: "https://inference-docs.cerebras.ai/quickstart" },
  {
    id: "elevenlabs-api-key",
    shape: ["sk_", run(hex, 48)],
    source: "https://elevenlabs.io/docs/api-reference/authentication",
  },
  { id: "firecrawl-api-key", shape: ["fc-", run(hex, 32)], source: "https://docs.firecrawl.dev/introduction" },
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
    id: "huggingface-token",
    shape: [["hf_", "api_org_"], run(letters, 34)],
    source: "https://huggingface.co/docs/hub/security-tokens",
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
    id: "vercel-ai-gateway-key",
    shape: ["vck_", run(base64url, 56)],
    source: "https://vercel.com/docs/ai-gateway/authentication",
  },
  {
    id: "wandb-api-key",
    shape: ["wandb_v1_", run(base64url, 70, 84)],
    source: "https://docs.wandb.ai/support/find_api_key/",
  },
  { id: "xai-api-key", shape: ["xai-", run(base64url, 70, 120)], source: "https://docs.x.ai/docs/tutorial" },
];

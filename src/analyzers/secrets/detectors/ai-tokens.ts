import { tokenRows } from "../token-rows.ts";

/** Model providers and the tools around them. */
export const AI_TOKENS = tokenRows(`
anthropic-api-key sk-ant-api03-,sk-ant-admin01-,sk-ant-oat01-,sk-ant-ort01-,sk-ant-sid01- base64url{80,110} AA
  https://platform.claude.com/docs/en/api/admin-api/apikeys/get-api-key
anyscale-api-key esecret_ lower{26,60}; https://docs.anyscale.com/reference/quickstart-cli
aws-bedrock-api-key ABSK base64{100,280}; https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-how.html
brave-search-key BSA base64url{28}; entropy 3.8; https://api-dashboard.search.brave.com/app/documentation/web-search/get-started
browserbase-api-key bb_live_ base64url{27}; https://docs.browserbase.com/introduction/getting-started
cartesia-api-key sk_car_ base64url{20,40}; https://docs.cartesia.ai/get-started/make-an-api-request
cerebras-api-key csk- lower{48}; https://inference-docs.cerebras.ai/quickstart
coze-access-token pat_ base62{64}; https://www.coze.com/docs/developer_guides/authentication
cursor-api-key key_,crsr_ hex{64,128}; whole; https://docs.cursor.com/en/background-agent/api/overview
dify-api-key app-,dataset- base62{24}; entropy 3.6; whole; https://docs.dify.ai/en/guides/application-publishing/developing-with-apis
e2b-api-key e2b_ hex{40}; https://e2b.dev/docs/api-key
elevenlabs-api-key sk_ hex{48}; whole; https://elevenlabs.io/docs/api-reference/authentication
firecrawl-api-key fc- hex{32}; https://docs.firecrawl.dev/introduction
fireworks-api-key fw_,fw- base62{22,24}; entropy 3.6; whole; https://docs.fireworks.ai/getting-started/quickstart
friendli-token flp_ base62{46}; https://friendli.ai/docs/guides/personal_access_tokens
google-api-key AIza base64url{35}; https://cloud.google.com/docs/authentication/api-keys
google-gemini-key AQ.Ab8 base64url{44,56}; https://ai.google.dev/gemini-api/docs/api-key
groq-api-key gsk_ base62{52}; https://console.groq.com/docs/quickstart
helicone-api-key sk-helicone- base64url{24,48}; https://docs.helicone.ai/getting-started/quick-start
huggingface-token hf_,api_org_ letters{34}; https://huggingface.co/docs/hub/security-tokens
humanloop-api-key hl_sk_ hex{48}; https://humanloop.com/docs/quickstart
jina-api-key jina_ base64url{60}; https://jina.ai/embeddings/
lambda-cloud-key secret_ base64url{1,40} _ hex{32} . base62{32}; https://docs.lambda.ai/public-cloud/cloud-api/
langfuse-secret-key sk-lf- hex{8} - hex{4} - hex{4} - hex{4} - hex{12}; https://langfuse.com/docs/api
langsmith-api-key lsv2_pt_,lsv2_sk_ hex{32} _ hex{10}; https://docs.langchain.com/langsmith/create-account-api-key
letta-api-key sk-let- base64{60,200}; https://docs.letta.com/api-reference/overview
llamacloud-api-key llx- base62{48}; https://docs.cloud.llamaindex.ai/api_key
mem0-api-key m0- base62{40}; https://docs.mem0.ai/platform/quickstart
minimax-api-key sk-api- base64url{100,130}; https://platform.minimax.io/docs/guides/quickstart
modal-token-secret as- base62{22}; entropy 3.8; whole; https://modal.com/docs/reference/cli/token
nvidia-api-key nvapi- base64url{60,70}; https://docs.api.nvidia.com/nim/docs/api-quickstart
openai-api-key sk-proj-,sk-svcacct-,sk-admin-,sk-None-,sk-service- base64url{40,200}
  https://platform.openai.com/docs/api-reference/authentication
# The middle is base64 of "OpenAI".
openai-legacy-key sk- base62{20} T3BlbkFJ base62{20}; as OPENAI_API_KEY; anchor 2
  https://platform.openai.com/docs/api-reference/authentication
openai-session-token sess- base62{40}; https://platform.openai.com/docs/api-reference/authentication
openrouter-api-key sk-or-v1- hexAny{64}; https://openrouter.ai/docs/api-reference/authentication
perplexity-api-key pplx- base62{48,56}; https://docs.perplexity.ai/getting-started/quickstart
pinecone-api-key pcsk_ base62{5,6} _ base62{63}; https://docs.pinecone.io/guides/projects/manage-api-keys
promptlayer-api-key pl_ hex{32}; whole; https://docs.promptlayer.com/quickstart
replicate-api-token r8_ base62{37}; https://replicate.com/docs/topics/security/api-tokens
runpod-api-key rpa_ base62{40,50}; https://docs.runpod.io/get-started/api-keys
# DeepSeek (32 hex), Moonshot (48) and others share the bare prefix.
short-sk-key sk- base62{32,64}; as API_KEY; entropy 3; score 0.85; https://api-docs.deepseek.com/
sk-underscore-key sk_ base62{32,64}; as API_KEY; entropy 3; score 0.85; whole; https://novita.ai/docs/guides/quickstart
supadata-api-key sd_ hex{32}; whole; https://docs.supadata.ai/
tavily-api-key tvly-dev-,tvly-prod-,tvly- base62{24,48}; https://docs.tavily.com/documentation/quickstart
together-api-key tgp_v1_ base64url{43}; https://docs.together.ai/docs/quickstart
upstage-api-key up_ base62{32}; entropy 3.6; whole; https://console.upstage.ai/docs/getting-started
vercel-ai-gateway-key vck_ base64url{56}; https://vercel.com/docs/ai-gateway/authentication
volcengine-access-key AKLT base62{40,50}; https://www.volcengine.com/docs/6291/65568
voyage-api-key pa- base64url{43}; entropy 4; whole; https://docs.voyageai.com/docs/api-key-and-installation
wandb-api-key wandb_v1_ base64url{70,84}; https://docs.wandb.ai/support/find_api_key/
xai-api-key xai- base64url{70,120}; https://docs.x.ai/docs/tutorial
`);

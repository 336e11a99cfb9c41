import { anthropicCountTokens, anthropicMessages } from "./anthropic.ts";
import { geminiBatchEmbed, geminiEmbed, openAiEmbeddings } from "./embeddings.ts";
import { geminiCountTokens, geminiGenerate, geminiStream } from "./gemini.ts";
import { modelCard, modelList } from "./models.ts";
import { openAiChat } from "./openai-chat.ts";
import { openAiCompletions } from "./openai-completions.ts";
import { openAiImages, openAiSpeech } from "./openai-media.ts";
import { openAiModerations } from "./openai-moderations.ts";
import { openAiResponses } from "./openai-responses.ts";
import type { MockRoute } from "./route.ts";

/** Everything that the mock speaks. The order matters in one place: chat completions end as the older completions do. */
export function mockRoutes(): readonly MockRoute[] {
  return [
    openAiChat,
    anthropicCountTokens,
    anthropicMessages,
    geminiBatchEmbed,
    geminiCountTokens,
    geminiEmbed,
    geminiGenerate,
    geminiStream,
    modelCard,
    modelList,
    openAiCompletions,
    openAiEmbeddings,
    openAiImages,
    openAiModerations,
    openAiSpeech,
    ...openAiResponses(),
  ];
}

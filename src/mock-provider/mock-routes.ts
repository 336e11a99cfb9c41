import { anthropicCountTokens, mockMessages } from "./anthropic.ts";
import { geminiBatchEmbed, geminiEmbed, openAiEmbeddings } from "./embeddings.ts";
import { geminiCountTokens, geminiGenerate, geminiStream } from "./gemini.ts";
import { modelCard, modelList } from "./models.ts";
import { mockChat } from "./chat.ts";
import { mockCompletions } from "./completions.ts";
import { openAiImages, openAiSpeech } from "./openai-media.ts";
import { openAiModerations } from "./openai-moderations.ts";
import { mockResponses } from "./responses.ts";
import type { MockRoute } from "./mock-route.ts";

/** Everything that the mock speaks. The order matters in one place: chat completions end as the older completions do. */
export function mockRoutes(): readonly MockRoute[] {
  return [
    mockChat,
    anthropicCountTokens,
    mockMessages,
    geminiBatchEmbed,
    geminiCountTokens,
    geminiEmbed,
    geminiGenerate,
    geminiStream,
    modelCard,
    modelList,
    mockCompletions,
    openAiEmbeddings,
    openAiImages,
    openAiModerations,
    openAiSpeech,
    ...mockResponses(),
  ];
}

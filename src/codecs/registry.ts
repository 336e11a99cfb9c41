import type { CompletionCodec } from "./codec.ts";
import { openAiChat } from "./openai-chat.ts";
import { openAiResponses } from "./openai-responses.ts";

/** Every wire format that is read; sorted by format. A new one is one file and one line. */
export const CODECS: readonly CompletionCodec[] = [openAiChat, openAiResponses];

import type { CompletionCodec } from "./codec.ts";
import { gemini } from "./gemini.ts";
import { openAiChat } from "./openai-chat.ts";

/** Every wire format that is read; sorted by format. A new one is one file and one line. */
export const CODECS: readonly CompletionCodec[] = [gemini, openAiChat];

import { anthropicMessages } from "./anthropic-messages.ts";
import type { CompletionCodec } from "./codec.ts";
import { gemini } from "./gemini.ts";
import { openAiChat } from "./openai-chat.ts";
import { openAiCompletions } from "./openai-completions.ts";
import { openAiInputs } from "./openai-inputs.ts";
import { openAiResponses } from "./openai-responses.ts";
import { openAiUploads } from "./openai-uploads.ts";

/** Every wire format that is read; sorted by format. A new one is one file and one line. */
export const CODECS: readonly CompletionCodec[] = [
  anthropicMessages,
  gemini,
  openAiChat,
  openAiCompletions,
  openAiInputs,
  openAiResponses,
  openAiUploads,
];

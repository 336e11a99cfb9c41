import { anthropicMessages } from "./anthropic/anthropic-messages.ts";
import type { CompletionCodec } from "./codec.ts";
import { gemini } from "./gemini/gemini-format.ts";
import { openAiChat } from "./openai/openai-chat.ts";
import { openAiCompletions } from "./openai/openai-completions.ts";
import { openAiInputs } from "./openai/openai-inputs.ts";
import { openAiResponses } from "./openai-responses/openai-responses.ts";
import { openAiUploads } from "./openai/openai-uploads.ts";
import type { MessageCodec } from "./message-codec.ts";
import { openAiRealtime } from "./openai-realtime/openai-realtime.ts";
import { openAiResponsesMessages } from "./openai-responses/openai-responses-messages.ts";

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

/** Every format of WebSocket messages that is read; sorted by format. */
export const MESSAGE_CODECS: readonly MessageCodec[] = [openAiRealtime, openAiResponsesMessages];

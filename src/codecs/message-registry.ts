import type { MessageCodec } from "./message-codec.ts";
import { openAiRealtime } from "./openai-realtime/openai-realtime.ts";
import { openAiResponsesMessages } from "./openai-responses/openai-responses-messages.ts";

/** Every format of WebSocket messages that is read; sorted by format. */
export const MESSAGE_CODECS: readonly MessageCodec[] = [openAiRealtime, openAiResponsesMessages];

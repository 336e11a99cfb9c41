import { anthropicKit } from "./anthropic-messages.ts";
import { geminiArrayKit, geminiKit } from "./gemini.ts";
import type { WireKit } from "./kit.ts";
import { openAiChatKit } from "./openai-chat.ts";
import { openAiCompletionsKit } from "./openai-completions.ts";
import { openAiResponsesKit } from "./openai-responses.ts";

/** Every format that streams. */
export const KITS: readonly WireKit[] = [
  anthropicKit,
  geminiKit,
  geminiArrayKit,
  openAiChatKit,
  openAiCompletionsKit,
  openAiResponsesKit,
];

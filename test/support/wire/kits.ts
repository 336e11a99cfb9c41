import { geminiArrayKit, geminiKit } from "./gemini.ts";
import type { WireKit } from "./kit.ts";
import { openAiChatKit } from "./openai-chat.ts";

/** Every format that streams. */
export const KITS: readonly WireKit[] = [geminiKit, geminiArrayKit, openAiChatKit];

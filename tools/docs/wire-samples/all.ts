import { ANTHROPIC_MESSAGES } from "./anthropic-messages.ts";
import { GEMINI } from "./gemini.ts";
import { OPENAI_CHAT } from "./openai-chat.ts";
import { OPENAI_COMPLETIONS } from "./openai-completions.ts";
import { OPENAI_INPUTS } from "./openai-inputs.ts";
import { OPENAI_RESPONSES } from "./openai-responses.ts";
import { OPENAI_UPLOADS } from "./openai-uploads.ts";
import type { WireSample } from "./sample.ts";

/** Sorted by format, as the registry of codecs is. */
export const WIRE_SAMPLES: readonly WireSample[] = [
  ...ANTHROPIC_MESSAGES,
  ...GEMINI,
  ...OPENAI_CHAT,
  ...OPENAI_COMPLETIONS,
  ...OPENAI_INPUTS,
  ...OPENAI_RESPONSES,
  ...OPENAI_UPLOADS,
];

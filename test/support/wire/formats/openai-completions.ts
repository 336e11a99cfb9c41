import { openAiCompletionsKit } from "../openai-completions.ts";
import type { FormatKit } from "../formats.ts";
import { OPENAI_COMPLETIONS } from "../../../../tools/docs/wire-samples/openai-completions.ts";

export const FORMAT: FormatKit = {
  format: "openai-completions",
  streams: [openAiCompletionsKit],
  samples: OPENAI_COMPLETIONS,
  notText: ["finish_reason", "id", "model", "object", "stop_reason", "system_fingerprint", "type", "user"],
};

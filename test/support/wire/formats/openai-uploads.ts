import type { FormatKit } from "../formats.ts";
import { OPENAI_UPLOADS } from "../../../../tools/docs/wire-samples/openai-uploads.ts";

export const FORMAT: FormatKit = {
  format: "openai-uploads",
  streams: [],
  streamless: "A transcript has no choices to end; test/contract/parts.test.ts cuts its segments.",
  samples: OPENAI_UPLOADS,
  notText: ["b64_json", "background", "id", "language", "model", "output_format", "quality", "size", "type"],
};

import type { FormatKit } from "../formats.ts";
import { OPENAI_INPUTS } from "../../../../tools/docs/wire-samples/openai-inputs.ts";

export const FORMAT: FormatKit = {
  format: "openai-inputs",
  streams: [],
  streamless: "Its streams bring sound and images, and no choice of a model.",
  samples: OPENAI_INPUTS,
  notText: [
    "b64_json",
    "background",
    "encoding_format",
    "id",
    "model",
    "moderation",
    "output_format",
    "quality",
    "response_format",
    "role",
    "size",
    "stream_format",
    "type",
    "user",
    "voice",
  ],
};

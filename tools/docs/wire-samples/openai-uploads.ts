import type { JsonObject } from "../../../src/core/model.ts";
import { BYTES, IMAGES, words, type WireSample } from "./sample.ts";

interface Route {
  readonly path: string;
  readonly request: JsonObject;
  readonly answer: JsonObject;
  readonly events: readonly JsonObject[];
}

/** Forms, as the proxy sees them: a field is a string, or a list of them. */
const ROUTES: readonly Route[] = [
  {
    path: "/v1/audio/transcriptions",
    request: { model: "test-model", prompt: words("user"), unknown: words("user") },
    answer: {
      text: words("assistant"),
      language: "en",
      segments: [{ id: 0, text: words("assistant"), speaker: words("assistant") }],
      words: [{ word: words("assistant"), start: 0, end: 1 }],
      unknown: words("assistant"),
    },
    events: [
      { type: "transcript.text.delta", delta: words("assistant") },
      { type: "transcript.text.done", text: words("assistant") },
      { type: "transcript.text.segment", id: "seg_1", text: words("assistant") },
    ],
  },
  {
    path: "/v1/images/edits",
    request: { model: "test-model", prompt: words("user") },
    answer: IMAGES,
    events: [{ type: "image_edit.completed", b64_json: BYTES, unknown: words("assistant") }],
  },
];

export const OPENAI_UPLOADS: readonly WireSample[] = ROUTES.map((route) => ({
  format: "openai-uploads",
  title: `POST …${route.path.slice("/v1".length)}`,
  ...route,
  streaming: { fields: { stream: "true" }, path: route.path },
}));

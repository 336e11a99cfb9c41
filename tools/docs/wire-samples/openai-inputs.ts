import type { JsonObject } from "../../../src/core/model.ts";
import { BYTES, IMAGE_SETTINGS, IMAGES, linkOf, words, type WireSample } from "./sample.ts";

interface Route {
  readonly path: string;
  readonly request: JsonObject;
  readonly answer?: JsonObject;
  readonly events?: readonly JsonObject[];
}

const COMMON = { model: "test-model", user: "opaque", unknown: { held: [words("user")] } };

const ROUTES: readonly Route[] = [
  {
    path: "/v1/embeddings",
    request: {
      ...COMMON,
      input: [words("user"), { text: words("user") }, { image: BYTES }],
      messages: [{ role: "user", content: words("user") }],
      encoding_format: "float",
      prompt_name: "query",
    },
  },
  {
    path: "/v1/moderations",
    request: {
      ...COMMON,
      input: [
        { type: "text", text: words("user") },
        { type: "image_url", image_url: { url: linkOf("user") } },
      ],
    },
  },
  {
    path: "/v1/rerank",
    request: {
      ...COMMON,
      query: words("user"),
      documents: [words("user"), { text: words("user"), title: words("user") }],
    },
    answer: {
      id: "rerank-1",
      model: "test-model",
      results: [{ index: 0, relevance_score: 1, document: { text: words("assistant") } }],
      usage: { total_tokens: 1 },
      unknown: words("assistant"),
    },
  },
  {
    path: "/v1/audio/speech",
    request: {
      ...COMMON,
      input: words("user"),
      instructions: words("user"),
      voice: "alloy",
      response_format: "mp3",
      stream_format: "audio",
    },
  },
  {
    path: "/v1/images/generations",
    request: {
      ...COMMON,
      prompt: words("user"),
      negative_prompt: words("user"),
      background: "auto",
      moderation: "auto",
      output_format: "png",
      quality: "high",
      response_format: "b64_json",
      size: "auto",
      style: "vivid",
    },
    answer: { ...IMAGES, unknown: words("assistant") },
    events: [
      {
        type: "image_generation.partial_image",
        b64_json: BYTES,
        ...IMAGE_SETTINGS,
        partial_image_index: 0,
        created_at: 1,
      },
      {
        type: "image_generation.completed",
        b64_json: BYTES,
        revised_prompt: words("assistant"),
        unknown: words("assistant"),
      },
      { error: { message: words("assistant"), type: "server_error", code: "server_error" } },
    ],
  },
];

export const OPENAI_INPUTS: readonly WireSample[] = ROUTES.map(({ path, request, answer = null, events = [] }) => ({
  format: "openai-inputs",
  title: `POST …${path.slice("/v1".length)}`,
  path,
  request,
  answer,
  events,
  streaming: { fields: { stream: true }, path },
}));

import { words, type WireSample } from "./sample.ts";

const logprobs = { tokens: ["wo"], token_logprobs: [0], top_logprobs: [{ wo: 0 }], text_offset: [0] };
const head = { id: "cmpl-1", object: "text_completion", created: 1, model: "test-model", system_fingerprint: "fp" };

export const OPENAI_COMPLETIONS: readonly WireSample[] = [
  {
    format: "openai-completions",
    title: "POST …/completions",
    path: "/v1/completions",
    request: {
      model: "test-model",
      prompt: [words("user"), words("user")],
      suffix: words("user"),
      stop: [words("system")],
      user: "opaque",
      stream_options: { include_usage: true },
      input_extra: [{ filename: words("user"), text: words("user") }],
      unknown: { held: [words("user")] },
    },
    answer: {
      ...head,
      choices: [{ index: 0, text: words("assistant"), finish_reason: "stop", logprobs, unknown: words("assistant") }],
      usage: { prompt_tokens: 1 },
      unknown: words("assistant"),
    },
    events: [
      { ...head, choices: [{ index: 0, text: words("assistant"), finish_reason: null, logprobs }] },
      { ...head, choices: [{ index: 0, text: "", finish_reason: null, unknown: words("assistant") }] },
      { ...head, choices: [{ index: 0, text: "", finish_reason: "stop", stop_reason: "stop" }] },
      { ...head, choices: [], usage: { prompt_tokens: 1 }, unknown: words("assistant") },
      { error: { message: words("assistant"), type: "server_error", code: "server_error" } },
    ],
    streaming: { fields: { stream: true }, path: "/v1/completions" },
  },
];

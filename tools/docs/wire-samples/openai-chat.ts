import { BYTES, callOf, linkOf, words, type WireSample } from "./sample.ts";

const logprobs = {
  content: [{ token: "wo", bytes: [119, 111], logprob: 0, top_logprobs: [{ token: "wo", bytes: null, logprob: 0 }] }],
  refusal: [{ token: "wo", bytes: null, logprob: 0, top_logprobs: [] }],
};

const annotations = [
  {
    type: "url_citation",
    url_citation: {
      start_index: 0,
      end_index: 5,
      title: words("assistant"),
      url: linkOf("assistant"),
      content: words("assistant"),
    },
  },
];

const reasoningDetails = [
  {
    type: "reasoning.text",
    id: "r_1",
    format: "anthropic-claude-v1",
    index: 0,
    text: words("assistant"),
    signature: "c2ln",
  },
  { type: "reasoning.summary", index: 1, summary: words("assistant") },
  { type: "reasoning.encrypted", index: 2, data: BYTES },
];

const moderation = {
  input: {
    type: "moderation_results",
    model: "omni-moderation",
    results: [{ type: "moderation_result", model: "omni-moderation", flagged: false }],
  },
  output: { type: "error", code: "server_error", message: words("assistant") },
};

const messages = [
  { role: "system", content: words("system"), name: words("system") },
  {
    role: "developer",
    content: [{ type: "text", text: words("system"), prompt_cache_breakpoint: { mode: "explicit", ttl: "30m" } }],
    name: words("system"),
  },
  { role: "user", content: words("user"), name: words("user") },
  {
    role: "user",
    content: [
      { type: "text", text: words("user"), cache_control: { type: "ephemeral" } },
      { type: "image_url", image_url: { url: linkOf("user"), detail: "auto" } },
      { type: "input_audio", input_audio: { data: BYTES, format: "wav" } },
      { type: "file", file: { filename: words("user"), file_data: BYTES, file_id: "file_1" } },
      { type: "video_url", video_url: { url: linkOf("user") } },
      { type: "audio_url", audio_url: { url: linkOf("user") } },
      { type: "unknown_part", unknown: words("user") },
    ],
  },
  {
    role: "assistant",
    content: words("assistant"),
    name: words("assistant"),
    refusal: words("assistant"),
    reasoning_content: words("assistant"),
    reasoning: words("assistant"),
    reasoning_details: reasoningDetails,
    audio: { id: "audio_1" },
    tool_calls: [
      { id: "call_1", type: "function", function: { name: words("assistant"), arguments: callOf("assistant") } },
      { id: "call_2", type: "custom", custom: { name: words("assistant"), input: words("assistant") } },
    ],
    function_call: { name: words("assistant"), arguments: callOf("assistant") },
    annotations,
    unknown: { held: [words("assistant")] },
  },
  {
    role: "assistant",
    content: [
      { type: "text", text: words("assistant") },
      { type: "refusal", refusal: words("assistant") },
    ],
  },
  { role: "tool", tool_call_id: "call_1", content: words("tool") },
  { role: "tool", tool_call_id: "call_2", content: [{ type: "text", text: words("tool") }] },
  { role: "function", name: words("tool"), content: words("tool") },
];

/** Free JSON may have fields of any name. */
const schema = {
  type: "object",
  description: words("system"),
  properties: { status: { type: "string", description: words("system"), enum: [words("system")] } },
};

const tools = [
  { type: "function", function: { name: words("system"), description: words("system"), parameters: schema } },
  {
    type: "custom",
    custom: {
      name: words("system"),
      description: words("system"),
      format: { type: "grammar", grammar: { syntax: "lark", definition: words("system") } },
    },
  },
];

const request = {
  model: "gpt-test",
  messages,
  prediction: { type: "content", content: [{ type: "text", text: words("assistant") }] },
  response_format: {
    type: "json_schema",
    json_schema: { name: words("system"), description: words("system"), strict: true, schema },
  },
  documents: [
    { id: words("tool"), title: words("tool"), status: words("tool"), data: { text: words("tool") } },
    words("tool"),
  ],
  tools,
  functions: [{ name: words("system"), description: words("system"), parameters: schema }],
  tool_choice: { type: "function", function: { name: "look_up" } },
  function_call: { name: "look_up" },
  audio: { voice: "alloy", format: "wav" },
  metadata: { status: words("system") },
  modalities: ["text"],
  moderation: { model: "omni-moderation", policy: { input: { mode: "score" }, output: { mode: "block" } } },
  prompt_cache_key: "key",
  prompt_cache_options: { mode: "implicit", ttl: "30m" },
  prompt_cache_retention: "24h",
  provider: { order: ["one"] },
  reasoning_effort: "low",
  safety_identifier: "hash",
  service_tier: "auto",
  stop: [words("system")],
  stream_options: { include_usage: true },
  user: "opaque",
  verbosity: "low",
  web_search_options: {
    search_context_size: "low",
    user_location: {
      type: "approximate",
      approximate: { city: words("user"), country: words("user"), timezone: words("user") },
    },
  },
  data_sources: [
    {
      type: "azure_search",
      parameters: { role_information: words("user"), authentication: { type: "api_key", key: "key" } },
    },
  ],
  guided_json: { properties: { status: { description: words("user") } } },
  unknown: { held: [words("user")] },
};

const message = {
  role: "assistant",
  content: words("assistant"),
  refusal: words("assistant"),
  reasoning_content: words("assistant"),
  reasoning: words("assistant"),
  reasoning_details: reasoningDetails,
  audio: { id: "audio_1", data: BYTES, expires_at: 1, transcript: words("assistant") },
  tool_calls: [
    { id: "call_1", type: "function", function: { name: words("assistant"), arguments: callOf("assistant") } },
    { id: "call_2", type: "custom", custom: { name: words("assistant"), input: words("assistant") } },
  ],
  function_call: { name: words("assistant"), arguments: callOf("assistant") },
  annotations,
  context: {
    intent: words("assistant"),
    citations: [
      {
        content: words("assistant"),
        title: words("assistant"),
        filepath: words("assistant"),
        chunk_id: words("assistant"),
      },
    ],
  },
  images: [{ type: "image_url", image_url: { url: linkOf("assistant") } }],
  unknown: { held: [words("assistant")] },
};

const answer = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-test",
  system_fingerprint: "fp",
  service_tier: "default",
  provider: "one",
  choices: [
    { index: 0, finish_reason: "stop", native_finish_reason: "stop", logprobs, message },
    {
      index: 1,
      finish_reason: "stop",
      content_filter_results: { hate: { filtered: false, severity: "safe" } },
      message: { role: "assistant", content: [{ type: "text", text: words("assistant") }] },
    },
  ],
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { severity: "safe" } } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  metadata: { key: words("assistant") },
  moderation,
  citations: [words("assistant")],
  search_results: [{ title: words("assistant"), url: linkOf("assistant"), snippet: words("assistant") }],
  unknown: words("assistant"),
};

const head = {
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "gpt-test",
  system_fingerprint: "fp",
  service_tier: "default",
  obfuscation: "x",
};
const chunk = (delta: object, finish: string | null = null) => ({
  ...head,
  choices: [{ index: 0, delta: { ...delta }, finish_reason: finish }],
});

const events = [
  chunk({ role: "assistant", content: "" }),
  chunk({ reasoning_content: words("assistant") }),
  chunk({ reasoning: words("assistant") }),
  chunk({ reasoning_details: reasoningDetails }),
  {
    ...head,
    choices: [
      { index: 0, delta: { content: words("assistant") }, finish_reason: null, native_finish_reason: null, logprobs },
    ],
  },
  chunk({ refusal: words("assistant") }),
  chunk({ audio: { id: "audio_1", data: BYTES, expires_at: 1, transcript: words("assistant") } }),
  chunk({
    tool_calls: [
      {
        index: 0,
        id: "call_1",
        type: "function",
        function: { name: words("assistant"), arguments: callOf("assistant") },
      },
      { index: 1, id: "call_2", type: "custom", custom: { name: words("assistant"), input: words("assistant") } },
    ],
  }),
  chunk({ function_call: { name: words("assistant"), arguments: callOf("assistant") } }),
  chunk({ annotations }),
  chunk({ context: { intent: words("assistant"), citations: message.context.citations } }),
  chunk({ images: message.images }),
  chunk({ unknown: { held: [words("assistant")] } }),
  chunk({}, "stop"),
  {
    ...head,
    choices: [],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
    citations: [words("assistant")],
    search_results: answer.search_results,
    moderation,
    prompt_filter_results: answer.prompt_filter_results,
    unknown: words("assistant"),
  },
  { error: { message: words("assistant"), type: "server_error", code: "server_error", param: null } },
];

export const OPENAI_CHAT: readonly WireSample[] = [
  {
    format: "openai-chat",
    title: "POST …/chat/completions",
    path: "/v1/chat/completions",
    request,
    answer,
    events,
    streaming: { fields: { stream: true }, path: "/v1/chat/completions" },
  },
];

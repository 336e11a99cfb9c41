import type { JsonObject } from "../../../src/core/model.ts";
import { openAiResponses } from "../../../src/codecs/openai-responses/openai-responses.ts";
import type { StreamedAnswer, WireKit } from "./kit.ts";

const ID = "resp_1";
const HEAD = { id: ID, object: "response", created_at: 1, model: "gpt-test", error: null, incomplete_details: null };
const USAGE = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

export const message = (text: string, status = "completed"): JsonObject => ({
  id: "msg_1",
  type: "message",
  status,
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
});

export const functionCall = (text: string, status = "completed"): JsonObject => ({
  id: "fc_1",
  type: "function_call",
  status,
  call_id: "call_1",
  name: "send",
  arguments: text,
});

/** The data of an event without its number. */
export type TypedEvent = JsonObject & { readonly type: string };

/** A response as the provider stores it. */
export const response = (fields: JsonObject): JsonObject => ({
  ...HEAD,
  status: "completed",
  output: [],
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
  metadata: {},
  instructions: null,
  temperature: 1,
  top_p: 1,
  ...fields,
});

/** Events with their names and numbers. */
export function responseEvents(bodies: readonly TypedEvent[]): readonly string[] {
  return bodies.map((body, at) => `event: ${body.type}\ndata: ${JSON.stringify({ ...body, sequence_number: at })}\n\n`);
}

export const created = (fields: JsonObject = {}): readonly TypedEvent[] =>
  ["created", "in_progress"].map((name) => ({
    type: `response.${name}`,
    response: response({ status: "in_progress", ...fields }),
  }));

export const completed = (output: readonly JsonObject[], fields: JsonObject = {}): TypedEvent => ({
  type: "response.completed",
  response: response({ output, usage: USAGE, ...fields }),
});

/** The events of one message whose text comes in pieces. */
export function messageEvents(pieces: readonly string[], index = 0): readonly TypedEvent[] {
  const place = { item_id: "msg_1", output_index: index, content_index: 0 };
  const text = pieces.join("");
  const part = (shown: string): JsonObject => ({ type: "output_text", text: shown, annotations: [], logprobs: [] });
  return [
    { type: "response.output_item.added", output_index: index, item: { ...message("", "in_progress"), content: [] } },
    { type: "response.content_part.added", ...place, part: part("") },
    ...pieces.map((delta) => ({
      type: "response.output_text.delta",
      ...place,
      delta,
      logprobs: [],
      obfuscation: "xyz",
    })),
    { type: "response.output_text.done", ...place, text, logprobs: [] },
    { type: "response.content_part.done", ...place, part: part(text) },
    { type: "response.output_item.done", output_index: index, item: message(text) },
  ];
}

export function callEvents(pieces: readonly string[], index = 0): readonly TypedEvent[] {
  const place = { item_id: "fc_1", output_index: index };
  const text = pieces.join("");
  return [
    { type: "response.output_item.added", output_index: index, item: functionCall("", "in_progress") },
    ...pieces.map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, arguments: text },
    { type: "response.output_item.done", output_index: index, item: functionCall(text) },
  ];
}

/** The bodies of the events of a stream. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look at events field by field, and a wrong guess fails them
export function eventsOf(wire: string): readonly any[] {
  return [...wire.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
}

function read(wire: string): StreamedAnswer {
  const events = eventsOf(wire);
  const deltas = (type: string): string =>
    events
      .filter((event) => event.type === `response.${type}.delta`)
      .map((event) => event.delta)
      .join("");
  const copies = events.flatMap((event) => {
    const items = event.response?.output ?? (event.item === undefined ? [] : [event.item]);
    const parts = items.flatMap((item: { content?: readonly object[] }) => item.content ?? []);
    const texts = [...parts, event.part].flatMap((part) => (part?.text === undefined ? [] : [part.text]));
    return event.type === "response.output_text.done" ? [event.text, ...texts] : texts;
  });
  const last = events.at(-1)?.response;
  return {
    texts: [deltas("output_text")],
    toolArguments: deltas("function_call_arguments"),
    // Parts are opened empty.
    copies: copies.filter((text) => text !== ""),
    isRefused: [last?.status === "incomplete" && last.incomplete_details?.reason === "content_filter"],
    isComplete: ["completed", "incomplete"].includes(last?.status),
  };
}

/** The events of a message whose text goes on behind its end, time and again. */
function endlessEvents(pieces: readonly string[]): readonly TypedEvent[] {
  const events = messageEvents(pieces);
  const starts = events.filter(({ type }) => type.endsWith(".added"));
  const deltas = events.filter(({ type }) => type.endsWith(".delta"));
  const end = events.find(({ type }) => type === "response.output_text.done") ?? completed([]);
  return [
    ...starts,
    ...deltas.flatMap((delta, at) => [delta, { ...end, text: pieces.slice(0, at + 1).join("") }]),
    ...events.slice(starts.length + deltas.length + 1),
  ];
}

/** OpenAI responses: one choice, its text repeated in four more events. */
export const openAiResponsesKit: WireKit = {
  codec: openAiResponses,
  path: () => "/v1/responses",
  choicesMax: 1,
  request: (prompt, { stream }) => ({ model: "gpt-test", input: prompt, stream }),
  answer: ([text = ""]) => response({ output: [message(text)], usage: USAGE }),
  answerTexts: (body) => {
    const output = (body as { output: { content: { text: string }[] }[] }).output;
    return [output.flatMap(({ content }) => content.map(({ text }) => text)).join("")];
  },
  contentType: "text/event-stream; charset=utf-8",
  stream: ([pieces = []]) =>
    responseEvents([...created(), ...messageEvents(pieces), completed([message(pieces.join(""))])]),
  toolStream: (pieces) =>
    responseEvents([...created(), ...callEvents(pieces), completed([functionCall(pieces.join(""))])]),
  endlessStream: (pieces) =>
    responseEvents([...created(), ...endlessEvents(pieces), completed([message(pieces.join(""))])]),
  read,
};

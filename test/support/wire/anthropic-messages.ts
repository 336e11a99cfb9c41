import { anthropicMessages } from "../../../src/codecs/anthropic/anthropic-messages.ts";
import type { Json, JsonObject } from "../../../src/core/model.ts";
import type { StreamedAnswer, WireKit } from "./kit.ts";

const USAGE = { input_tokens: 7, output_tokens: 1 };
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", model: "claude-test" };

/** One event as the provider writes it. */
export function anthropicEvent(body: JsonObject & { readonly type: string }): string {
  return `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`;
}

/** A block with its deltas. */
export function anthropicBlock(index: number, block: JsonObject, deltas: readonly JsonObject[]): readonly string[] {
  return [
    anthropicEvent({ type: "content_block_start", index, content_block: block }),
    ...deltas.map((delta) => anthropicEvent({ type: "content_block_delta", index, delta })),
    anthropicEvent({ type: "content_block_stop", index }),
  ];
}

export function anthropicText(index: number, pieces: readonly string[]): readonly string[] {
  const deltas = pieces.map((text) => ({ type: "text_delta", text }));
  return anthropicBlock(index, { type: "text", text: "" }, deltas);
}

export function anthropicCall(index: number, pieces: readonly string[]): readonly string[] {
  const deltas = pieces.map((piece) => ({ type: "input_json_delta", partial_json: piece }));
  return anthropicBlock(index, { type: "tool_use", id: "toolu_1", name: "look_up", input: {} }, deltas);
}

/** A whole stream around blocks. */
export function anthropicStream(blocks: readonly string[], reason: string): readonly string[] {
  const message = { ...MESSAGE, content: [], stop_reason: null, stop_sequence: null, usage: USAGE };
  const delta = { stop_reason: reason, stop_sequence: null };
  return [
    anthropicEvent({ type: "message_start", message }),
    anthropicEvent({ type: "ping" }),
    ...blocks,
    anthropicEvent({ type: "message_delta", delta, usage: { output_tokens: 12 } }),
    anthropicEvent({ type: "message_stop" }),
  ];
}

interface WireEvent {
  readonly type: string;
  readonly delta?: {
    readonly text?: string;
    readonly partial_json?: string;
    readonly stop_reason?: string;
  };
}

export function anthropicEvents(wire: string): readonly WireEvent[] {
  return wire.split("\n\n").flatMap((event) => {
    const data = event.split("\n").find((line) => line.startsWith("data: "));
    return data === undefined ? [] : [JSON.parse(data.slice(6)) as WireEvent];
  });
}

function read(wire: string): StreamedAnswer {
  const events = anthropicEvents(wire);
  return {
    texts: [events.map(({ delta }) => delta?.text ?? "").join("")],
    toolArguments: events.map(({ delta }) => delta?.partial_json ?? "").join(""),
    copies: [],
    isRefused: [events.some(({ delta }) => delta?.stop_reason === "refusal")],
    isComplete: events.at(-1)?.type === "message_stop",
  };
}

function answerTexts(body: Json): readonly string[] {
  const { content } = body as unknown as { readonly content: readonly { readonly text?: string }[] };
  return [content.map(({ text }) => text ?? "").join("")];
}

export const anthropicKit: WireKit = {
  codec: anthropicMessages,
  path: () => "/v1/messages?beta=true",
  choicesMax: 1,
  request: (prompt, { stream }) => ({
    model: "claude-test",
    max_tokens: 64,
    stream,
    messages: [{ role: "user", content: prompt }],
  }),
  answer: (texts) => ({
    ...MESSAGE,
    content: texts.map((text) => ({ type: "text", text, citations: null })),
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: USAGE,
  }),
  answerTexts,
  contentType: "text/event-stream",
  stream: (choices) => anthropicStream(anthropicText(0, choices[0] ?? []), "end_turn"),
  toolStream: (pieces) => anthropicStream(anthropicCall(0, pieces), "tool_use"),
  endlessStream: (pieces) => {
    const [begin = "", ...behind] = anthropicText(0, pieces);
    const end = anthropicEvent({ type: "content_block_stop", index: 0 });
    return anthropicStream([begin, ...behind.flatMap((event) => [event, end])], "end_turn");
  },
  read,
};

import type { Said } from "./websocket.ts";

/** How a Realtime server speaks: what it sends for one response, its text cut into pieces. */
export interface Spoken {
  readonly id?: string;
  readonly item?: string;
  /** Pieces of the answer. */
  readonly pieces: readonly string[];
  readonly kind?: "text" | "audio";
  readonly isLegacy?: boolean;
}

let count = 0;
const event = (type: string, fields: object): Said => ({ type, event_id: `event_${++count}`, ...fields });

/** The messages of one whole response with one message in it. */
export function spoken({ id = "resp_1", item = "item_1", pieces, kind = "text", isLegacy = false }: Spoken): Said[] {
  const prefix = isLegacy ? "response." : "response.output_";
  const text = pieces.join("");
  const isText = kind === "text";
  const name = isText ? `${prefix}text` : `${prefix}audio_transcript`;
  const place = { response_id: id, item_id: item, output_index: 0, content_index: 0 };
  const field = isText ? "text" : "transcript";
  const content = [{ type: isLegacy ? kind : `output_${kind}`, [field]: text }];
  const body = { id: item, object: "realtime.item", type: "message", role: "assistant" };
  const started = { ...body, status: "in_progress", content: [] };
  const done = { ...body, status: "completed", content };
  const head = { object: "realtime.response", id, status_details: null, conversation_id: "conv_1" };
  return [
    event("response.created", { response: { ...head, status: "in_progress", output: [], usage: null } }),
    event("response.output_item.added", { response_id: id, output_index: 0, item: started }),
    event("conversation.item.added", { previous_item_id: null, item: started }),
    event("response.content_part.added", { ...place, part: { type: kind, [field]: "" } }),
    ...pieces.flatMap((delta, at) => [
      event(`${name}.delta`, { ...place, delta }),
      ...(isText ? [] : [event(`${prefix}audio.delta`, { ...place, delta: sound(at) })]),
    ]),
    ...(isText ? [] : [event(`${prefix}audio.done`, place)]),
    event(`${name}.done`, { ...place, [field]: text }),
    event("response.content_part.done", { ...place, part: { type: kind, [field]: text } }),
    event("conversation.item.done", { previous_item_id: null, item: done }),
    event("response.output_item.done", { response_id: id, output_index: 0, item: done }),
    event("response.done", {
      response: { ...head, status: "completed", output: [done], usage: { total_tokens: 9 } },
    }),
  ];
}

/** Bytes of the piece of that number. */
export const sound = (at: number): string => Buffer.from(`sound ${at}`).toString("base64");

/** A response that calls a tool. */
export function called(pieces: readonly string[], id = "resp_1", name = "look_up"): Said[] {
  const place = { response_id: id, item_id: "item_call", output_index: 0, call_id: "call_1" };
  const item = { id: "item_call", object: "realtime.item", type: "function_call", call_id: "call_1", name };
  const args = pieces.join("");
  const started = { ...item, status: "in_progress", arguments: "" };
  const done = { ...item, status: "completed", arguments: args };
  const head = { object: "realtime.response", id };
  return [
    event("response.created", { response: { ...head, status: "in_progress", output: [] } }),
    event("response.output_item.added", { response_id: id, output_index: 0, item: started }),
    event("conversation.item.added", { previous_item_id: null, item: started }),
    ...pieces.map((delta) => event("response.function_call_arguments.delta", { ...place, delta })),
    event("response.function_call_arguments.done", { ...place, name, arguments: args }),
    event("conversation.item.done", { previous_item_id: null, item: done }),
    event("response.output_item.done", { response_id: id, output_index: 0, item: done }),
    event("response.done", { response: { ...head, status: "completed", output: [done] } }),
  ];
}

/** What the user said, written down piece by piece. */
export function transcribed(pieces: readonly string[], item = "item_user"): Said[] {
  const type = "conversation.item.input_audio_transcription";
  const place = { item_id: item, content_index: 0 };
  return [
    ...pieces.map((delta) => event(`${type}.delta`, { ...place, delta })),
    event(`${type}.completed`, { ...place, transcript: pieces.join(""), usage: { type: "duration", seconds: 1 } }),
  ];
}

export const session = (): Said =>
  event("session.created", { session: { type: "realtime", instructions: "Be kind." } });

/** The code of a message that tells of an error. */
export const codeOf = (message: Said | undefined): unknown =>
  (message?.["error"] as { code?: unknown } | undefined)?.code;

/** The deltas of an answer, joined. */
export function answerOf(messages: readonly Said[], id = "resp_1"): string {
  return messages
    .filter(({ type, response_id }) => /(?:text|transcript)\.delta$/.test(type) && response_id === id)
    .map(({ delta }) => String(delta))
    .join("");
}

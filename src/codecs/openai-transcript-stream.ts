import { parseJson } from "../core/json.ts";
import type { JsonObject } from "../core/model.ts";
import type { Leaving, Parsed, StreamCodec, StreamStep, TextDelta } from "./codec.ts";
import type { Framing } from "./framing.ts";
import { isObject } from "./json-read.ts";
import type { SseEvent } from "./sse.ts";

/** The channel of the transcript. */
const CHANNEL = "text";

/** A transcript on its way: `transcript.text.delta`, then `transcript.text.done` with all of it again; any other event is `rest`'s. */
export class TranscriptStream implements StreamCodec {
  readonly repeats = true;
  readonly refusalEvents: StreamCodec["refusalEvents"];
  readonly errorEvents: StreamCodec["errorEvents"];
  readonly #framing: Framing;
  readonly #rest: StreamCodec;

  constructor(framing: Framing, rest: StreamCodec) {
    this.#framing = framing;
    this.#rest = rest;
    this.refusalEvents = rest.refusalEvents;
    this.errorEvents = rest.errorEvents;
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const parsed = event.data?.includes('"transcript.text.') === true ? parseJson(event.data) : null;
    if (parsed?.ok !== true || !isObject(parsed.value)) return this.#rest.read(event);
    const body = parsed.value;
    if (body["type"] === "transcript.text.delta") return this.#step(event, body, { key: "delta", isCopy: false });
    if (body["type"] === "transcript.text.done") return this.#step(event, body, { key: "text", isCopy: true });
    const read = this.#rest.read(event);
    return read.ok && body["type"] === "transcript.text.segment"
      ? { ok: true, value: joinedSegment(read.value) }
      : read;
  };

  #step(
    event: SseEvent,
    body: JsonObject,
    { key, isCopy }: { readonly key: "delta" | "text"; readonly isCopy: boolean },
  ): Parsed<StreamStep> {
    const text = body[key];
    if (typeof text !== "string") return { ok: false, reason: "event" };
    const delta: TextDelta = { channel: CHANNEL, choice: null, text, kind: "text", origin: "assistant", isCopy };
    const render = ({ texts, isChanged }: Leaving): SseEvent => {
      if (!isChanged) return event;
      // Log probabilities name the text token by token.
      const { logprobs: _dropped, ...rest } = body;
      return this.#framing.withData(event, JSON.stringify({ ...rest, [key]: texts[0] ?? "" }));
    };
    const closes = isCopy ? [CHANNEL] : [];
    return { ok: true, value: { deltas: [delta], closes, choices: [], finishes: [], isEnd: false, render } };
  }
}

/** Segments are read one after the other: a match may begin in one and end in the next. */
const joinedSegment = (step: StreamStep): StreamStep => ({
  ...step,
  deltas: step.deltas.map((delta) => (delta.channel.endsWith("/text") ? { ...delta, joined: SEGMENTS } : delta)),
});

const SEGMENTS = "segments";

import { parseJson } from "../../core/json.ts";
import type { JsonObject } from "../../core/model.ts";
import type { Leaving, Parsed, StreamCodec, StreamStep, TextDelta } from "../codec.ts";
import type { Framing } from "../framing/framing.ts";
import { isObject } from "../shared/json-read.ts";
import { nameDelta } from "../shared/known-names.ts";
import type { SseEvent } from "../framing/sse.ts";
import { withoutLoose, withLeafTexts } from "../shared/stream-steps.ts";
import { leavesOf, type FieldSchema, type TextLeaf } from "../shared/text-walk.ts";

/** The channel of the transcript. */
const CHANNEL = "text";

/** A transcript on its way: `transcript.text.delta`, then `transcript.text.done` with all of it again; any other event is `rest`'s. */
export class TranscriptStream implements StreamCodec {
  readonly repeats = true;
  readonly refusalEvents: StreamCodec["refusalEvents"];
  readonly errorEvents: StreamCodec["errorEvents"];
  readonly #framing: Framing;
  readonly #schema: FieldSchema;
  readonly #rest: StreamCodec;
  #count = 0;

  constructor(framing: Framing, schema: FieldSchema, rest: StreamCodec) {
    this.#framing = framing;
    this.#schema = schema;
    this.#rest = rest;
    this.refusalEvents = rest.refusalEvents;
    this.errorEvents = rest.errorEvents;
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const parsed = event.data?.includes('"transcript.text.') === true ? parseJson(event.data) : null;
    if (parsed?.ok !== true || !isObject(parsed.value)) return this.#rest.read(event);
    const { event: clean, body } = withoutLoose(event, parsed.value, this.#framing);
    if (body["type"] === "transcript.text.delta") return this.#step(clean, body, { key: "delta", isCopy: false });
    if (body["type"] === "transcript.text.done") return this.#step(clean, body, { key: "text", isCopy: true });
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
    if (typeof body[key] !== "string") return { ok: false, reason: "event" };
    this.#count += 1;
    const leaves = leavesOf(body, this.#schema);
    const deltas = leaves.map((leaf) =>
      this.#delta(leaf, leaf.pointer.depth === 1 && leaf.pointer.token === key ? isCopy : null),
    );
    const render = ({ texts, isChanged }: Leaving): SseEvent | null => {
      if (!isChanged) return event;
      const changed = withLeafTexts(body, leaves, texts);
      // Log probabilities name the text token by token.
      const { logprobs: _dropped, ...rest } = isObject(changed) ? changed : body;
      return this.#framing.withData(event, JSON.stringify(rest));
    };
    const closes = deltas.flatMap(({ channel }) => (channel === CHANNEL && !isCopy ? [] : [channel]));
    return { ok: true, value: { deltas, closes, choices: [], finishes: [], isEnd: false, render } };
  }

  /** @param isCopy of the transcript; `null`: it is another text */
  #delta(leaf: TextLeaf, isCopy: boolean | null): TextDelta {
    if (isCopy === null) return { ...nameDelta(leaf, null, this.#count), kind: leaf.kind };
    const { text, kind, origin } = leaf;
    return { channel: CHANNEL, choice: null, text, kind, origin, isCopy };
  }
}

/** Segments are read one after the other: a match may begin in one and end in the next. */
const joinedSegment = (step: StreamStep): StreamStep => ({
  ...step,
  deltas: step.deltas.map((delta) => (delta.channel.endsWith("/text") ? { ...delta, joined: SEGMENTS } : delta)),
});

const SEGMENTS = "segments";

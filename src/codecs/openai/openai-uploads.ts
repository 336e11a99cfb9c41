import type { Work } from "../../core/work-budget.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import type {
  CompletionCodec,
  CompletionRequest,
  Parsed,
  RequestTarget,
  TextSlot,
  Leaving,
  StreamCodec,
  StreamStep,
  TextDelta,
} from "../codec.ts";
import type { Framing, SseEvent } from "../framing/framing.ts";
import { choiceFacts } from "../shared/gen-ai.ts";
import { GenericStream } from "./openai-inputs.ts";
import { nameDelta, withoutLoose, withLeafTexts } from "../shared/stream-steps.ts";
import { field, isObject, objectOf, stringField, isArray, fieldNames } from "../shared/json-read.ts";
import { OPENAI_FORMAT } from "./openai-errors.ts";
import { CHAT_SCHEMA } from "./openai-fields.ts";
import { BODY } from "../shared/pointer.ts";
import { completionRequest, RequestReader } from "../shared/request-reader.ts";
import { type FieldSchema, leavesOf, type TextLeaf } from "../shared/text-walk.ts";
import { answerSlots } from "../shared/answer-slots.ts";

/** Speech to text, and images made from images. */
const PATH = /\/(?:audio\/(?:transcriptions|translations)|images\/(?:edits|variations))\/?$/;

const SCHEMA: FieldSchema = {
  ...CHAT_SCHEMA,
  // Samples of voices, as `data:` addresses.
  links: new Set([...CHAT_SCHEMA.links, "known_speaker_references", "known_speaker_references[]"]),
  binary: new Set([...CHAT_SCHEMA.binary, "b64_json"]),
};

/**
 * Requests that bring files: forms, whose texts are read and masked like any other.
 * @see https://platform.openai.com/docs/api-reference/audio, https://platform.openai.com/docs/api-reference/images
 */
export const openAiUploads = {
  ...OPENAI_FORMAT,
  format: "openai-uploads",
  matches: (method, path) => method === "POST" && PATH.test(path),
  forms: { fileFields: new Set(["file", "image", "mask"]) },
  readRequest,
  readResponse: (body: Json, _request?: CompletionRequest, work?: Work) => transcriptSlots(body, work),
  afterMask: withoutTranscriptRepeats,
  refuseChoices: () => null,
  openStream: (_request, framing) => new TranscriptStream(framing),
  genAi: {
    provider: () => "openai",
    operation: (path) => (path.includes("/audio/") ? "transcription" : "image_generation"),
    facts: choiceFacts,
  },
} as const satisfies CompletionCodec;

function readRequest(body: Json, target: Pick<RequestTarget, "work" | "later"> = {}): Parsed<CompletionRequest> {
  if (!isObject(body)) return { ok: false, reason: "body" };
  const reader = new RequestReader(SCHEMA, target);
  reader.read(body, { pointer: BODY, origin: "user" });
  const stream = field(body, "stream");
  return completionRequest(reader, {
    stream: stream === true || stream === "true",
    model: stringField(body, "model"),
  });
}

const TRANSCRIPT_SCHEMA: FieldSchema = {
  ...CHAT_SCHEMA,
  structure: new Set([
    ...CHAT_SCHEMA.structure,
    ...fieldNames(`
    background language output_format quality size task tokens
  `),
  ]),
  binary: new Set([...CHAT_SCHEMA.binary, "b64_json"]),
  // Thousands of single words, read as one text.
  isJson: (key) => key === "words",
};

/** Texts of an answer: a transcript in words only (a string), in JSON with or without its times, or images. */
function transcriptSlots(body: Json, work?: Work): Parsed<readonly TextSlot[]> {
  if (typeof body === "string") {
    const whole = { pointer: BODY, text: body, kind: "text", isValue: false } as const;
    return { ok: true, value: [{ ...whole, side: "output", origin: "assistant", turn: null }] };
  }
  if (!isObject(body)) return { ok: false, reason: "body" };
  return { ok: true, value: answerSlots(body, TRANSCRIPT_SCHEMA, { work }) };
}

/**
 * A masked transcript without what says its text once more in pieces: words, tokens, log probabilities always; segments where
 * they do not add up to the masked text, since a match then lies over two of them.
 */
function withoutTranscriptRepeats(body: Json): Json {
  if (!isObject(body) || typeof body["text"] !== "string") return body;
  const kept: [string, Json][] = [];
  for (const [key, value] of Object.entries(body)) {
    if (key === "words" || key === "logprobs") continue;
    if (key !== "segments" || !isArray(value)) kept.push([key, value]);
    else if (bare(value.map((segment) => stringField(segment, "text")).join("")) === bare(body["text"]))
      kept.push([key, value.map((segment) => (isObject(segment) ? withoutTokens(segment) : segment))]);
  }
  return Object.fromEntries(kept);
}

function withoutTokens(segment: JsonObject): Json {
  return field(segment, "tokens") === undefined ? segment : { ...segment, tokens: [] };
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** The channel of the transcript. */
const CHANNEL = "text";

/** A transcript on its way: `transcript.text.delta`, then `transcript.text.done` with all of it again; any other event stands by itself. */
class TranscriptStream implements StreamCodec {
  readonly repeats = true;
  readonly refusalEvents: StreamCodec["refusalEvents"];
  readonly errorEvents: StreamCodec["errorEvents"];
  readonly #framing: Framing;
  readonly #rest: GenericStream;
  #count = 0;

  constructor(framing: Framing) {
    this.#framing = framing;
    this.#rest = new GenericStream(framing, SCHEMA);
    this.refusalEvents = this.#rest.refusalEvents;
    this.errorEvents = this.#rest.errorEvents;
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const parsed = event.data?.includes('"transcript.text.') === true ? objectOf(event.data) : null;
    if (parsed === null) return this.#rest.read(event);
    const { event: clean, body } = withoutLoose(event, parsed, this.#framing);
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
    const leaves = leavesOf(body, SCHEMA);
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

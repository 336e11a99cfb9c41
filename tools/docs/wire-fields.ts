import type { CompletionCodec, CompletionRequest, StreamStep, TextKind, TextSlot } from "../../src/codecs/codec.ts";
import { SSE, type SseEvent } from "../../src/codecs/framing/framing.ts";
import { isArray, isObject, stringField } from "../../src/codecs/shared/json-read.ts";
import { joinName } from "../../src/codecs/shared/pointer.ts";
import { CODECS } from "../../src/codecs/registry.ts";
import { withoutLooseTokens } from "../../src/codecs/shared/log-probabilities.ts";
import type { Json, Origin } from "../../src/core/model.ts";
import { withSecret, type WireSample } from "./wire-samples/sample.ts";
import { readAt, writtenAt } from "../../test/support/pointers.ts";

/** When a text of a stream leaves: while it comes, when it is complete, or with the text that it repeats. */
export type Release = "coming" | "complete" | "copy";

/** What a codec makes of a string. */
export type Reading =
  | {
      readonly kind: "text";
      readonly origin: Origin;
      readonly textKind: TextKind;
      /** Read only with `read.tool_definitions`. */
      readonly isToolText: boolean;
      /** The text is a link, and what it points to is reported as unread. */
      readonly isReported: boolean;
      /** The value of JSON that is read as one text and holds the string; `null`: none. */
      readonly value: string | null;
      /** `null`: not of a stream. */
      readonly release: Release | null;
    }
  /** A part that is reported as unread. */
  | { readonly kind: "unread" }
  /** It repeats a text, and goes when that one changes. */
  | { readonly kind: "repeat" }
  | { readonly kind: "structure" };

/** `client` and `server` are the sides of a WebSocket. */
export type SampleSide = "request" | "answer" | "stream" | "client" | "server";

/** One string of a sample. */
export interface WireField {
  readonly side: SampleSide;
  /** Where it stands: in the body, or in the event. */
  readonly pointer: string;
  /** Which event holds it; 0 in a body. */
  readonly event: number;
  readonly value: string;
  /** The body or the event around it. */
  readonly body: Json;
  readonly reading: Reading;
}

/** Has the shape of a name: what reads it reads every name. */
export const PLANTED = "planted-secret";

/** Fields of fewer names than `PLANTED` is one of: roles are counted, noise has no hyphen. */
export const isNarrow = (pointer: string, secret: string): boolean =>
  secret === PLANTED && /\/(?:role|obfuscation)$/.test(pointer);

export function codecOf(sample: WireSample): CompletionCodec {
  const codec = CODECS.find(({ format }) => format === sample.format);
  if (codec === undefined) throw new Error(`no codec reads ${sample.format}`);
  return codec;
}

/** Every string of a body, with its pointer. */
export function stringsIn(body: Json, pointer = ""): readonly (readonly [pointer: string, value: string])[] {
  if (typeof body === "string") return body === "" ? [] : [[pointer, body]];
  if (isArray(body)) return body.flatMap((item, at) => stringsIn(item, joinName(pointer, at)));
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([key, value]) => stringsIn(value, joinName(pointer, key)));
}

/** The body with a secret in the string at `pointer`. */
export function planted(body: Json, pointer: string, secret: string): Json {
  const value = readAt(body, pointer);
  return typeof value === "string" ? writtenAt(body, pointer, withSecret(value, secret)) : body;
}

export function readSample(
  sample: WireSample,
  body: Json,
  options: { readonly readsTools: boolean },
): CompletionRequest {
  const [path = "", query = ""] = sample.path.split("?");
  const target = { method: "POST", path, query: query === "" ? "" : `?${query}`, ...options };
  const read = codecOf(sample).readRequest(body, target);
  if (!read.ok) throw new Error(`${sample.title}: ${read.reason}`);
  return read.value;
}

/** The request that asks for the sample's stream. */
export function streamingRequest({ request, streaming }: WireSample): Json {
  return isObject(request) ? { ...request, ...streaming.fields } : request;
}

const KNOWN = new WeakMap<WireSample, readonly WireField[]>();

/** Every string of a sample, as its codec reads it. */
export function fieldsOf(sample: WireSample): readonly WireField[] {
  const known = KNOWN.get(sample) ?? fieldsWith(sample, PLANTED);
  KNOWN.set(sample, known);
  return known;
}

type Strings = ReturnType<typeof stringsIn>;

/**
 * Every string of a sample, as its codec reads `secret` in its place.
 * @param among which of them are asked for
 */
export function fieldsWith(
  sample: WireSample,
  secret: string,
  among: (strings: Strings) => Strings = (strings) => strings,
): readonly WireField[] {
  const { request, answer, events } = sample;
  const plain = readSample(sample, withoutFormats(request), { readsTools: false });
  return [
    ...among(stringsIn(request)).map(([pointer, value]) => {
      const reading = requestReading(sample, pointer, secret);
      return { side: "request", pointer, event: 0, value, body: request, reading } as const;
    }),
    ...among(stringsIn(answer)).map(([pointer, value]) => {
      const reading = answerReading(sample, plain, { pointer, secret });
      return { side: "answer", pointer, event: 0, value, body: answer, reading } as const;
    }),
    ...events.flatMap((body, event) =>
      among(stringsIn(body)).map(([pointer, value]) => {
        const reading = streamReading(sample, plain, { event, pointer, secret });
        return { side: "stream", pointer, event, value, body, reading } as const;
      }),
    ),
  ];
}

/** Structured output is checked whole, which would say of every text that it is. */
function withoutFormats(request: Json): Json {
  if (!isObject(request)) return request;
  const { response_format: _, output_config: __, text: ___, ...rest } = request;
  return rest;
}

function requestReading(sample: WireSample, pointer: string, secret: string): Reading {
  if (isNarrow(pointer, secret)) return { kind: "structure" };
  const body = planted(sample.request, pointer, secret);
  for (const readsTools of [false, true]) {
    const slot = readSample(sample, body, { readsTools }).slots.find(({ text }) => text.includes(secret));
    if (slot !== undefined)
      return { ...textOf(slot), isToolText: readsTools, isReported: isReported(sample, pointer, secret) };
  }
  return { kind: isReported(sample, pointer, secret) ? "unread" : "structure" };
}

export function textOf({ origin, kind, isValue, pointer }: TextSlot): Extract<Reading, { kind: "text" }> {
  const value = isValue ? pointer.name : null;
  return { kind: "text", origin, textKind: kind, isToolText: false, isReported: false, value, release: null };
}

function isReported(sample: WireSample, pointer: string, secret: string): boolean {
  const alone = planted(isolated(sample.request, pointer), pointer, secret);
  return readSample(sample, alone, { readsTools: false }).unreadParts.length > 0;
}

/** The body without any string but those that say what something is, and the one at `kept`. */
export function isolated(body: Json, kept: string, at = ""): Json {
  if (typeof body === "string") return at === kept || KINDS.has(at.slice(at.lastIndexOf("/") + 1)) ? body : "";
  if (isArray(body)) return body.map((item, position) => isolated(item, kept, joinName(at, position)));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, isolated(value, kept, joinName(at, key))]),
  );
}

const KINDS: ReadonlySet<string> = new Set(["role", "type"]);

function answerReading(
  sample: WireSample,
  request: CompletionRequest,
  { pointer, secret }: Omit<EventPlace, "event">,
): Reading {
  if (isNarrow(pointer, secret)) return { kind: "structure" };
  const codec = codecOf(sample);
  const body = withoutLooseTokens(planted(sample.answer, pointer, secret));
  const read = codec.readResponse(body, request);
  if (!read.ok) throw new Error(`${sample.title}: ${read.reason}`);
  const slot = read.value.find(({ text }) => text.includes(secret));
  if (slot !== undefined) return textOf(slot);
  return { kind: JSON.stringify(codec.afterMask(body)).includes(secret) ? "structure" : "repeat" };
}

interface EventPlace {
  readonly event: number;
  readonly pointer: string;
  readonly secret: string;
}

function streamReading(sample: WireSample, request: CompletionRequest, place: EventPlace): Reading {
  if (isNarrow(place.pointer, place.secret)) return { kind: "structure" };
  const body = planted(sample.events[place.event] ?? null, place.pointer, place.secret);
  const steps = stepsOf(sample, request, { ...place, body });
  return stepReading(steps.at(-1), body, place);
}

/** What the step of an event says of the secret planted in it. */
export function stepReading(
  step: StreamStep | undefined,
  body: Json,
  { pointer, secret }: Omit<EventPlace, "event">,
): Reading {
  const delta = step?.deltas.find(({ text }) => text.includes(secret));
  if (step === undefined || delta === undefined) return { kind: isKept(step, secret) ? "structure" : "repeat" };
  const { origin, kind: textKind, isCopy, channel, group } = delta;
  const isWhole = textKind === "json" || origin !== "assistant" || group !== undefined || step.closes.includes(channel);
  const release = isCopy ? "copy" : isWhole ? "complete" : "coming";
  const value = valueAround(body, pointer, delta.text);
  return { kind: "text", origin, textKind, isToolText: false, isReported: false, value, release };
}

/** Whether the secret is still there when every text of the event has changed. */
function isKept(step: StreamStep | undefined, secret: string): boolean {
  const texts = step?.deltas.map(({ text }) => `${text} `) ?? [];
  const leaving = { texts, isChanged: true, dropped: NOTHING, unfinished: NOTHING };
  return step?.render(leaving)?.data?.includes(secret) === true;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Where the value stands that is read as that text. */
function valueAround(body: Json, pointer: string, text: string): string | null {
  for (let at = pointer; at !== "";) {
    at = at.slice(0, at.lastIndexOf("/"));
    if (JSON.stringify(readAt(body, at)) === text) return at;
  }
  return null;
}

/** The stream as the codec reads it, up to an event that has another body. */
function stepsOf(
  sample: WireSample,
  request: CompletionRequest,
  changed: EventPlace & { readonly body: Json },
): readonly StreamStep[] {
  const stream = codecOf(sample).openStream({ ...request, stream: true }, SSE);
  return sample.events.slice(0, changed.event + 1).map((body, at) => {
    const read = stream.read(eventOf(at === changed.event ? changed.body : body));
    if (!read.ok) throw new Error(`${sample.title}, event ${at}: ${read.reason}`);
    return read.value;
  });
}

/** On the wire some formats name their events by their type. */
export const eventOf = (body: Json): SseEvent => SSE.event(JSON.stringify(body), stringField(body, "type"));

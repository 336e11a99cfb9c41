import { append } from "../../core/lists.ts";
import { parseJson } from "../../core/json.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import type { CompletionRequest, Leaving, Parsed, StreamCodec, NativeEnd, StreamStep, TextDelta } from "../codec.ts";
import { JSON_ARRAY, type Framing, type SseEvent } from "../framing/framing.ts";
import {
  candidateNames,
  hasSegments,
  hasTokens,
  isFinished,
  isThought,
  refusedCandidate,
  withoutCopies,
  withoutFinish,
  withoutTokens,
  candidateSlots,
  withoutCandidateRepeats,
  geminiErrorBody,
} from "./gemini-candidates.ts";
import { GEMINI_SCHEMA } from "./gemini-fields.ts";
import {
  CALL_KEYS,
  cutThought,
  isOfCall,
  partPath,
  shownThought,
  candidatesWithText,
  type GeminiChunk,
  type GeminiPlace,
  GeminiCalls,
} from "./gemini-parts.ts";
import { field, isArray, isObject, objectOf, listField } from "../shared/json-read.ts";
import {
  KnownNames,
  nameDelta,
  hasData,
  plainStep,
  withoutLoose,
  wholeCall,
  wholeTextStep,
} from "../shared/stream-steps.ts";
import { BodyEdits, getAt } from "../shared/body-edits.ts";
import { BODY, type Pointer } from "../shared/pointer.ts";
import { refusalNote, estimateUsage } from "../shared/native-ends.ts";
import { walkText, type TextLeaf } from "../shared/text-walk.ts";
import { EndedTexts } from "../shared/ended-texts.ts";

/** Most candidates a stream may open; the API's own limit is 8. */
const CANDIDATES_MAX = 1024;

/** What every event says of the answer that it is part of. */
const NAMES: ReadonlySet<string> = new Set(["modelVersion", "createTime", "responseId"]);

/** Events of `streamGenerateContent`: each an answer of its own, whose parts continue where the last one's ended. */
export class GeminiStream implements StreamCodec {
  readonly repeats = false;
  readonly #request: CompletionRequest;
  readonly #framing: Framing;
  readonly #candidates = new Map<string, GeminiCandidate>();
  readonly #names = new KnownNames();
  #eventCount = 0;
  #hasLeft = false;
  #textLength = 0;
  #head: JsonObject = {};
  #usage: Json = null;

  constructor(request: CompletionRequest, framing: Framing) {
    this.#request = request;
    this.#framing = framing;
  }

  readonly read = (received: SseEvent): Parsed<StreamStep> => {
    if (!hasData(received)) return { ok: true, value: plainStep(received) };
    const parsed = objectOf(received.data);
    if (parsed === null) return { ok: false, reason: "event" };
    this.#eventCount += 1;
    const { event, body } = withoutLoose(received, parsed, this.#framing);
    this.#remember(body);
    const { candidates } = body;
    if (this.#framing === JSON_ARRAY && event.lead === undefined)
      return wholeAnswerStep(event, body, { request: this.#request, framing: JSON_ARRAY });
    if (isArray(candidates)) return this.#readCandidates(event, body, candidates);
    // An error, the prompt's own block, a count of tokens.
    const channel = `events/${this.#eventCount}`;
    return {
      ok: true,
      value: wholeTextStep(event, body, { schema: GEMINI_SCHEMA, framing: this.#framing, channel }),
    };
  };

  readonly refusalEvents = ({ choices, all, refusal }: NativeEnd): readonly SseEvent[] => {
    // A stream without any candidate ends its first.
    const names = all && choices.length === 0 && this.#candidates.size === 0 ? ["0"] : choices;
    const usage = all ? { usageMetadata: this.#usage ?? this.#estimate() } : {};
    const candidates = names.map((name) => refusedCandidate(Number(name), refusal.message));
    // The AI SDK reads the first candidate of an event only.
    const bodies = candidates.map((candidate, at) => ({
      candidates: [candidate],
      ...(at === candidates.length - 1 ? usage : {}),
    }));
    const events: readonly JsonObject[] = all && bodies.length === 0 ? [usage] : bodies;
    return events.map((body) =>
      this.#framing.event(JSON.stringify({ ...body, ...this.#head, ...refusalNote(refusal) })),
    );
  };

  readonly errorEvents = (code: string, message: string, status: number): readonly SseEvent[] => [
    this.#framing.event(JSON.stringify(geminiErrorBody(code, message, status))),
  ];

  #readCandidates(event: SseEvent, body: JsonObject, candidates: readonly Json[]): Parsed<StreamStep> {
    const chunk: GeminiChunk = { event, body, deltas: [], places: [], closes: [] };
    const names = candidateNames(candidates);
    const list = BODY.child("candidates");
    const finishes: string[] = [];
    for (const [position, value] of candidates.entries()) {
      const name = names[position] ?? "";
      const candidate = this.#candidate(name);
      if (!isObject(value) || candidate === null || names.indexOf(name) !== position)
        return { ok: false, reason: "candidates" };
      this.#readCandidate(chunk, candidate, { name, pointer: list.child(position) });
      if (isFinished(value)) finishes.push(name);
    }
    this.#readRest(chunk);
    append(chunk.closes, this.#end(finishes));
    const { deltas, closes } = chunk;
    const render = (leaving: Leaving): SseEvent | null => {
      const isRewritten = leaving.isChanged || leaving.dropped.size > 0 || this.#hasStale(candidates);
      const rendered = isRewritten ? this.#render(chunk, leaving) : event;
      this.#hasLeft ||= rendered !== null;
      return rendered;
    };
    return { ok: true, value: { deltas, closes, choices: names, finishes, isEnd: false, render } };
  }

  #readCandidate(
    chunk: GeminiChunk,
    candidate: GeminiCandidate,
    { name, pointer }: { readonly name: string; readonly pointer: Pointer },
  ): void {
    const label = `candidates/${name}`;
    const calls = this.#readCalls(chunk, candidate, { name, pointer });
    const read = (leaf: TextLeaf): void => {
      if (isOfCall(leaf.pointer, calls)) return;
      // Parts of one kind continue from event to event.
      const { path, isLoose, isGrowing, call } = partPath(leaf, { label, isThought: isThought(chunk.body, leaf) });
      const joined = `${label}/${path}`;
      const channel = isGrowing ? joined : `${leaf.label}@${this.#eventCount}`;
      // A call waits for the text before it to be decided: where it is blocked, that text still leaves.
      if (call !== null) candidate.awaitEnd(channel);
      else if (!isGrowing) chunk.closes.push(channel);
      const delta = { channel, choice: name, text: leaf.text, origin: leaf.origin, isCopy: false };
      const isStructured = this.#request.isJsonOutput && path === "text";
      if (call !== null) {
        const group = `${label}/${call}@${this.#eventCount}`;
        const tool = leaf.tool === undefined ? {} : { tool: { call: group, ...leaf.tool } };
        this.#add(chunk, { ...delta, kind: "json", group, ...tool }, leaf);
      } else if (leaf.kind === "sealed") {
        // What is signed may not change at all; but it continues what came before, signed or not.
        const signed = `${leaf.label}@${this.#eventCount}`;
        chunk.closes.push(signed);
        this.#add(chunk, { ...delta, channel: signed, kind: "sealed" }, null);
        this.#append(chunk, candidate, { delta: { ...delta, kind: "text" }, place: { ...leaf, isSigned: true } });
      } else if (isLoose) {
        this.#add(chunk, wholeCall({ ...delta, kind: leaf.kind }, leaf.tool), leaf);
      } else if (!isGrowing) {
        candidate.awaitEnd(joined);
        this.#add(chunk, { ...wholeCall({ ...delta, kind: leaf.kind }, leaf.tool), joined }, leaf);
      } else {
        this.#append(chunk, candidate, { delta: { ...delta, kind: isStructured ? "json" : leaf.kind }, place: leaf });
      }
    };
    const start = { pointer, label, origin: "assistant" } as const;
    const text = (leaf: TextLeaf) => (leaf.isName === true ? this.#addName(chunk, leaf, name) : read(leaf));
    walkText(getAt(chunk.body, pointer) ?? null, GEMINI_SCHEMA, { text, unread: () => {} }, start);
  }

  /** Calls that come in pieces. Returns the positions of their parts. */
  #readCalls(
    chunk: GeminiChunk,
    candidate: GeminiCandidate,
    { name, pointer: around }: { readonly name: string; readonly pointer: Pointer },
  ): ReadonlySet<string | number> {
    const list = around.child("content").child("parts");
    const found = new Set<number>();
    for (const [at, part] of listField(getAt(chunk.body, around.child("content")), "parts").entries()) {
      const key = CALL_KEYS.find((each) => field(part, each) !== undefined) ?? "";
      const call = field(part, key);
      const pointer = list.child(at).child(key);
      const read = isObject(call) ? candidate.calls.read(call, { pointer, event: `${this.#eventCount}.${at}` }) : null;
      if (read === null) continue;
      found.add(at);
      for (const { pointer: place, ...piece } of read.pieces) {
        const about = { choice: name, origin: "assistant", isCopy: false, group: read.call } as const;
        const stands = place === null ? null : { pointer: place, isValue: false, text: piece.text };
        this.#append(chunk, candidate, { delta: { ...about, ...piece }, place: stands });
      }
    }
    return found;
  }

  /** Texts beside the candidates: each by itself, of no candidate. */
  #readRest(chunk: GeminiChunk): void {
    const { candidates: _, ...rest } = chunk.body;
    const read = (leaf: TextLeaf): void => {
      if (leaf.isName === true) {
        this.#addName(chunk, leaf, null);
        return;
      }
      const { label: channel, text, kind, origin } = leaf;
      chunk.closes.push(channel);
      this.#add(chunk, { channel, choice: null, text, kind, origin, isCopy: false }, leaf);
    };
    const start = { pointer: BODY, label: `events/${this.#eventCount}`, origin: "assistant" } as const;
    walkText(rest, GEMINI_SCHEMA, { text: read, unread: () => {} }, start);
  }

  #addName(chunk: GeminiChunk, leaf: TextLeaf, choice: string | null): void {
    if (this.#names.unread([leaf]).length === 0) return;
    const delta = nameDelta(leaf, choice, this.#eventCount);
    chunk.closes.push(delta.channel);
    this.#add(chunk, delta, leaf);
  }

  #append(
    chunk: GeminiChunk,
    candidate: GeminiCandidate,
    { delta, place }: { readonly delta: TextDelta; readonly place: GeminiPlace },
  ): void {
    const [before, own] = candidate.append(delta);
    if (before !== null) this.#add(chunk, before, null);
    this.#add(chunk, own, place);
  }

  #add(chunk: GeminiChunk, delta: TextDelta, place: GeminiPlace): void {
    this.#textLength += place === null ? 0 : delta.text.length;
    chunk.deltas.push(delta);
    chunk.places.push(place);
  }

  #render(chunk: GeminiChunk, { texts, dropped, unfinished }: Leaving): SseEvent | null {
    const { event, places } = chunk;
    const body = this.#withTexts(chunk, texts);
    const candidates = field(body, "candidates");
    if (!isObject(body) || !isArray(candidates)) return event;
    const names = candidateNames(candidates);
    const withText = candidatesWithText(places);
    const kept = candidates.flatMap((candidate, position) => {
      const name = names[position] ?? "";
      if (dropped.has(name)) return [];
      const open = unfinished.has(name) ? withoutFinish(candidate) : candidate;
      if (this.#candidates.get(name)?.isChanged !== false) return [withoutCopies(open)];
      // Tokens may stay only beside the text that they repeat.
      return [withText.has(position) ? open : withoutTokens(open)];
    });
    if (kept.length > 0 || candidates.length === 0)
      return this.#framing.withData(event, JSON.stringify({ ...body, candidates: kept }));
    // Usage is forwarded; but where nothing has left yet, nothing of a blocked answer opens the stream.
    const { candidates: _, ...rest } = body;
    const isBare = Object.keys(rest).every((key) => NAMES.has(key));
    return this.#hasLeft && !isBare ? this.#framing.withData(event, JSON.stringify(rest)) : null;
  }

  #withTexts({ body: before, deltas, places }: GeminiChunk, texts: readonly string[]): Json {
    const edits = new BodyEdits();
    for (const [at, place] of places.entries()) {
      const text = texts[at] ?? "";
      if (place === null || text === place.text) continue;
      if (place.isSigned === true) cutThought(edits, before, { ...place, text: shownThought(texts, at, place.text) });
      else edits.setText({ ...place, text });
      const candidate = this.#candidates.get(deltas[at]?.choice ?? "");
      if (candidate !== undefined) candidate.isChanged = true;
    }
    return edits.of(before);
  }

  /** Copies may come later than the text that they repeat. */
  #hasStale(candidates: readonly Json[]): boolean {
    const names = candidateNames(candidates);
    return candidates.some(
      (candidate, at) =>
        (hasTokens(candidate) || hasSegments(candidate)) && this.#candidates.get(names[at] ?? "")?.isChanged === true,
    );
  }

  /** `null` when there would be too many. */
  #candidate(name: string): GeminiCandidate | null {
    const known = this.#candidates.get(name);
    if (known !== undefined || this.#candidates.size === CANDIDATES_MAX) return known ?? null;
    const candidate = new GeminiCandidate(name);
    this.#candidates.set(name, candidate);
    return candidate;
  }

  /** Some servers write an end into every event. A lone candidate ends with the stream, at no cost. */
  #end(finishes: readonly string[]): readonly string[] {
    if (Math.max(this.#request.choiceCount, this.#candidates.size) === 1) return [];
    return finishes.flatMap((name) => this.#candidates.get(name)?.end() ?? []);
  }

  #remember(body: JsonObject): void {
    const usage = body["usageMetadata"];
    if (isObject(usage)) this.#usage = usage;
    for (const key of NAMES) {
      const value = body[key];
      if (typeof value === "string" && !Object.hasOwn(this.#head, key)) this.#head = { ...this.#head, [key]: value };
    }
  }

  #estimate(): JsonObject {
    const { input, output } = estimateUsage(this.#request, this.#textLength);
    return {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      guardrail_estimated: true,
    };
  }
}

/** A candidate of a stream. */
class GeminiCandidate {
  readonly calls: GeminiCalls;
  /** Some of its text has left otherwise than it came. */
  isChanged = false;
  readonly #texts = new EndedTexts();
  /** Channels of calls that came whole. */
  readonly #whole = new Set<string>();
  /** Text has come after its end, so its ends do not count: it ends with the stream. */
  #isEndless = false;

  constructor(name: string) {
    this.calls = new GeminiCalls(`candidates/${name}`);
  }

  /** A call that waits for the end of the candidate. */
  awaitEnd(channel: string): void {
    this.#whole.add(channel);
  }

  /** The delta in its channel, after what must precede it. */
  append(delta: TextDelta): readonly [before: TextDelta | null, delta: TextDelta] {
    const { channel, before } = this.#texts.add(delta.channel, delta);
    this.#isEndless ||= before !== "";
    const own = { ...delta, channel };
    return [before === "" ? null : { ...own, text: before }, own];
  }

  /** Channels that end with it. Those of an unfinished call do not. */
  end(): readonly string[] {
    if (this.#isEndless) return [];
    const closes = [...this.#whole, ...this.#texts.end((name) => this.calls.isOpen(name))];
    this.#whole.clear();
    return closes;
  }
}

/**
 * An answer that came in one piece where an array was to come: nothing can follow it, so a block removes all of it, and
 * the client gets the refusal instead.
 */
function wholeAnswerStep(
  event: SseEvent,
  body: JsonObject,
  { request, framing }: { readonly request: CompletionRequest; readonly framing: Framing },
): Parsed<StreamStep> {
  const slots = candidateSlots(body, request);
  if (!slots.ok) return slots;
  const step = wholeTextStep(event, body, { schema: GEMINI_SCHEMA, framing, channel: "answer" });
  const render: StreamStep["render"] = (leaving) => {
    const rendered = step.render(leaving);
    if (!leaving.isChanged || rendered?.data == null) return rendered;
    const changed = parseJson(rendered.data);
    return changed.ok ? framing.withData(rendered, JSON.stringify(withoutCandidateRepeats(changed.value))) : rendered;
  };
  return { ok: true, value: { ...step, render } };
}

import { parseJson } from "../core/json.ts";
import type { Json, JsonObject } from "../core/model.ts";
import type { CompletionRequest, Parsed, StreamCodec, StreamStep, TextDelta } from "./codec.ts";
import { field, isArray, isObject } from "./json-read.ts";
import { hasTokens } from "./openai-chat-repeats.ts";
import { openAiErrorBody } from "./openai-errors.ts";
import { setAt } from "./pointer.ts";
import type { SseEvent } from "./sse.ts";
import { sseEvent, withData } from "./sse-parser.ts";
import { walkText, type TextLeaf } from "./text-walk.ts";

/** What `withTexts` needs of an event that was read. */
interface ReadEvent {
  readonly body: Json;
  readonly pointers: readonly string[];
  readonly texts: readonly string[];
}

/** A choice of the stream. After its finish its channels start anew, so that late text is checked too. */
interface Choice {
  readonly open: Set<string>;
  generation: number;
}

const NOTHING: StreamStep = { deltas: [], closes: [], choices: [], finishes: [], mustRewrite: false, isEnd: false };
const DONE = "[DONE]";
/** UTF-16 units a token, about: only for the usage of an answer that was cut short. */
const CHARS_PER_TOKEN = 4;
/** Most choices a stream may open; the API's own limit is 128. */
const CHOICES_MAX = 1024;

/** Chunks of `chat.completion.chunk`, choices interleaved, tool calls told apart by their `index`. */
export class OpenAiChatStream implements StreamCodec {
  readonly #request: CompletionRequest;
  readonly #read = new WeakMap<SseEvent, ReadEvent>();
  readonly #choices = new Map<string, Choice>();
  #eventCount = 0;
  #textLength = 0;
  #head: JsonObject = {};
  #usage: Json = null;

  constructor(request: CompletionRequest) {
    this.#request = request;
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    if (event.data === null) return { ok: true, value: NOTHING };
    if (event.data.trim() === DONE) {
      const closes = [...this.#choices.values()].flatMap((choice) => this.#close(choice));
      return { ok: true, value: { ...NOTHING, closes, isEnd: true } };
    }
    const parsed = parseJson(event.data);
    if (!parsed.ok || !isObject(parsed.value)) return { ok: false, reason: "event" };
    this.#eventCount += 1;
    const body = parsed.value;
    const choices = body["choices"];
    return isArray(choices) ? this.#readChoices(event, body, choices) : this.#readOther(event, body);
  };

  readonly withTexts = (event: SseEvent, texts: readonly string[], dropped: ReadonlySet<string>): SseEvent | null => {
    const read = this.#read.get(event);
    if (read === undefined) return event;
    let { body } = read;
    const unchanged = new Set<number>();
    for (const [at, pointer] of read.pointers.entries()) {
      const text = texts[at] ?? "";
      if (text === read.texts[at]) unchanged.add(positionOf(pointer));
      else body = setAt(body, pointer, text);
    }
    for (const [at, pointer] of read.pointers.entries())
      if (texts[at] !== read.texts[at]) unchanged.delete(positionOf(pointer));
    const choices = field(body, "choices");
    if (!isObject(body) || !isArray(choices)) return withData(event, JSON.stringify(body));
    const kept = choices.flatMap((choice, position) => {
      if (dropped.has(choiceName(choice, position))) return [];
      // Tokens may stay only beside the text that they repeat.
      return [unchanged.has(position) ? choice : withoutTokens(choice)];
    });
    if (kept.length === 0 && choices.length > 0) return null;
    return withData(event, JSON.stringify({ ...body, choices: kept }));
  };

  readonly refusalEvents = (end: {
    readonly choices: readonly string[];
    readonly all: boolean;
  }): readonly SseEvent[] => {
    const chunk = (fields: JsonObject): SseEvent =>
      sseEvent(JSON.stringify({ object: "chat.completion.chunk", ...this.#head, ...fields }));
    const asksUsage = this.#request.includeUsage;
    const events = end.choices.map((name) => {
      const choice = { index: Number(name), delta: {}, logprobs: null, finish_reason: "content_filter" };
      return chunk({ choices: [choice], ...(asksUsage ? { usage: null } : {}) });
    });
    if (!end.all) return events;
    if (asksUsage) events.push(chunk({ choices: [], usage: this.#usage ?? this.#estimate() }));
    return [...events, sseEvent(DONE)];
  };

  readonly errorEvent = (code: string, message: string, status: number): SseEvent =>
    sseEvent(JSON.stringify(openAiErrorBody(code, message, status)));

  #readChoices(event: SseEvent, body: JsonObject, choices: readonly Json[]): Parsed<StreamStep> {
    this.#remember(body);
    const leaves: TextLeaf[] = [];
    const deltas: TextDelta[] = [];
    const closes: string[] = [];
    const names: string[] = [];
    const finishes: string[] = [];
    let mustRewrite = false;
    for (const [position, value] of choices.entries()) {
      const name = choiceName(value, position);
      const choice = this.#choice(name);
      if (!isObject(value) || choice === null || names.includes(name)) return { ok: false, reason: "choices" };
      names.push(name);
      const before = leaves.length;
      walkText(value, sinkTo(leaves), { pointer: `/choices/${position}`, label: `choices/${name}` });
      for (const leaf of leaves.slice(before)) deltas.push(this.#delta(leaf, name, choice, closes));
      mustRewrite ||= leaves.length === before && hasTokens(value["logprobs"]);
      if (typeof value["finish_reason"] !== "string") continue;
      finishes.push(name);
      closes.push(...this.#close(choice));
    }
    this.#keep(event, body, leaves);
    return { ok: true, value: { deltas, closes, choices: names, finishes, mustRewrite, isEnd: false } };
  }

  /** An event without choices (an error, a vendor's own): whatever text it has is checked at once, as a whole. */
  #readOther(event: SseEvent, body: JsonObject): Parsed<StreamStep> {
    const leaves: TextLeaf[] = [];
    walkText(body, sinkTo(leaves), { pointer: "", label: `events/${this.#eventCount}` });
    this.#keep(event, body, leaves);
    const deltas = leaves.map(({ label, text, kind }) => ({ channel: label, choice: null, text, kind }));
    return { ok: true, value: { ...NOTHING, deltas, closes: deltas.map((delta) => delta.channel) } };
  }

  #keep(event: SseEvent, body: Json, leaves: readonly TextLeaf[]): void {
    const pointers = leaves.map((leaf) => leaf.pointer);
    const texts = leaves.map((leaf) => leaf.text);
    this.#read.set(event, { body, pointers, texts });
  }

  #delta(leaf: TextLeaf, name: string, choice: Choice, closes: string[]): TextDelta {
    this.#textLength += leaf.text.length;
    const isLoose = leaf.label.includes("#");
    // Elements of a list without `index` are no pieces of one text: each is checked by itself.
    const suffix = isLoose ? `@${this.#eventCount}` : choice.generation === 0 ? "" : `~${choice.generation}`;
    const channel = leaf.label.replace("/delta/", "/") + suffix;
    if (isLoose) closes.push(channel);
    else choice.open.add(channel);
    // A tool call is released when it is complete: clients run what they have when a stream is cut.
    const isWhole = /\/(?:tool_calls|function_call)\//.test(channel);
    const isStructured = this.#request.isJsonOutput && channel === `choices/${name}/content`;
    return { channel, choice: name, text: leaf.text, kind: isWhole || isStructured ? "json" : leaf.kind };
  }

  /** `null` when there would be too many. */
  #choice(name: string): Choice | null {
    const known = this.#choices.get(name);
    if (known !== undefined || this.#choices.size === CHOICES_MAX) return known ?? null;
    const choice = { open: new Set<string>(), generation: 0 };
    this.#choices.set(name, choice);
    return choice;
  }

  #close(choice: Choice): readonly string[] {
    const closes = [...choice.open];
    choice.open.clear();
    choice.generation += 1;
    return closes;
  }

  #remember(body: JsonObject): void {
    if (isObject(body["usage"])) this.#usage = body["usage"];
    if (Object.hasOwn(this.#head, "id")) return;
    const { id, object, created, model, system_fingerprint: fingerprint } = body;
    const head = { id, object, created, model, system_fingerprint: fingerprint };
    // Only what was there: a field that the provider leaves out is not invented.
    const present = Object.entries(head).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value] as const],
    );
    this.#head = Object.fromEntries(present);
  }

  #estimate(): JsonObject {
    const promptLength = this.#request.slots.reduce((sum, slot) => sum + slot.text.length, 0);
    const prompt = Math.ceil(promptLength / CHARS_PER_TOKEN);
    const completion = Math.ceil(this.#textLength / CHARS_PER_TOKEN);
    return {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      guardrail_estimated: true,
    };
  }
}

function sinkTo(leaves: TextLeaf[]): { readonly text: (leaf: TextLeaf) => void; readonly unread: () => void } {
  return { text: (leaf) => leaves.push(leaf), unread: () => {} };
}

function choiceName(choice: Json, position: number): string {
  const index = field(choice, "index");
  return String(typeof index === "number" ? index : position);
}

/** The choice's place in the list: `/choices/1/delta/content` → 1. */
function positionOf(pointer: string): number {
  return Number(pointer.split("/")[2]);
}

function withoutTokens(choice: Json): Json {
  return isObject(choice) && "logprobs" in choice ? { ...choice, logprobs: null } : choice;
}

import type { Json, JsonObject } from "../core/model.ts";
import type { CompletionRequest, Leaving, Parsed, StreamCodec, StreamEnd, StreamStep, TextDelta } from "./codec.ts";
import { EventTemplates, type TemplateMatch } from "./event-template.ts";
import type { Framing } from "./framing.ts";
import { isArray, isObject, objectOf } from "./json-read.ts";
import { choiceName, leavesOf, readChunk, renderChunk, restOf, type Chunk } from "./openai-choice-chunk.ts";
import { hasTokens } from "./openai-choices.ts";
import { CHAT_DIALECT } from "./openai-dialect.ts";
import { openAiErrorBody } from "./openai-errors.ts";
import { textAt } from "./pointer.ts";
import type { SseEvent } from "./sse.ts";
import { plainStep, wholeTextStep } from "./stream-steps.ts";
import type { TextLeaf } from "./text-walk.ts";
import { estimateUsage } from "./usage.ts";

/** A choice of the stream. After its finish its channels start anew, so that late text is checked too. */
interface Choice {
  readonly open: Set<string>;
  generation: number;
}

const DONE = "[DONE]";
/** The channels of one call. */
const TOOL_CALL = /^choices\/[^/]+\/(?:tool_calls\/[^/]+|function_call)(?=\/)/;
/** Most choices a stream may open; the API's own limit is 128. */
const CHOICES_MAX = 1024;

export interface ChoiceShape {
  /** `object` of an event. */
  readonly object: string;
  /** The fields of a choice that ends without text. */
  readonly refused: () => JsonObject;
}

/** Chunks of chat completions and of completions: choices interleaved, tool calls told apart by their `index`. */
export class OpenAiChoiceStream implements StreamCodec {
  readonly repeats = false;
  readonly #request: CompletionRequest;
  readonly #framing: Framing;
  readonly #shape: ChoiceShape;
  readonly #templates = new EventTemplates<TextDelta>();
  readonly #choices = new Map<string, Choice>();
  #eventCount = 0;
  #textLength = 0;
  #head: JsonObject = {};
  #usage: Json = null;

  constructor(request: CompletionRequest, framing: Framing, shape: ChoiceShape) {
    this.#request = request;
    this.#framing = framing;
    this.#shape = shape;
  }

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    if (event.data === null) return { ok: true, value: plainStep(event) };
    if (event.data.trim() === DONE) {
      const closes = [...this.#choices.values()].flatMap((choice) => this.#close(choice));
      return { ok: true, value: { ...plainStep(event), closes, isEnd: true } };
    }
    this.#eventCount += 1;
    const known = this.#templates.read(event.data);
    if (known !== null) return { ok: true, value: this.#knownStep(event, known) };
    const body = objectOf(event.data);
    if (body === null) return { ok: false, reason: "event" };
    const choices = body["choices"];
    if (isArray(choices)) return this.#readChoices({ event, body, data: event.data }, choices);
    // An error, a vendor's own.
    const channel = `events/${this.#eventCount}`;
    return { ok: true, value: wholeTextStep(event, body, { dialect: CHAT_DIALECT, framing: this.#framing, channel }) };
  };

  readonly refusalEvents = ({ choices, all }: StreamEnd): readonly SseEvent[] => {
    const chunk = (fields: JsonObject): SseEvent =>
      this.#framing.event(JSON.stringify({ object: this.#shape.object, ...this.#head, ...fields }));
    const asksUsage = this.#request.includeUsage;
    const events = choices.map((name) => {
      const choice = {
        index: Number(name),
        ...this.#shape.refused(),
        logprobs: null,
        finish_reason: "content_filter",
      };
      return chunk({ choices: [choice], ...(asksUsage ? { usage: null } : {}) });
    });
    if (!all) return events;
    if (asksUsage) events.push(chunk({ choices: [], usage: this.#usage ?? this.#estimate() }));
    return [...events, this.#framing.event(DONE)];
  };

  readonly errorEvents = (code: string, message: string, status: number): readonly SseEvent[] => [
    this.#framing.event(JSON.stringify(openAiErrorBody(code, message, status))),
  ];

  #readChoices(chunk: Omit<Chunk, "leaves">, choices: readonly Json[]): Parsed<StreamStep> {
    const { body } = chunk;
    this.#remember(body);
    const leaves: TextLeaf[] = [];
    const deltas: TextDelta[] = [];
    const closes: string[] = [];
    const names: string[] = [];
    const finishes: string[] = [];
    let hasLooseTokens = false;
    for (const [position, value] of choices.entries()) {
      const name = choiceName(value, position);
      const choice = this.#choice(name);
      if (!isObject(value) || choice === null || names.includes(name)) return { ok: false, reason: "choices" };
      names.push(name);
      const own = leavesOf(value, { pointer: `/choices/${position}`, label: `choices/${name}` });
      leaves.push(...own);
      for (const leaf of own) deltas.push(this.#delta(leaf, name, choice, closes));
      hasLooseTokens ||= own.length === 0 && hasTokens(value["logprobs"]);
      if (typeof value["finish_reason"] !== "string") continue;
      finishes.push(name);
      closes.push(...this.#close(choice));
    }
    this.#readRest(body, { leaves, deltas, closes });
    this.#learn(chunk, leaves, { deltas, closes });
    const whole = { ...chunk, leaves };
    const render = (leaving: Leaving): SseEvent | null =>
      hasLooseTokens || leaving.isChanged || leaving.dropped.size > 0
        ? renderChunk(whole, leaving, this.#framing)
        : chunk.event;
    return { ok: true, value: { deltas, closes, choices: names, finishes, isEnd: false, render } };
  }

  /** Fields beside the choices, such as the sources that some servers name: each text by itself. */
  #readRest(body: JsonObject, found: { leaves: TextLeaf[]; deltas: TextDelta[]; closes: string[] }): void {
    for (const leaf of restOf(body, `events/${this.#eventCount}`)) {
      const { label: channel, text, kind, origin } = leaf;
      found.leaves.push(leaf);
      found.deltas.push({ channel, choice: null, text, kind, origin, isCopy: false });
      found.closes.push(channel);
    }
  }

  #learn(
    { data, body }: Omit<Chunk, "leaves">,
    leaves: readonly TextLeaf[],
    found: { readonly deltas: readonly TextDelta[]; readonly closes: readonly string[] },
  ): void {
    const [leaf] = leaves;
    const [delta] = found.deltas;
    if (leaf === undefined || delta === undefined || leaves.length > 1 || found.closes.length > 0 || leaf.isValue)
      return;
    if (isObject(body["usage"])) return;
    this.#templates.learn({
      data,
      text: leaf.text,
      shape: delta,
      isSame: (other, text) => textAt(other, leaf.pointer) === text,
    });
  }

  #knownStep(event: SseEvent, { shape, text }: TemplateMatch<TextDelta>): StreamStep {
    this.#textLength += text.length;
    const { choice } = shape;
    const render = (leaving: Leaving): SseEvent | null => {
      if (!leaving.isChanged && leaving.dropped.size === 0) return event;
      const chunk = readChunk(event);
      return chunk === null ? event : renderChunk(chunk, leaving, this.#framing);
    };
    const choices = choice === null ? [] : [choice];
    return { deltas: [{ ...shape, text }], closes: [], choices, finishes: [], isEnd: false, render };
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
    const group = TOOL_CALL.exec(channel)?.[0];
    const isStructured = this.#request.isJsonOutput && channel === `choices/${name}/content`;
    const kind = group !== undefined || isStructured ? "json" : leaf.kind;
    const delta = { channel, choice: name, text: leaf.text, kind, origin: leaf.origin, isCopy: false } as const;
    return group === undefined ? delta : { ...delta, group: group + suffix };
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
    // What they learnt names channels that are over.
    this.#templates.clear();
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
    const { input, output } = estimateUsage(this.#request, this.#textLength);
    return {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      guardrail_estimated: true,
    };
  }
}

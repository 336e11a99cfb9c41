import { append } from "../core/append.ts";
import type { Json, JsonObject } from "../core/model.ts";
import type {
  CompletionRequest,
  Leaving,
  Parsed,
  PieceShape,
  PieceStep,
  StreamCodec,
  StreamEnd,
  StreamStep,
  TextDelta,
} from "./codec.ts";
import { EventTemplates } from "./event-template.ts";
import type { Framing } from "./framing.ts";
import { field, isArray, isObject, objectOf, stringField } from "./json-read.ts";
import { choiceName, readChunk, renderChunk, withoutMessages, type Chunk } from "./openai-choice-chunk.ts";
import { hasTokens, leavesBeside } from "./openai-choices.ts";
import { CHAT_DIALECT } from "./openai-dialect.ts";
import { openAiErrorBody } from "./openai-errors.ts";
import { textAt } from "./edits.ts";
import { BODY, type Pointer } from "./pointer.ts";
import { refusalNote } from "./refusal-note.ts";
import type { SseEvent } from "./sse.ts";
import { isBlank, pieceStep, plainStep, wholeTextStep } from "./stream-steps.ts";
import { leavesOf, type TextLeaf } from "./text-walk.ts";
import { estimateUsage } from "./usage.ts";

interface Choice {
  readonly open: Set<string>;
  /** Tool calls so far, of those without an index. */
  calls: number;
  /** The provider has named its end, perhaps too early. */
  isFinishing: boolean;
  isEnded: boolean;
}

const DONE = "[DONE]";
/** Fields that an event of ours repeats. */
const HEAD = ["id", "object", "created", "model", "system_fingerprint"] as const;
const UNNUMBERED_CALL = /(\/tool_calls\/)#(\d+)/;
/** The channels of one call. */
const TOOL_CALL = /^choices\/[^/]+\/(?:tool_calls\/[^/]+|function_call)(?=\/)/;
/** Most choices a stream may open; the API's own limit is 128. */
const CHOICES_MAX = 1024;

/** What an event holds. */
interface Found {
  readonly leaves: TextLeaf[];
  readonly deltas: TextDelta[];
  readonly closes: string[];
  readonly names: string[];
  readonly finishes: string[];
  hasLooseTokens: boolean;
}

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
  readonly #templates = new EventTemplates<PieceShape>();
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

  readonly readPiece = ({ data }: SseEvent): PieceStep | null => {
    const piece = data === null ? null : this.#templates.read(data);
    if (piece === null) return null;
    this.#eventCount += 1;
    this.#textLength += piece.text.length;
    return piece;
  };

  readonly read = (event: SseEvent): Parsed<StreamStep> => {
    const piece = this.readPiece(event);
    if (piece !== null) return { ok: true, value: pieceStep(event, piece) };
    if (event.data === null || isBlank(event)) return { ok: true, value: plainStep(event) };
    if (event.data.trim() === DONE) {
      const closes = [...this.#choices.values()].flatMap((choice) => this.#close(choice));
      return { ok: true, value: { ...plainStep(event), closes, isEnd: true } };
    }
    this.#eventCount += 1;
    const body = objectOf(event.data);
    if (body === null) return { ok: false, reason: "event" };
    const choices = body["choices"];
    if (isArray(choices)) {
      const stripped = withoutMessages(choices);
      const isStripped = stripped !== null;
      const shown = isStripped ? { ...body, choices: stripped } : body;
      return this.#readChoices({ event, body: shown, data: event.data, isStripped }, stripped ?? choices);
    }
    // An error, a vendor's own.
    const channel = `events/${this.#eventCount}`;
    return { ok: true, value: wholeTextStep(event, body, { dialect: CHAT_DIALECT, framing: this.#framing, channel }) };
  };

  readonly refusalEvents = ({ choices, all, refusal }: StreamEnd): readonly SseEvent[] => {
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
      return chunk({ choices: [choice], ...(asksUsage ? { usage: null } : {}), ...refusalNote(refusal) });
    });
    if (!all) return events;
    if (asksUsage) events.push(chunk({ choices: [], usage: this.#usage ?? this.#estimate() }));
    return [...events, this.#framing.event(DONE)];
  };

  readonly errorEvents = (code: string, message: string, status: number): readonly SseEvent[] => [
    this.#framing.event(JSON.stringify(openAiErrorBody(code, message, status))),
  ];

  #readChoices(chunk: Omit<Chunk, "leaves">, choices: readonly Json[]): Parsed<StreamStep> {
    this.#remember(chunk.body);
    const found: Found = { leaves: [], deltas: [], closes: [], names: [], finishes: [], hasLooseTokens: false };
    const list = BODY.child("choices");
    for (const [position, value] of choices.entries()) {
      const reason = this.#readChoice(value, list.child(position), found);
      if (reason !== null) return { ok: false, reason };
    }
    for (const [name, choice] of this.#choices)
      if (choice.isFinishing && !found.names.includes(name)) append(found.closes, this.#close(choice));
    this.#readRest(chunk.body, found);
    const { leaves, deltas, closes, names, finishes, hasLooseTokens } = found;
    if (finishes.length + closes.length === 0 && !chunk.isStripped) this.#learn(chunk, leaves, deltas);
    const whole = { ...chunk, leaves };
    const isRewritten = hasLooseTokens || chunk.isStripped;
    const render = (leaving: Leaving): SseEvent | null =>
      isRewritten || leaving.isChanged || leaving.dropped.size > 0
        ? renderChunk(whole, leaving, this.#framing)
        : chunk.event;
    return { ok: true, value: { deltas, closes, choices: names, finishes, isEnd: false, render } };
  }

  /** @returns why it cannot be read, or `null` */
  #readChoice(value: Json, pointer: Pointer, found: Found): string | null {
    const name = choiceName(value, Number(pointer.token));
    const choice = this.#choice(name);
    if (!isObject(value) || choice === null || found.names.includes(name)) return "choices";
    found.names.push(name);
    const own = leavesOf(value, CHAT_DIALECT, { pointer, label: `choices/${name}` });
    // A client would join it with what was decided without it.
    if (choice.isEnded && own.length > 0) return "text behind the end";
    const calls = this.#numberCalls(value, choice);
    for (const leaf of own) {
      found.leaves.push(leaf);
      found.deltas.push(this.#delta(leaf, name, { choice, calls, closes: found.closes }));
    }
    if (own.length === 0 && hasTokens(value["logprobs"])) found.hasLooseTokens = true;
    if (stringField(value, "finish_reason") !== "") {
      found.finishes.push(name);
      choice.isFinishing = true;
    }
    // Some servers write a reason into every event: an end that comes with text is one when no more text follows.
    if (choice.isFinishing && own.length === 0) append(found.closes, this.#close(choice));
    return null;
  }

  /** Fields beside the choices, such as the sources that some servers name: each text by itself. */
  #readRest(body: JsonObject, found: Found): void {
    for (const leaf of leavesBeside(body, { label: `events/${this.#eventCount}` })) {
      const { label: channel, text, kind, origin } = leaf;
      found.leaves.push(leaf);
      found.deltas.push({ channel, choice: null, text, kind, origin, isCopy: false });
      found.closes.push(channel);
    }
  }

  #learn(
    { data, body }: Omit<Chunk, "leaves">,
    [leaf, ...more]: readonly TextLeaf[],
    [delta]: readonly TextDelta[],
  ): void {
    if (leaf === undefined || delta === undefined || more.length > 0 || leaf.isValue) return;
    if (isObject(body["usage"])) return;
    const isSame = (other: string, text: string): boolean => textAt(other, leaf.pointer) === text;
    const choices = delta.choice === null ? [] : [delta.choice];
    this.#templates.learn({ data, text: leaf.text, shape: { delta, choices, render: this.#renderPiece }, isSame });
  }

  readonly #renderPiece: PieceShape["render"] = (event, _, leaving) => {
    if (!leaving.isChanged && leaving.dropped.size === 0) return event;
    const chunk = readChunk(event);
    return chunk === null ? event : renderChunk(chunk, leaving, this.#framing);
  };

  #delta(
    leaf: TextLeaf,
    name: string,
    {
      choice,
      calls,
      closes,
    }: { readonly choice: Choice; readonly calls: readonly string[]; readonly closes: string[] },
  ): TextDelta {
    this.#textLength += leaf.text.length;
    const label = leaf.label
      .replace("/delta/", "/")
      .replace(UNNUMBERED_CALL, (_, list: string, at: string) => `${list}${calls[Number(at)] ?? at}`);
    // They come whole; other elements without an index go on with the one at their place.
    const isLoose = label.includes("/annotations/#");
    const channel = isLoose ? `${label}@${this.#eventCount}` : label;
    if (isLoose) closes.push(channel);
    else choice.open.add(channel);
    // A tool call is released when it is complete: clients run what they have when a stream is cut.
    const group = TOOL_CALL.exec(channel)?.[0];
    const isStructured = this.#request.isJsonOutput && channel === `choices/${name}/content`;
    const kind = group !== undefined || isStructured ? "json" : leaf.kind;
    const delta = { channel, choice: name, text: leaf.text, kind, origin: leaf.origin, isCopy: false } as const;
    if (group === undefined) return delta;
    return leaf.tool === undefined ? { ...delta, group } : { ...delta, group, tool: { call: group, at: leaf.tool.at } };
  }

  /** Names for calls without an index, by their place: one with an id is new, one without goes on with the last. */
  #numberCalls(value: JsonObject, choice: Choice): readonly string[] {
    const calls = field(value["delta"], "tool_calls");
    if (!isArray(calls)) return [];
    return calls.map((call) => {
      if (stringField(call, "id") !== "") {
        choice.calls += 1;
        // What they learnt goes on with the call before.
        this.#templates.clear();
      }
      return `+${choice.calls}`;
    });
  }

  /** `null` when there would be too many. */
  #choice(name: string): Choice | null {
    const known = this.#choices.get(name);
    if (known !== undefined || this.#choices.size === CHOICES_MAX) return known ?? null;
    const choice = { open: new Set<string>(), calls: 0, isFinishing: false, isEnded: false };
    this.#choices.set(name, choice);
    return choice;
  }

  #close(choice: Choice): readonly string[] {
    const closes = [...choice.open];
    choice.open.clear();
    choice.isFinishing = false;
    choice.isEnded = true;
    // What they learnt names channels that are over.
    this.#templates.clear();
    return closes;
  }

  #remember(body: JsonObject): void {
    if (isObject(body["usage"])) this.#usage = body["usage"];
    if (Object.hasOwn(this.#head, "id")) return;
    // Only what was there: a field that the provider leaves out is not invented.
    const present = HEAD.flatMap((key) => (body[key] === undefined ? [] : [[key, body[key]] as const]));
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

import { append } from "../../core/lists.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import type {
  CompletionRequest,
  DeltaTool,
  Leaving,
  Parsed,
  PieceShape,
  PieceStep,
  StreamCodec,
  NativeEnd,
  StreamStep,
  TextDelta,
} from "../codec.ts";
import { EventTemplates } from "../shared/event-template.ts";
import type { Framing, SseEvent } from "../framing/framing.ts";
import {
  KnownNames,
  nameDelta,
  hasData,
  joinedBy,
  loneDelta,
  pieceStep,
  plainStep,
  withoutLoose,
  wholeTextStep,
} from "../shared/stream-steps.ts";
import { namesOf } from "../../core/tool-call.ts";
import { field, isArray, isObject, objectOf, stringField, pick } from "../shared/json-read.ts";
import { listAround, BODY, type Pointer } from "../shared/pointer.ts";
import {
  choiceName,
  readChunk,
  renderChunk,
  withoutMessages,
  type ChoiceChunk,
  leavesBeside,
} from "./openai-choices.ts";
import { CHAT_SCHEMA } from "./openai-fields.ts";
import { openAiErrorBody } from "./openai-errors.ts";
import { refusalNote, estimateUsage } from "../shared/native-ends.ts";
import { leavesOf, type TextLeaf } from "../shared/text-walk.ts";
import { callNames, hasArguments } from "../shared/call-shapes.ts";

interface Choice {
  readonly open: Set<string>;
  readonly calls: CallNumbers;
  /** Of texts that clients append to what came before, or take as they are: what came first, until it has been checked by itself. */
  readonly firsts: Map<string, TextDelta | null>;
  /** The provider has named its end, perhaps too early. */
  isFinishing: boolean;
  isEnded: boolean;
}

const DONE = "[DONE]";
/** Fields that an event of ours repeats. */
const HEAD = ["id", "object", "created", "model", "system_fingerprint"] as const;
/** Clients append parts without an index to what came before, whether it came as a part or as a text. */
const UNNUMBERED_PART = /(?<=\/(?:content|thinking))\/#\d+\/text$/;
/** What pieces continue: all clients append them. */
const GROWING =
  /\/(?:arguments|code|content|input|reasoning|reasoning_content|refusal|summary|text|thinking|transcript|value)(?:\/#?\d+)*$/;
/** Most choices a stream may open; the API's own limit is 128. */
const CHOICES_MAX = 1024;

/** What an event holds. */
interface Found {
  readonly leaves: TextLeaf[];
  /** One a leaf. */
  readonly deltas: TextDelta[];
  /** Texts of them, once more. */
  readonly alone: TextDelta[];
  readonly closes: string[];
  readonly names: string[];
  readonly finishes: string[];
}

interface ChoiceShape {
  /** `object` of an event. */
  readonly object: string;
  /** The fields of a choice that ends without text. */
  readonly refused: JsonObject;
}

/** Chunks of chat completions and of completions: choices interleaved, tool calls distinguished by `index`. */
export class OpenAiChoiceStream implements StreamCodec {
  readonly repeats = false;
  readonly #request: CompletionRequest;
  readonly #framing: Framing;
  readonly #shape: ChoiceShape;
  readonly #templates = new EventTemplates<PieceShape>();
  readonly #choices = new Map<string, Choice>();
  readonly #names = new KnownNames();
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

  readonly read = (received: SseEvent): Parsed<StreamStep> => {
    const piece = this.readPiece(received);
    if (piece !== null) return { ok: true, value: pieceStep(received, piece) };
    if (!hasData(received)) return { ok: true, value: plainStep(received) };
    if (received.data.trim() === DONE) {
      const closes = [...this.#choices.values()].flatMap((choice) => this.#close(choice));
      return { ok: true, value: { ...plainStep(received), closes, isEnd: true } };
    }
    this.#eventCount += 1;
    const { event, body } = withoutLoose(received, objectOf(received.data), this.#framing);
    if (body === null || event.data === null) return { ok: false, reason: "event" };
    const choices = body["choices"];
    if (isArray(choices)) {
      const stripped = withoutMessages(choices);
      const isStripped = stripped !== null;
      const shown = isStripped ? { ...body, choices: stripped } : body;
      return this.#readChoices({ event, body: shown, data: event.data, isStripped }, stripped ?? choices);
    }
    // An error, a vendor's own.
    const channel = `events/${this.#eventCount}`;
    return { ok: true, value: wholeTextStep(event, body, { schema: CHAT_SCHEMA, framing: this.#framing, channel }) };
  };

  readonly refusalEvents = ({ choices, all, refusal }: NativeEnd): readonly SseEvent[] => {
    const chunk = (fields: JsonObject): SseEvent =>
      this.#framing.event(JSON.stringify({ object: this.#shape.object, ...this.#head, ...fields }));
    const asksUsage = this.#request.includeUsage;
    const events = choices.map((name) => {
      const choice = {
        index: Number(name),
        ...this.#shape.refused,
        logprobs: null,
        finish_reason: "content_filter",
      };
      return chunk({ choices: [choice], ...(asksUsage ? { usage: null } : {}), ...refusalNote(refusal) });
    });
    if (!all) return events;
    if (asksUsage) {
      const usage = this.#usage ?? this.#estimate();
      events.push(chunk({ choices: [], usage, ...refusalNote(refusal) }));
    }
    return [...events, this.#framing.event(DONE)];
  };

  readonly errorEvents = (code: string, message: string, status: number): readonly SseEvent[] => [
    this.#framing.event(JSON.stringify(openAiErrorBody(code, message, status))),
  ];

  #readChoices(chunk: Omit<ChoiceChunk, "leaves">, choices: readonly Json[]): Parsed<StreamStep> {
    this.#remember(chunk.body);
    const found: Found = { leaves: [], deltas: [], alone: [], closes: [], names: [], finishes: [] };
    const list = BODY.child("choices");
    for (const [position, value] of choices.entries()) {
      const reason = this.#readChoice(value, list.child(position), found);
      if (reason !== null) return { ok: false, reason };
    }
    for (const [name, choice] of this.#choices)
      if (choice.isFinishing && !found.names.includes(name)) append(found.closes, this.#close(choice));
    this.#readRest(chunk.body, found);
    const { leaves, alone, closes, names, finishes } = found;
    const deltas = [...found.deltas, ...alone];
    if (finishes.length + closes.length + alone.length === 0 && !chunk.isStripped) this.#learn(chunk, leaves, deltas);
    const whole = { ...chunk, leaves };
    const render = (leaving: Leaving): SseEvent | null =>
      chunk.isStripped || leaving.isChanged || leaving.dropped.size > 0
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
    const all = this.#names.unread(leavesOf(value, CHAT_SCHEMA, { pointer, label: `choices/${name}` }));
    for (const leaf of all) if (leaf.isName === true) this.#addName(leaf, name, found);
    const own = all.filter(({ isName }) => isName !== true);
    // A client would join it with what was decided without it.
    if (choice.isEnded && own.length > 0) return "text after the end";
    const calls = this.#callsOf(value, choice);
    for (const leaf of own) {
      found.leaves.push(leaf);
      const delta = this.#delta(leaf, name, { choice, calls, closes: found.closes });
      found.deltas.push(delta);
      append(found.alone, namesAlone(choice.firsts, delta));
    }
    if (stringField(value, "finish_reason") !== "") {
      found.finishes.push(name);
      choice.isFinishing = true;
    }
    // Some servers write a reason into every event: an end that comes with text is one when no more text follows.
    if (choice.isFinishing && own.length === 0) append(found.closes, this.#close(choice));
    return null;
  }

  #addName(leaf: TextLeaf, choice: string, { leaves, deltas, closes }: Found): void {
    const delta = nameDelta(leaf, choice, this.#eventCount);
    leaves.push(leaf);
    deltas.push(delta);
    closes.push(delta.channel);
  }

  /** Fields beside the choices, such as the sources that some servers name: each text by itself. */
  #readRest(body: JsonObject, found: Found): void {
    for (const leaf of this.#names.unread(leavesBeside(body, { label: `events/${this.#eventCount}` }))) {
      found.leaves.push(leaf);
      found.deltas.push(loneDelta(leaf));
      found.closes.push(leaf.label);
    }
  }

  #learn(
    { data, body }: Omit<ChoiceChunk, "leaves">,
    [leaf, ...more]: readonly TextLeaf[],
    [delta]: readonly TextDelta[],
  ): void {
    if (leaf === undefined || delta === undefined || more.length > 0) return;
    if (isObject(body["usage"]) || delta.tool?.at === null) return;
    const choices = delta.choice === null ? [] : [delta.choice];
    this.#templates.learn({ data, leaf, shape: { delta, choices, render: this.#renderPiece } });
  }

  readonly #renderPiece: PieceShape["render"] = (event, _, leaving) => {
    if (!leaving.isChanged && leaving.dropped.size === 0) return event;
    const chunk = readChunk(event, this.#names);
    return chunk === null ? event : renderChunk(chunk, leaving, this.#framing);
  };

  #delta(
    leaf: TextLeaf,
    name: string,
    { choice, calls, closes }: { readonly choice: Choice; readonly calls: EventCalls; readonly closes: string[] },
  ): TextDelta {
    this.#textLength += leaf.text.length;
    const rename = (own: string): string => numbered(own, leaf.pointer.name, calls).replace("/delta/", "/");
    const label = rename(leaf.label).replace(UNNUMBERED_PART, "");
    const call = leaf.call === undefined ? null : rename(leaf.call);
    const growth = growthOf(label, call);
    const channel = growth === "grows" ? label : `${label}@${this.#eventCount}`;
    if (growth !== "grows") closes.push(channel);
    if (growth !== "loose") choice.open.add(label);
    const isStructured = this.#request.isJsonOutput && channel === `choices/${name}/content`;
    const delta = { channel, choice: name, text: leaf.text, origin: leaf.origin, isCopy: false } as const;
    if (call === null || leaf.tool === undefined) {
      const kind = isStructured ? "json" : leaf.kind;
      return { ...delta, kind, ...joinedBy(growth === "either" && kind !== "sealed" ? label : listAround(channel)) };
    }
    // A tool call is released when it is complete: clients run what they have when a stream is cut.
    const group = growth === "loose" ? `${call}@${this.#eventCount}` : call;
    const aliases = [...namesOf(leaf.tool), ...aliasesOf(leaf.pointer.name, calls)].filter((own) => own !== "");
    return { ...delta, kind: "json", group, tool: toolOf(group, leaf.tool, aliases) };
  }

  /** Names of the calls that the event brings pieces of, by their places. */
  #callsOf(value: JsonObject, { calls }: Choice): EventCalls {
    const found = calls.of(field(value["delta"] ?? value["message"], "tool_calls"));
    // The templates continue the call before.
    if (found.hasNew) this.#templates.clear();
    return found;
  }

  /** `null` when there would be too many. */
  #choice(name: string): Choice | null {
    const known = this.#choices.get(name);
    if (known !== undefined || this.#choices.size === CHOICES_MAX) return known ?? null;
    const firsts = new Map<string, TextDelta | null>();
    const choice = { open: new Set<string>(), calls: new CallNumbers(), firsts, isFinishing: false, isEnded: false };
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
    this.#head = pick(body, HEAD);
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

const toolOf = (call: string, { at }: Pick<DeltaTool, "at">, aliases: readonly string[]): DeltaTool =>
  aliases.length === 0 ? { call, at } : { call, at, aliases };

/** How a text continues from event to event: it comes whole, clients append it, or some clients append it and others take it as it is. */
function growthOf(label: string, call: string | null): "loose" | "grows" | "either" {
  // Other elements without an index continue the one at their place.
  if (label.includes("/annotations/#") || call?.includes("/#") === true) return "loose";
  return call !== null || GROWING.test(label) ? "grows" : "either";
}

/** Names of a call that come in several pieces: some clients append them, others keep one. Returns each by itself. */
function namesAlone(firsts: Map<string, TextDelta | null>, delta: TextDelta): readonly TextDelta[] {
  if (delta.tool?.at !== null) return [];
  const first = firsts.get(delta.channel);
  firsts.set(delta.channel, first === undefined ? delta : null);
  if (first === undefined) return [];
  return [first, delta].flatMap((each) => (each === null ? [] : [aloneOf(each)]));
}

/** What would be masked in it blocks: the text that leaves is another one. */
function aloneOf({ channel, choice, text, origin, group = "" }: TextDelta): TextDelta {
  return { channel: `${channel}@`, choice, text, kind: "sealed", origin, isCopy: true, group };
}

/** Indices whose ids are remembered: no answer has as many calls. */
const INDICES_MAX = 1024;

/**
 * Distinguishes the streamed calls of a choice. Pieces of a call have its index; but some servers give none, and some give all calls
 * the same. A new id is another call then, and so is a further name without an index.
 */
class CallNumbers {
  #count = 0;
  #lastId = "";
  readonly #indices = new Map<number, { id: string; times: number }>();
  /** By index, or `null`. */
  readonly #tools = new Map<number | null, CalledSoFar>();

  /** Names for the calls of an event, by their places. @param calls its `tool_calls` */
  of(calls: Json | undefined): EventCalls {
    if (!isArray(calls)) return NONE;
    let hasNew = false;
    const aliases: (readonly string[])[] = [];
    const names = calls.map((call) => {
      const index = field(call, "index");
      const place = typeof index === "number" ? index : null;
      const [name, isNew] = place === null ? this.#loose(call) : this.#indexed(call, place);
      hasNew ||= isNew;
      aliases.push(isObject(call) ? this.#aliases(call, place, isNew) : []);
      return name;
    });
    return { names, aliases, hasNew };
  }

  /** Where the call before has a name and nothing else, some clients take what follows for the rest of it. */
  #aliases(call: JsonObject, place: number | null, isNew: boolean): readonly string[] {
    let known = this.#tools.get(place);
    if (known === undefined) {
      if (this.#tools.size === INDICES_MAX) return [];
      this.#tools.set(place, (known = { before: [], pieces: [], hasArguments: false }));
    }
    if (isNew) {
      const before = known.hasArguments ? [] : [...known.before, ...known.pieces];
      Object.assign(known, { before, pieces: [], hasArguments: false });
    }
    if (known.before.length + known.pieces.length < PIECES_MAX) known.pieces.push(...callNames(call));
    known.hasArguments ||= hasArguments(call);
    return known.before.length === 0 ? [] : [...known.before, [...known.before, ...known.pieces].join("")];
  }

  #indexed(call: Json, index: number): readonly [name: string, isNew: boolean] {
    const id = stringField(call, "id");
    const known = this.#indices.get(index);
    if (known === undefined && this.#indices.size < INDICES_MAX) this.#indices.set(index, { id, times: 0 });
    const isNew = known !== undefined && id !== "" && known.id !== "" && id !== known.id;
    if (known !== undefined && id !== "") known.id = id;
    if (isNew) known.times += 1;
    const times = known?.times ?? 0;
    return [times === 0 ? String(index) : `${index}+${times}`, isNew];
  }

  #loose(call: Json): readonly [name: string, isNew: boolean] {
    const id = stringField(call, "id");
    const isNew = id === "" ? isObject(call) && callNames(call).length > 0 : id !== this.#lastId;
    if (isNew) this.#count += 1;
    if (id !== "") this.#lastId = id;
    return [`+${this.#count}`, isNew];
  }
}

/** What has come of the newest call at a place. */
interface CalledSoFar {
  /** Names of calls before it that have no arguments. */
  readonly before: readonly string[];
  readonly pieces: string[];
  hasArguments: boolean;
}

/** Pieces of names that are distinguished. */
const PIECES_MAX = 64;

interface EventCalls {
  readonly names: readonly string[];
  /** Further names that clients may call each by. */
  readonly aliases: readonly (readonly string[])[];
  /** One of them is another call than those before. */
  readonly hasNew: boolean;
}

const NONE: EventCalls = { names: [], aliases: [], hasNew: false };

/** Further names of the call that a text is a part of. */
function aliasesOf(pointer: string, { aliases }: EventCalls): readonly string[] {
  const at = CALL.exec(pointer)?.[1];
  return (at === undefined ? undefined : aliases[Number(at)]) ?? [];
}

/** A label with the name of its call in the place of the call's index. */
function numbered(label: string, pointer: string, { names }: EventCalls): string {
  const at = CALL.exec(pointer)?.[1];
  const name = at === undefined ? undefined : names[Number(at)];
  return name === undefined ? label : label.replace(LABEL, `/tool_calls/${name}`);
}

const CALL = /^\/choices\/\d+\/(?:delta|message)\/tool_calls\/(\d+)(?:\/|$)/;
const LABEL = /\/tool_calls\/[^/]+/;

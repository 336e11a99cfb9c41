import type { Work } from "../../core/work-budget.ts";
import type { Json, JsonObject, Origin } from "../../core/model.ts";
import type { Steps } from "../../core/steps.ts";
import type { CompletionRequest, Parsed, RequestTarget, TextSlot } from "../codec.ts";
import { isArray, isObject, stringField } from "./json-read.ts";
import { keySteps, walkKeys } from "./misplaced-texts.ts";
import { BODY, type Pointer } from "./pointer.ts";
import {
  mayHoldText,
  textSteps,
  walkText,
  withoutLabel,
  type FieldSchema,
  type TextLeaf,
  type TextSink,
  walkWith,
  type Later,
} from "./text-walk.ts";

export interface ReadPlace {
  readonly pointer: Pointer;
  readonly origin: Origin;
  /** Message of the conversation; absent: none. */
  readonly turn?: number | null;
  /** Key of the field, where it says what the value is. */
  readonly key?: string;
  /** `type` of the object around. */
  readonly part?: string;
  /** It is structure, with all below it: a setting. */
  readonly isName?: boolean;
}

/** Collects the texts of a request, all of them on their way to the model. */
export class RequestReader {
  readonly slots: TextSlot[] = [];
  readonly unread = new Set<string>();
  readonly #schema: FieldSchema;
  readonly #work: Work | undefined;
  readonly #sink: TextSink;

  /**
   * @param target.work drawn from for each text, before the text is kept
   * @param target.later takes what is to be read; absent: it is read at once
   */
  constructor(schema: FieldSchema, { work, later }: Pick<RequestTarget, "work" | "later"> = {}) {
    this.#schema = schema;
    this.#work = work;
    this.#sink = this.#sinkOf(null, later);
  }

  #sinkOf(turn: number | null, later?: Later): TextSink {
    const text = (leaf: TextLeaf): void => this.#add(leaf, turn);
    return { text, unread: (kind) => this.unread.add(kind), later };
  }

  read(value: Json | undefined, place: ReadPlace): void {
    if (!mayHoldText(value)) return;
    if (this.#sink.later !== undefined) this.do(this.steps(value, place));
    else this.#readNow(value, place);
  }

  #readNow(value: Json, { turn = null, ...start }: ReadPlace): void {
    walkText(value, this.#schema, turn === null ? this.#sink : this.#sinkOf(turn), start);
  }

  /** Reads now, or when its turn has come. */
  do(steps: Steps<void>): void {
    walkWith(this.#sink, steps);
  }

  /** Reads a value a step at a time. */
  *steps(value: Json | undefined, { turn = null, ...start }: ReadPlace): Steps<void> {
    const sink = turn === null ? this.#sink : this.#sinkOf(turn);
    if (mayHoldText(value)) yield* textSteps(value, this.#schema, sink, start);
  }

  /** Reads values one after the other. */
  *each(values: Iterable<readonly [value: Json | undefined, place: ReadPlace]>): Steps<void> {
    for (const [value, place] of values) yield* this.steps(value, place);
  }

  /** The keys of an object whose fields are read one by one. */
  readKeys(value: JsonObject, place: Pick<ReadPlace, "pointer" | "origin"> = { pointer: BODY, origin: "user" }): void {
    walkKeys(value, this.#sink, place);
  }

  #add(leaf: TextLeaf, turn: number | null): void {
    this.#work?.draw("texts", 1);
    this.slots.push({ ...withoutLabel(leaf), side: "input", turn });
  }

  /**
   * The messages of a conversation, each an object whose `role` names its author.
   * @returns the author of each; `null` where one is no object
   */
  readMessages(messages: readonly Json[], originOf: (role: string) => Origin): readonly Origin[] | null {
    const turns: Origin[] = [];
    for (const message of messages) {
      if (!isObject(message)) return null;
      turns.push(originOf(stringField(message, "role")));
    }
    this.do(this.#messages(messages, turns));
    return turns;
  }

  *#messages(messages: readonly Json[], turns: readonly Origin[]): Steps<void> {
    const list = BODY.child("messages");
    for (const [turn, origin] of turns.entries()) {
      const place = { pointer: list.child(turn), origin, turn };
      if (this.#sink.later === undefined) this.read(messages[turn], place);
      else yield* this.steps(messages[turn], place);
    }
  }

  /** The elements of a list, each as one JSON text: descriptions and schemas of tools. */
  readTools(tools: Json | undefined, pointer: Pointer): void {
    if (isArray(tools)) this.readValues(tools, { pointer, origin: "system" });
  }

  /** A list whose objects have fields of any name: each is read as one JSON text. */
  readValues(list: Json | undefined, place: Pick<ReadPlace, "pointer" | "origin">): void {
    this.do(this.values(list, place));
  }

  /** The same, a step at a time. */
  *values(list: Json | undefined, { pointer, origin }: Pick<ReadPlace, "pointer" | "origin">): Steps<void> {
    if (!isArray(list)) {
      yield* this.steps(list, { pointer, origin });
      return;
    }
    for (const [position, value] of list.entries())
      yield* this.#free(value, { pointer: pointer.child(position), origin });
  }

  /** An object whose names are the caller's own: none of them is a field of the format. */
  readMap(map: Json | undefined, place: Pick<ReadPlace, "pointer" | "origin">): void {
    this.do(this.#map(map, place));
  }

  *#map(map: Json | undefined, { pointer, origin }: Pick<ReadPlace, "pointer" | "origin">): Steps<void> {
    if (!isObject(map)) {
      yield* this.values(map, { pointer, origin });
      return;
    }
    yield* keySteps(map, this.#sink, { pointer, origin });
    for (const [name, value] of Object.entries(map)) yield* this.#free(value, { pointer: pointer.child(name), origin });
  }

  *#free(value: Json, { pointer, origin }: Pick<ReadPlace, "pointer" | "origin">): Steps<void> {
    if (!isArray(value) && !isObject(value)) {
      yield* this.steps(value, { pointer, origin });
      return;
    }
    this.#work?.draw("texts", 1);
    const text = JSON.stringify(value);
    this.slots.push({ pointer, side: "input", origin, turn: null, text, kind: "json", isValue: true });
    yield FREE_UNITS + text.length;
  }
}

/** What a value costs besides its length, in units of steps. */
const FREE_UNITS = 64;

/**
 * Reads an input that is a text, a list of texts, or a list of parts.
 * @returns what cannot be read of it, or `null`: token ids are text that only the provider can spell
 */
export function readTextInputs(
  reader: RequestReader,
  input: Json | undefined,
  place: Pick<ReadPlace, "pointer" | "turn">,
): string | null {
  if (hasTokens(input)) return "token ids";
  reader.read(input, { ...place, origin: "user" });
  return null;
}

function hasTokens(input: Json | undefined): boolean {
  return isArray(input) && input.some((item) => typeof item === "number" || (isArray(item) && hasTokens(item)));
}

/** What codecs say of a request besides its texts; what is absent is as in most formats. */
type RequestFacts = Pick<CompletionRequest, "stream" | "model"> &
  Partial<Omit<CompletionRequest, "slots" | "unreadParts">>;

/** A request that was read. Its lists may still grow, where its texts are walked later. */
export function completionRequest(
  { slots, unread }: { readonly slots: readonly TextSlot[]; readonly unread: ReadonlySet<string> },
  facts: RequestFacts,
): Parsed<CompletionRequest> {
  const value: CompletionRequest = {
    includeUsage: false,
    choiceCount: 1,
    isJsonOutput: false,
    readsAnswer: true,
    ...facts,
    slots,
    get unreadParts() {
      return [...unread];
    },
  };
  return { ok: true, value };
}

import type { Conversation, ConversationText } from "../../core/conversation.ts";
import type { ValueTable } from "./value-table.ts";
import { PromptIndex, WORD_WEIGHT, type Weights } from "./prompt-index.ts";

/** Rare words that make a leak, of a long prompt: a sentence or two. */
const NEED = 8 * WORD_WEIGHT;
/** Of a short prompt this part is enough. */
const NEED_SHARE = 0.6;
/** And never fewer words: any text may repeat less than that. */
const NEED_MIN = 3.5 * WORD_WEIGHT;

/** A prompt as an answer of one conversation is compared with it. */
export class LeakView {
  readonly index: PromptIndex;
  readonly #said: () => readonly string[];
  #weights: Weights | null = null;
  #values: ValueTable | null = null;

  /** @param said what the user has written: only asked for when an answer has something of the prompt */
  constructor(index: PromptIndex, said: () => readonly string[]) {
    this.index = index;
    this.#said = said;
  }

  get weights(): Weights {
    return (this.#weights ??= this.index.weightsBeside(this.#said()));
  }

  get values(): ValueTable {
    return (this.#values ??= this.index.values.isEmpty ? this.index.values : this.index.values.beside(this.#said()));
  }

  /** The weight that has half the score. */
  get need(): number {
    return Math.min(NEED, Math.max(NEED_MIN, NEED_SHARE * this.weights.total));
  }
}

/** The prompts that answers are compared with: the configured one, or else those of conversations. */
export class LeakViews {
  readonly #prompt: string;
  readonly #of = new WeakMap<readonly ConversationText[], LeakView>();
  #alone: LeakView | null = null;

  /** @param prompt the configured system prompt; `""`: none */
  constructor(prompt: string) {
    this.#prompt = prompt;
  }

  /** Whether there is a prompt at all, or a canary that stands in those of others. */
  knows(conversation: Conversation | undefined): boolean {
    if (conversation?.canary !== undefined) return true;
    return this.#prompt !== "" || conversation?.texts.some(isPrompt) === true;
  }

  /** `null` without a prompt. */
  of(conversation: Conversation | undefined): LeakView | null {
    if (!this.knows(conversation)) return null;
    const hasCanary = conversation?.canary !== undefined;
    if (conversation === undefined || (conversation.texts.length === 0 && !hasCanary))
      return (this.#alone ??= new LeakView(indexOf(this.#prompt, ""), () => []));
    const { texts, canary = "" } = conversation;
    let view = this.#of.get(texts);
    if (view === undefined) {
      const prompts = texts.filter(isPrompt).map(({ text }) => text);
      const prompt = this.#prompt === "" ? prompts.join("\n") : this.#prompt;
      const said = (): readonly string[] => texts.filter(({ origin }) => origin === "user").map(({ text }) => text);
      view = new LeakView(indexOf(prompt, canary), said);
      this.#of.set(texts, view);
    }
    return view;
  }
}

const isPrompt = ({ origin, text, isSetting }: ConversationText): boolean =>
  origin === "system" && isSetting !== true && text !== "";

/** Indexes that are kept, and how many symbols they have together: an application has few prompts, and each is asked for again. */
const INDEXES_MAX = 64;
const SYMBOLS_MAX = 1_000_000;
const indexes = new Map<string, PromptIndex>();

function indexOf(prompt: string, canary: string): PromptIndex {
  const key = `${canary}\n${prompt}`;
  const known = indexes.get(key);
  const index = known ?? new PromptIndex(prompt, canary);
  // The last one asked for stands last.
  indexes.delete(key);
  indexes.set(key, index);
  if (known === undefined) forget();
  return index;
}

function forget(): void {
  let sum = 0;
  for (const { symbols } of indexes.values()) sum += symbols.length;
  for (const [key, { symbols }] of indexes) {
    if (indexes.size === 1 || (indexes.size <= INDEXES_MAX && sum <= SYMBOLS_MAX)) return;
    indexes.delete(key);
    sum -= symbols.length;
  }
}

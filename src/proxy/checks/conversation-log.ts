import { hash } from "node:crypto";
import { isPromptSlot } from "../../codecs/shared/answer-slots.ts";
import { readJsonText } from "../../codecs/shared/json-text.ts";
import type { TextSlot } from "../../codecs/codec.ts";
import { BODY, type Pointer } from "../../codecs/shared/pointer.ts";
import type { Conversation, ConversationText } from "../../core/conversation.ts";
import { hashable } from "./verdict-memo.ts";

/** What a text costs besides its characters, bytes. */
const TEXT_BYTES = 256;
/** Of a UTF-16 unit. */
const UNIT_BYTES = 2;

const bytesOf = (slots: readonly Said[]): number =>
  slots.reduce((sum, { text, pointer }) => sum + UNIT_BYTES * (text.length + lengthOf(pointer)) + TEXT_BYTES, 0);

/** Names of fields are as long as their writer likes; what several texts share counts for each of them. */
function lengthOf({ parent, token }: Pointer): number {
  return parent === null ? 0 : (typeof token === "string" ? token.length : 1) + lengthOf(parent);
}

interface ConversationBounds {
  readonly maxBytes: number;
  readonly isAsked: boolean;
}

const OF_A_REQUEST: ConversationBounds = { maxBytes: Infinity, isAsked: true };

/** What was said to the model in an exchange, as policies of answers are shown it. Nothing is done for it before one asks. */
export class ConversationLog implements Conversation {
  /** Those that snapshots share; each has as many as it counts. */
  #slots: Said[] = [];
  #count = 0;
  #bytes = 0;
  readonly #maxBytes: number;
  readonly #isAsked: boolean;
  /** As far as one has asked, and how many slots that is. */
  #texts: readonly ConversationText[] = [];
  #digest = { count: 0, value: "" };
  #canary: string | undefined;

  /**
   * @param options.maxBytes memory for what is said over a connection; of a request's own texts the body's bound is one
   * @param options.isAsked whether any policy reads it: unread text is not kept
   */
  constructor({ maxBytes, isAsked }: ConversationBounds = OF_A_REQUEST) {
    this.#maxBytes = maxBytes;
    this.#isAsked = isAsked;
  }

  /** Set where one is put into system prompts. */
  get canary(): string | undefined {
    return this.#canary;
  }

  get texts(): readonly ConversationText[] {
    if (this.#texts.length < this.#count)
      this.#texts = [...this.#texts, ...this.#slots.slice(this.#texts.length, this.#count).map(textOf)];
    return this.#texts;
  }

  /** Equal for conversations that were held in the same steps. */
  get digest(): string {
    const { count, value } = this.#digest;
    if (count < this.#count || value === "") {
      const said = [value, this.#canary ?? "", ...this.#slots.slice(count, this.#count).map(keyOf)];
      this.#digest = { count: this.#count, value: hash("sha256", hashable(said.join("\n")), "base64url") };
    }
    return this.#digest.value;
  }

  /**
   * Whether texts fit in beside what is kept. None of that may be forgotten: an answer would be checked without the system prompt that
   * it reveals, or without the result that a call takes its values from.
   */
  hasRoom(slots: readonly Said[]): boolean {
    return !this.#isAsked || this.#bytes + bytesOf(slots) <= this.#maxBytes;
  }

  /** It holds more than may be kept. */
  get isFull(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /** What it is now, whatever will be said. */
  snapshot(): ConversationLog {
    const taken = new ConversationLog();
    taken.#slots = this.#slots;
    taken.#count = this.#count;
    taken.#texts = this.#texts;
    taken.#digest = this.#digest;
    taken.#canary = this.#canary;
    return taken;
  }

  /** Notes that it stands in system prompts, this one or others that the provider has seen. */
  plant(canary: string): void {
    if (this.#canary === canary) return;
    this.#canary = canary;
    // What was made of the texts before knows of none.
    this.#texts = [];
    this.#digest = { count: 0, value: "" };
  }

  /** Adds what an answer over a connection says: its client does not repeat it. Repeated settings are no one's turn. */
  addAnswerText({ origin, kind, text, tool }: Pick<TextSlot, "origin" | "kind" | "text" | "tool">): void {
    if (origin === "system") return;
    const place = { origin, kind, text, isValue: false, pointer: BODY, turn: null };
    this.add([tool === undefined ? place : { ...place, tool }]);
  }

  /** Adds what a request says. */
  add(slots: readonly Said[]): void {
    if (!this.#isAsked) return;
    // A snapshot that grows is another conversation from here on.
    if (this.#slots.length > this.#count) this.#slots = this.#slots.slice(0, this.#count);
    for (const slot of slots) this.#slots.push(slot);
    this.#count += slots.length;
    if (this.#maxBytes !== Infinity) this.#bytes += bytesOf(slots);
  }
}

/** What identifies the author of a text, and its form. */
type Said = Pick<TextSlot, "origin" | "kind" | "text" | "tool" | "isValue" | "pointer" | "turn">;

function textOf(slot: Said): ConversationText {
  const { origin, kind, text, tool } = slot;
  const json = kind === "json" ? readJsonText(text) : null;
  const said = json === null ? { origin, text } : { origin, text: json.text, json: text };
  if (tool !== undefined) return { ...said, isCall: true };
  return origin !== "system" || isPromptSlot(slot) ? said : { ...said, isSetting: true };
}

function keyOf(slot: Said): string {
  const { origin, kind, text, tool } = slot;
  const role = tool === undefined ? (origin === "system" && isPromptSlot(slot) ? " prompt" : "") : " call";
  return `${origin} ${kind}${role} ${text.length}\n${text}`;
}

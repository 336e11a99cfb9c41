import { hash } from "node:crypto";
import { isPromptSlot } from "../codecs/prompt-slots.ts";
import { readJsonText } from "../codecs/json-text.ts";
import type { TextSlot } from "../codecs/codec.ts";
import { BODY } from "../codecs/pointer.ts";
import type { Conversation, ConversationText } from "../core/conversation.ts";
import { hashable } from "./verdict-memo.ts";

/** Newest texts that are kept of a connection; a request is kept whole. */
const KEPT_MAX = 10_000;

/** What was said to the model in an exchange, as policies of answers are shown it. Nothing is done for it before one asks. */
export class ConversationLog implements Conversation {
  #slots: readonly Said[] = [];
  #texts: readonly ConversationText[] | null = null;
  #digest: string | null = null;
  #canary: string | undefined;

  /** Set where one was put into the system prompt. */
  get canary(): string | undefined {
    return this.#canary;
  }

  get texts(): readonly ConversationText[] {
    this.#texts ??= this.#slots.map(textOf);
    return this.#texts;
  }

  /** Equal for equal conversations. */
  get digest(): string {
    this.#digest ??= hash("sha256", hashable([this.#canary ?? "", ...this.#slots.map(keyOf)].join("\n")), "base64url");
    return this.#digest;
  }

  /** What it is now, whatever will be said. */
  snapshot(): ConversationLog {
    const taken = new ConversationLog();
    taken.#slots = this.#slots;
    taken.#texts = this.#texts;
    taken.#digest = this.#digest;
    taken.#canary = this.#canary;
    return taken;
  }

  /** Notes that it was put into the system prompt. */
  plant(canary: string): void {
    if (this.#canary === canary) return;
    this.#canary = canary;
    // What was made of the texts before knows of none.
    this.#texts = null;
    this.#digest = null;
  }

  /** Adds what an answer over a connection says: its client does not repeat it. What it repeats of settings is nobody's turn. */
  hear({ origin, kind, text, tool }: Pick<TextSlot, "origin" | "kind" | "text" | "tool">): void {
    if (origin === "system") return;
    const place = { origin, kind, text, isValue: false, pointer: BODY, turn: null };
    this.add([tool === undefined ? place : { ...place, tool }]);
  }

  /** Adds what a request says. */
  add(slots: readonly Said[]): void {
    const all = this.#slots.length === 0 ? slots : [...this.#slots, ...slots];
    this.#slots = all.length > slots.length ? all.slice(-Math.max(KEPT_MAX, slots.length)) : all;
    this.#texts = null;
    this.#digest = null;
  }
}

/** What of a text tells who said it, and how. */
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

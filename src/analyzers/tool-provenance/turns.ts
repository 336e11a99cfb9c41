import type { Conversation, ConversationText } from "../../core/conversation.ts";
import { documentOf, type Document } from "./documents.ts";
import { isAgreement } from "./speech.ts";

/** Text of a conversation that is read: the newest of it, UTF-16 units. What an older text said is not known then. */
const CONVERSATION_CHARS_MAX = 4_000_000;
/** Text before a tool's result in which its call is looked for. */
const ASKED_MAX = 2000;

/** The turns of a conversation by who took them. */
export interface Turns {
  readonly documents: readonly Document[];
  /** Texts of those who may decide. */
  readonly said: readonly string[];
  readonly user: readonly string[];
  /** Arguments of the calls before any result, as JSON. */
  readonly first: readonly string[];
}

export function turnsOf(conversation: Conversation): Turns {
  const texts = newest(conversation);
  const reader = new TurnReader();
  for (const text of texts) reader.read(text);
  // Where older texts are not read, a result may have come before.
  const { documents, said, user, first } = reader;
  return { documents, said, user, first: texts.length === conversation.texts.length ? first : [] };
}

class TurnReader implements Turns {
  readonly documents: Document[] = [];
  readonly said: string[] = [];
  readonly user: string[] = [];
  readonly first: string[] = [];
  /** What the assistant said since the user spoke last. */
  #asked = "";
  #shown = "";

  read(text: ConversationText): void {
    // Definitions of tools may come from their servers: no one has said them to the model.
    if (text.isSetting === true) return;
    if (text.origin === "tool") this.documents.push(documentOf(text.text, text.json, this.#asked));
    else if (text.origin === "assistant") this.#readAnswer(text);
    else this.#readOrder(text);
  }

  #readAnswer({ text, json, isCall }: ConversationText): void {
    this.#asked = `${this.#asked} ${text}`.slice(-ASKED_MAX);
    if (isCall !== true) this.#shown = text;
    else if (json !== undefined && this.documents.length === 0 && this.user.length > 0) this.first.push(json);
  }

  #readOrder({ origin, text }: ConversationText): void {
    // Who agrees has seen what the assistant proposed.
    if (origin === "user" && isAgreement(text)) this.said.push(this.#shown);
    this.said.push(text);
    if (origin === "user") this.user.push(text);
    this.#asked = "";
  }
}

function newest({ texts }: Conversation): Conversation["texts"] {
  let chars = 0;
  let from = texts.length;
  while (from > 0 && chars <= CONVERSATION_CHARS_MAX) chars += texts[--from]?.text.length ?? 0;
  return from === 0 ? texts : texts.slice(from);
}

import type { Origin } from "./model.ts";

/** One text of a conversation, escapes of JSON undone. */
export interface ConversationText {
  readonly origin: Origin;
  readonly text: string;
  /** Of origin `system`: a setting, a schema or a tool rather than words to the model. */
  readonly isSetting?: boolean;
  /** The same as JSON, where it is JSON. */
  readonly json?: string;
  /** It is a part of a call of a tool: only its tool reads it. */
  readonly isCall?: boolean;
}

/** What a text is judged beside: the request that an answer belongs to. It holds texts of callers: never log it. */
export interface Conversation {
  /** In the order of the request. */
  readonly texts: readonly ConversationText[];
  /** A random text that was put into the system prompt, to recognize a leaked prompt; absent: none was. */
  readonly canary?: string | undefined;
}

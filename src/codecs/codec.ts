import type { Json, JsonObject, Origin, Side } from "../core/model.ts";
import type { SseEvent } from "./sse.ts";

/**
 * `json`: the text is itself JSON (tool arguments); only its string leaves may change and it must still parse. `sealed`: the
 * text is signed; it passes as it is or not at all.
 */
export type TextKind = "text" | "json" | "sealed";

/** A text at a JSON Pointer (RFC 6901) of a body. Edits go through the pointer, so unknown fields survive. */
export interface TextSlot {
  readonly pointer: string;
  readonly side: Side;
  readonly origin: Origin;
  readonly text: string;
  readonly kind: TextKind;
}

/** What the proxy must know of a request before it goes on. */
export interface CompletionRequest {
  readonly slots: readonly TextSlot[];
  readonly stream: boolean;
  /** The client asked for a usage chunk on the stream. */
  readonly includeUsage: boolean;
  readonly model: string;
  /** Answers asked for; the answer may hold fewer, or more: it is no bound. */
  readonly choiceCount: number;
  /** The client asked for structured output: the answer's content is JSON and is checked whole. */
  readonly isJsonOutput: boolean;
  /** Parts that carry no text (images, audio, files): their kinds, for `unread_parts`. */
  readonly unreadParts: readonly string[];
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** A refusal in words that name policies only, never the matched text. */
export interface Refusal {
  readonly message: string;
  readonly policies: readonly string[];
  readonly requestId: string;
}

/** One wire format: one file and one registry line. Pure; it parses, it never does I/O. */
export interface CompletionCodec {
  readonly format: string;
  /** `path` is the path behind the upstream's prefix, without query. */
  readonly matches: (method: string, path: string) => boolean;
  readonly readRequest: (body: Json) => Parsed<CompletionRequest>;
  /** Texts of a complete (not streamed) answer. */
  readonly readResponse: (body: Json, request: CompletionRequest) => Parsed<readonly TextSlot[]>;
  /** After masks: repeats of the text that cannot stay (logprobs, spoken audio) are removed. */
  readonly afterMask: (body: Json) => Json;
  /** The answer with the choices that hold `pointers` ended natively, their text gone; `null` when one is in no choice. */
  readonly refuseChoices: (body: Json, pointers: readonly string[], refusal: Refusal) => Json | null;
  readonly openStream: (request: CompletionRequest) => StreamCodec;
  /** Body of the 400 that stands for a block. */
  readonly refusalBody: (refusal: Refusal) => JsonObject;
  readonly errorBody: (code: string, message: string, status: number) => JsonObject;
  /** Header that carries the provider's credential, and its value for a bare key. */
  readonly credential: (apiKey: string) => readonly [name: string, value: string];
}

/** A piece of stream text. Texts of one channel, joined, are one text. */
export interface TextDelta {
  /** `choices/0/content`, `choices/0/tool_calls/1/function/arguments`, … */
  readonly channel: string;
  /** The choice that a block of this text ends; `null` = all of them. */
  readonly choice: string | null;
  readonly text: string;
  readonly kind: TextKind;
}

/** Per stream; holds the state that closing natively needs (ids, last usage). */
export interface StreamCodec {
  /** Reads an event: its texts in a fixed order, channels that it completes, and whether it ends the stream. */
  readonly read: (event: SseEvent) => Parsed<StreamStep>;
  /**
   * The same event with its texts replaced, in the order of `read`, and without the choices in `dropped`; `null` when
   * nothing of it is left. Takes events that `read` has seen.
   */
  readonly withTexts: (event: SseEvent, texts: readonly string[], dropped: ReadonlySet<string>) => SseEvent | null;
  /** Events that end `choices` natively; when `all`, the stream too, usage and end mark included. */
  readonly refusalEvents: (end: { readonly choices: readonly string[]; readonly all: boolean }) => readonly SseEvent[];
  /** The event that tells of a failure after the headers have gone. */
  readonly errorEvent: (code: string, message: string, status: number) => SseEvent;
}

export interface StreamStep {
  readonly deltas: readonly TextDelta[];
  /** Channels that get no more text. */
  readonly closes: readonly string[];
  /** Choices that the event carries. */
  readonly choices: readonly string[];
  /** Choices that the provider ended with it. */
  readonly finishes: readonly string[];
  /** The event repeats text that is not among `deltas`: it may leave only through `withTexts`. */
  readonly mustRewrite: boolean;
  /** The last event of the stream (`[DONE]`). */
  readonly isEnd: boolean;
}

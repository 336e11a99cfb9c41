import type { Work } from "../core/work-budget.ts";
import type { Json, JsonObject, Origin, Side } from "../core/model.ts";
import type { ToolText } from "../core/tool-call.ts";
import type { Pointer } from "./shared/pointer.ts";
import type { Framing, StreamFraming, SseEvent } from "./framing/framing.ts";
import type { GenAi } from "./shared/gen-ai.ts";
import type { Later } from "./shared/text-walk.ts";

/**
 * `json`: the text is itself JSON (tool arguments); only its string leaves may change and it must still parse. `sealed`: the
 * text is signed and may not change at all, so what would be masked in it blocks.
 */
export type TextKind = "text" | "json" | "sealed";

/** A text at a place of a body. Edits go through the pointer, so unknown fields survive. */
export interface TextSlot {
  readonly pointer: Pointer;
  readonly side: Side;
  readonly origin: Origin;
  readonly text: string;
  readonly kind: TextKind;
  /** The value at `pointer` is an object or a list, and `text` its JSON: a changed text is parsed back. */
  readonly isValue: boolean;
  /** The message of the conversation that holds it, counted from 0; `null`: none does (instructions, settings). */
  readonly turn: number | null;
  /** It is a part of a tool call. */
  readonly tool?: ToolText;
  /** Texts of that name are read as one, as in `TextDelta`. Absent: those in one list are. */
  readonly joined?: string;
}

/** What the proxy must know of a request before it forwards it. */
export interface CompletionRequest {
  readonly slots: readonly TextSlot[];
  /** Length of the texts of a request whose slots are not kept, UTF-16 units. */
  readonly promptLength?: number;
  /** The author of each message of the conversation, those without text too; absent: those of the texts. */
  readonly turns?: readonly Origin[];
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
  /** False: the answer carries no text of a model (vectors, scores, sound) and passes as it comes. */
  readonly readsAnswer: boolean;
}

/** Where a request goes, and how much of it is to be read. */
export interface RequestTarget {
  readonly method: string;
  /** After the upstream's prefix, without query. */
  readonly path: string;
  /** With its `?`, or `""`. */
  readonly query: string;
  /** Whether descriptions and schemas of tools are read too. */
  readonly readsTools: boolean;
  /** Drawn from for each text; absent: not counted. */
  readonly work?: Work | undefined;
  /** Takes what is to be walked: until it was, the request has neither all of its slots nor of its unread parts. Absent: all is walked at once. */
  readonly later?: Later | undefined;
}

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** A refusal in words that name policies only, never the matched text. */
export interface Refusal {
  readonly message: string;
  readonly policies: readonly string[];
  /** Kinds of what they found: `EMAIL_ADDRESS`. */
  readonly kinds: readonly string[];
  readonly requestId: string;
}

/** One wire format: one file and one registry line. Pure; it parses, it never does I/O. */
export interface CompletionCodec {
  readonly format: string;
  /**
   * Of a format whose requests may be forms (`multipart/form-data`) and whose answers may be plain text; absent: both are JSON.
   * A form is read as an object of its fields, whose values are texts, or lists of them; a text as JSON's string.
   */
  readonly forms?: {
    /** Names of fields that hold files, without `[]`. */
    readonly fileFields: ReadonlySet<string>;
  };
  /** `path` is the path after the upstream's prefix, without query. */
  readonly matches: (method: string, path: string) => boolean;
  /**
   * `body` is `null` for a request without one. A failure's reason names what cannot be read, never its text.
   * @throws {ServiceError} `too_much_work`
   */
  readonly readRequest: (body: Json, target: RequestTarget) => Parsed<CompletionRequest>;
  /**
   * Texts of a complete (not streamed) answer.
   * @param work drawn from for each text; absent: not counted
   * @throws {ServiceError} `too_much_work`
   */
  readonly readResponse: (body: Json, request: CompletionRequest, work?: Work) => Parsed<readonly TextSlot[]>;
  /** After masks: repeats of the text that cannot stay (logprobs, spoken audio) are removed. */
  readonly afterMask: (body: Json) => Json;
  /** The answer with the choices that hold `pointers` ended natively, their text removed; `null` when one is in no choice. */
  readonly refuseChoices: (body: Json, pointers: readonly Pointer[], refusal: Refusal) => Json | null;
  /** How a streamed answer of that media type is cut into events; `null` when it is no stream. */
  readonly framing: (type: AnswerType, request: CompletionRequest) => StreamFraming | null;
  readonly openStream: (request: CompletionRequest, framing: Framing) => StreamCodec;
  /** Body of the 400 that stands for a block. */
  readonly refusalBody: (refusal: Refusal) => JsonObject;
  readonly errorBody: (code: string, message: string, status: number) => JsonObject;
  /** Header that carries the provider's credential, and its value for a bare key. */
  readonly credential: (apiKey: string, path: string) => readonly [name: string, value: string];
  readonly genAi: GenAi;
}

interface AnswerType {
  readonly isJson: boolean;
  readonly isEventStream: boolean;
}

/** A piece of stream text. Texts of one channel, joined, are one text. */
export interface TextDelta {
  /** `choices/0/content`, `choices/0/tool_calls/1/function/arguments`, … */
  readonly channel: string;
  /** The choice that a block of this text ends; `null` = all of them. */
  readonly choice: string | null;
  readonly text: string;
  readonly kind: TextKind;
  /** `assistant` text is decided while it comes; any other (a tool's result, an echo of the request) when its channel closes. */
  readonly origin: Origin;
  /**
   * Once more what `channel` brought, all of it; the channel is closed by now, or by this event. It gets the channel's masks,
   * or is checked by itself where it is not the same text.
   */
  readonly isCopy: boolean;
  /** Texts of one group leave together or not at all: name and arguments of a tool call. */
  readonly group?: string;
  /** It is a part of a tool call. */
  readonly tool?: DeltaTool;
  /** Texts of that name are read as one, in the order of their beginnings: the blocks of an answer. Absent: none is read with it. */
  readonly joined?: string;
  /** Its place among the texts that it is read with, which come in the order of their places. Absent: any order is theirs. */
  readonly at?: number;
}

/** A text of a tool call, which comes in pieces. */
export interface DeltaTool {
  /** Distinguishes the texts of one call from those of others. */
  readonly call: string;
  /** As of `ToolText`. */
  readonly at: string | null;
  /** The tool's name, where it is known already; absent: what the call's text of its name says. */
  readonly name?: string;
  /** As of `ToolText`; without a name what clients may call the tool by besides. */
  readonly aliases?: readonly string[];
}

/** Per stream; holds the state that closing natively needs (ids, last usage). */
export interface StreamCodec {
  /** The format repeats finished texts: the texts of channels are kept for `isCopy` and `released`. */
  readonly repeats: boolean;
  readonly read: (event: SseEvent) => Parsed<StreamStep>;
  /**
   * Reads an event that differs from one before it in its text only, as most of a stream do, at little cost. It says what
   * `read` would; `null`, and nothing is noted, where only `read` can decide. Absent: `read` reads them all.
   */
  readonly readPiece?: (event: SseEvent) => PieceStep | null;
  /** Events that end `choices` natively; when `all`, the stream too, usage and end mark included. Asked for when they leave. */
  readonly refusalEvents: (end: NativeEnd) => readonly SseEvent[];
  /** The events that report a failure after the headers are sent. */
  readonly errorEvents: (code: string, message: string, status: number) => readonly SseEvent[];
}

export interface NativeEnd {
  readonly choices: readonly string[];
  readonly all: boolean;
  /** What of a channel may be shown: its decided text, masked. `""` without `repeats`. */
  readonly released: (channel: string) => string;
  readonly refusal: Refusal;
}

export interface StreamStep {
  readonly deltas: readonly TextDelta[];
  /** Channels that get no more text, and names of joined texts that no more parts come of. */
  readonly closes: readonly string[];
  /** Choices that the event carries. */
  readonly choices: readonly string[];
  /** Choices that the provider ended with it. */
  readonly finishes: readonly string[];
  /** Choices that have ended: nothing of them is needed after the event. */
  readonly forgets?: readonly string[];
  /** The last event of the stream (`[DONE]`). */
  readonly isEnd: boolean;
  /** The event as it leaves; called in the order of events, once each. `null` when nothing of it is left. */
  readonly render: (leaving: Leaving) => SseEvent | null;
}

/** What events have in common that each bring a piece of one text, and nothing else. */
export interface PieceShape {
  /** Of each of them, but for its text. */
  readonly delta: TextDelta;
  readonly choices: readonly string[];
  /** As of `StreamStep`, for one of them. `leaving.texts` names the changed texts. */
  readonly render: (event: SseEvent, text: string, leaving: Leaving) => SseEvent | null;
}

/** A step that brings a piece of one text, and nothing else. */
export interface PieceStep {
  readonly shape: PieceShape;
  readonly text: string;
}

export interface Leaving {
  /** In the order of `deltas`. */
  readonly texts: readonly string[];
  /** Whether any text differs from its delta's. */
  readonly isChanged: boolean;
  /** Choices to be taken out. */
  readonly dropped: ReadonlySet<string>;
  /** Choices that stay but end differently after this event: the provider's end is removed. */
  readonly unfinished: ReadonlySet<string>;
}

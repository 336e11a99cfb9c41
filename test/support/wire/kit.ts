import type { CompletionCodec, RequestTarget } from "../../../src/codecs/codec.ts";
import type { Json } from "../../../src/core/model.ts";

/** What a client reads of a streamed answer. */
export interface StreamedAnswer {
  /** By choice: its deltas, joined. */
  readonly texts: readonly string[];
  /** The arguments of the tool call, joined; `""` without one. */
  readonly toolArguments: string;
  /** Every repeated copy of the text of the first choice. */
  readonly copies: readonly string[];
  /** By choice: ended as the format ends a blocked answer. */
  readonly isRefused: readonly boolean[];
  /** The stream has the end that clients wait for. */
  readonly isComplete: boolean;
}

/** How a format writes what the contract tests need, and how its clients read it. */
export interface WireKit {
  readonly codec: CompletionCodec;
  /** With query. */
  readonly path: (options: { readonly stream: boolean }) => string;
  /** Most choices that one answer can have. */
  readonly choicesMax: number;
  readonly request: (prompt: string, options: { readonly stream: boolean; readonly count: number }) => Json;
  /** One choice a text. */
  readonly answer: (texts: readonly string[]) => Json;
  /** By choice. */
  readonly answerTexts: (body: Json) => readonly string[];
  readonly contentType: string;
  /** The parts of a stream: one choice a list of pieces, choices interleaved where the format can. */
  readonly stream: (choices: readonly (readonly string[])[]) => readonly string[];
  /** A stream that calls the tool `look_up` with arguments in those pieces (a format that sends them whole joins them). `null`: it has no tools. */
  readonly toolStream: ((argumentPieces: readonly string[]) => readonly string[]) | null;
  /** A stream of one text that goes on behind ends: one after each piece. Absent: not tried. */
  readonly endlessStream?: (pieces: readonly string[]) => readonly string[];
  readonly read: (wire: string) => StreamedAnswer;
}

/** A request whose place does not matter. */
export const TARGET: RequestTarget = { method: "POST", path: "/v1", query: "", readsTools: false };

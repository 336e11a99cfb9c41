import type { Span } from "./model.ts";

/** Which text of which tool call. */
export interface ToolText {
  /** As the model wrote it; of calls without a name their type (`computer`, `local_shell`). `""`: unknown. */
  readonly name: string;
  /** `null`: the text is the name itself; `""`: all arguments; else the field of the call that it stands in (`action.command`). */
  readonly at: string | null;
  /** Further names that a client may call the tool by, where the call has several; absent: it has none. */
  readonly aliases?: readonly string[];
}

/** All names that a client may call the tool by. */
export const namesOf = ({ name, aliases = [] }: ToolText): readonly string[] => [name, ...aliases];

/** One value among the arguments of a tool call: a string, a number, `true` or `false`, a name of a field. */
export interface ToolArgument {
  /** Names of the fields around it, from the outside; elements of lists go by their list. */
  readonly path: readonly string[];
  /** Escapes undone. */
  readonly value: string;
  /** Where it stands in the text that is judged. */
  readonly span: Span;
  /** The value is the name of a field. */
  readonly isKey: boolean;
}

/** A text of a tool call as policies are shown it. */
export interface ToolCall extends ToolText {
  /**
   * Its values; of a name none. `null`: the arguments are not one JSON object, so clients may read them in different ways and
   * the tool's input is unknown. Read on first use.
   */
  readonly values: () => readonly ToolArgument[] | null;
}

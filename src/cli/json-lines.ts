import type { z } from "zod";

/** A line of a file of JSON Lines. @see https://jsonlines.org */
export interface WrittenLine {
  /** From 1. */
  readonly line: number;
  /** Without the white space at its end. */
  readonly written: string;
}

/** Lines that hold more than white space. */
export function* writtenLines(source: string): Generator<WrittenLine> {
  let line = 0;
  for (let from = 0; from < source.length;) {
    const newline = source.indexOf("\n", from);
    const end = newline < 0 ? source.length : newline;
    const written = source.slice(from, end).trimEnd();
    line += 1;
    from = end + 1;
    if (written !== "") yield { line, written };
  }
}

/** `undefined`: no JSON. The parser's message is left out, since it quotes the text. */
export function parsedJson(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

export const NO_JSON = "must be valid JSON";

/** What is wrong with a value: names the field, never its value. @param shape what is said of the value as a whole */
export function misfitReason({ issues: [first] }: z.ZodError, shape: string): string {
  return first === undefined || first.path.length === 0 ? shape : `${first.path.join(".")}: ${first.message}`;
}

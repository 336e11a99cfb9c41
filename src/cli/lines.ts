import { decodeUtf8 } from "../core/json.ts";

export type Line =
  | { readonly kind: "line"; readonly number: number; readonly text: string }
  | { readonly kind: "problem"; readonly number: number; readonly reason: string };

const NEWLINE = 0x0a;

/**
 * Lines of a file that comes in pieces, counted from 1; empty ones are left out. One line is in memory at most.
 * @param maxBytes of a line; a longer one is a problem, and the next one is read
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else parts.push(part);
  };
  const end = (): Line | null => {
    const line = length > maxBytes ? tooLong(number, maxBytes) : decoded(number, Buffer.concat(parts));
    number += 1;
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      const line = end();
      if (line !== null) yield line;
    }
    take(chunk.subarray(from));
  }
  const last = end();
  if (last !== null) yield last;
}

const tooLong = (number: number, maxBytes: number): Line => ({
  kind: "problem",
  number,
  reason: `must be at most ${maxBytes} bytes long`,
});

function decoded(number: number, bytes: Buffer): Line | null {
  const text = decodeUtf8(bytes)?.trim();
  if (text === undefined) return { kind: "problem", number, reason: "must be UTF-8" };
  return text === "" ? null : { kind: "line", number, text };
}

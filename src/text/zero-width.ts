import { straysIn, type Stray } from "./invisible.ts";
import { readBytes, type Decoded } from "./readable.ts";

/** Fewest symbols that hold a sentence worth reading: eight letters of four symbols. */
const SYMBOLS_MIN = 32;
/** The rest of a longer payload is a file, not a prompt. */
const SYMBOLS_MAX = 131_072;
/** Widths of a character in bits, zeros before it left out or not. */
const BITS_MAX = 16;

/**
 * Payloads of zero-width characters: two of them as the bits of a text, two and a third that parts its letters, four or more as the
 * digits of its bytes. Where words stand between the characters, all of them are read as one.
 */
export function decodeZeroWidth(raw: string): readonly Decoded[] {
  const strays = straysIn(raw).filter(({ kind }) => kind !== "unicode_tags" && kind !== "variation_selectors");
  if (strays.length < SYMBOLS_MIN) return [];
  const runs = runsOf(strays);
  const whole = runs.length > 1 ? [...runs, strays] : runs;
  return whole.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined || run.length < SYMBOLS_MIN) return [];
    const span = { start: first.start, end: last.end };
    const texts = readSymbols(run.slice(0, SYMBOLS_MAX).map(({ point }) => point));
    return texts.map((text) => ({ disguise: "zero_width", text, span }));
  });
}

/** Those that stand side by side. */
function runsOf(strays: readonly Stray[]): readonly (readonly Stray[])[] {
  const runs: Stray[][] = [];
  for (const stray of strays) {
    const run = runs.at(-1);
    if (run?.at(-1)?.end === stray.start) run.push(stray);
    else runs.push([stray]);
  }
  return runs;
}

/** What the symbols may say; nobody knows which of two stands for the 1. */
function readSymbols(points: readonly number[]): readonly string[] {
  const alphabet = [...new Set(points)].toSorted((a, b) => a - b);
  if (alphabet.length === 2) return readBits(points, alphabet);
  if (alphabet.length === 3) return readParted(points, alphabet);
  // Four symbols carry two bits, eight three, sixteen four; of others nobody knows the order.
  const width = Math.log2(alphabet.length);
  return width === 2 || width === 4 ? readDigits(points, alphabet, width) : [];
}

/** Bytes, or units of 7 or 16 bits, with either symbol as the 1. */
function readBits(points: readonly number[], [low = 0, high = 0]: readonly number[]): readonly string[] {
  return [high, low].flatMap((one) => {
    const bits = points.map((point) => (point === one ? "1" : "0")).join("");
    return readBytes(bytesOf(bits, 8)) ?? readUnits(bits, 16) ?? readUnits(bits, 7) ?? [];
  });
}

function readUnits(bits: string, width: number): string | null {
  return readable(bits.match(new RegExp(`[01]{${width}}`, "g")) ?? []);
}

/** Letters as numbers of bits that a third symbol parts. */
function readParted(points: readonly number[], alphabet: readonly number[]): readonly string[] {
  return alphabet.flatMap((separator) =>
    alphabet.flatMap((one) => {
      if (one === separator) return [];
      const written = points.map((point) => (point === separator ? " " : point === one ? "1" : "0")).join("");
      const letters = written.split(" ").filter((letter) => letter !== "");
      return letters.every(({ length }) => length <= BITS_MAX) ? (readable(letters) ?? []) : [];
    }),
  );
}

const readable = (letters: readonly string[]): string | null =>
  readBytes(Buffer.from(letters.map((letter) => String.fromCharCode(Number.parseInt(letter, 2))).join("")));

function readDigits(points: readonly number[], alphabet: readonly number[], width: number): readonly string[] {
  const digits = new Map(alphabet.map((point, digit) => [point, digit.toString(2).padStart(width, "0")]));
  const text = readBytes(bytesOf(points.map((point) => digits.get(point) ?? "").join(""), 8));
  return text === null ? [] : [text];
}

function bytesOf(bits: string, width: number): Uint8Array {
  return Uint8Array.from(bits.match(new RegExp(`[01]{${width}}`, "g")) ?? [], (byte) => Number.parseInt(byte, 2));
}

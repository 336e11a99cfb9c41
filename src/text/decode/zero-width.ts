import type { Span } from "../../core/model.ts";
import { readBytes, type Decoded } from "./readable.ts";
import type { UnexplainedInvisibles } from "../fold/unexplained-invisibles.ts";

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
export function decodeZeroWidth(unexplained: UnexplainedInvisibles): readonly Decoded[] {
  if (unexplained.length < SYMBOLS_MIN) return [];
  const symbols = symbolsOf(unexplained);
  if (symbols.length < SYMBOLS_MIN) return [];
  const whole = { start: 0, end: symbols.length };
  const runs = runsOf(unexplained, symbols);
  const isOne = runs[0]?.start === 0 && runs[0].end === symbols.length;
  return (isOne ? runs : [...runs, whole]).flatMap((run) => {
    const span = {
      start: unexplained.startOf(symbols[run.start] ?? 0),
      end: unexplained.endOf(symbols[run.end - 1] ?? 0),
    };
    const read = symbols.subarray(run.start, Math.min(run.end, run.start + SYMBOLS_MAX));
    const texts = readSymbols(pointsOf(unexplained, read));
    return texts.map((text) => ({ disguise: "zero_width", text, span }));
  });
}

/** The indexes of unexplained that are symbols. */
function symbolsOf(unexplained: UnexplainedInvisibles): Int32Array {
  const symbols = new Int32Array(unexplained.length);
  let count = 0;
  for (let index = 0; index < unexplained.length; index++) {
    const kind = unexplained.kindOf(index);
    if (kind !== "unicode_tags" && kind !== "variation_selectors") symbols[count++] = index;
  }
  return symbols.subarray(0, count);
}

function pointsOf(unexplained: UnexplainedInvisibles, symbols: Int32Array): Int32Array {
  const points = new Int32Array(symbols.length);
  for (let at = 0; at < points.length; at++) points[at] = unexplained.pointOf(symbols[at] ?? 0);
  return points;
}

/** Stretches of symbols that stand side by side and are enough to be read. */
function runsOf(unexplained: UnexplainedInvisibles, symbols: Int32Array): readonly Span[] {
  const runs: Span[] = [];
  let start = 0;
  for (let at = 1; at <= symbols.length; at++) {
    const isGoing =
      at < symbols.length && unexplained.endOf(symbols[at - 1] ?? 0) === unexplained.startOf(symbols[at] ?? 0);
    if (isGoing) continue;
    if (at - start >= SYMBOLS_MIN) runs.push({ start, end: at });
    start = at;
  }
  return runs;
}

/** What the symbols may encode; which of two stands for the 1 is unknown. */
function readSymbols(points: Int32Array): readonly string[] {
  const alphabet = alphabetOf(points);
  if (alphabet.length === 2) return alphabet.toReversed().flatMap((one) => readBits(points, one));
  if (alphabet.length === 3) return readParted(points, alphabet);
  // Four symbols carry two bits, eight three, sixteen four; the order of any other number is unknown.
  const width = Math.log2(alphabet.length);
  return width === 2 || width === 4 ? readDigits(points, alphabet, width) : [];
}

/** Most symbols of an alphabet that is read. */
const ALPHABET_MAX = 16;

/** The different symbols, in order; empty when there are more than can be read. */
function alphabetOf(points: Int32Array): readonly number[] {
  const alphabet: number[] = [];
  let last = -1;
  for (let at = 0; at < points.length; at++) {
    const point = points[at] ?? 0;
    if (point === last) continue;
    last = point;
    if (alphabet.includes(point)) continue;
    if (alphabet.length === ALPHABET_MAX) return [];
    alphabet.push(point);
  }
  return alphabet.toSorted((a, b) => a - b);
}

/** Bytes, or units of 16 or 7 bits, with one symbol as the 1. */
function readBits(points: Int32Array, one: number): readonly string[] {
  const bits = Uint8Array.from(points, (point) => Number(point === one));
  const inBytes = readBytes(Uint8Array.from(numbersIn(bits, 8)));
  const text = inBytes ?? readLetters(numbersIn(bits, 16)) ?? readLetters(numbersIn(bits, 7));
  return text === null ? [] : [text];
}

/** Numbers of so many bits each; what is left at the end is none. */
function numbersIn(bits: Uint8Array, width: number): Uint16Array {
  const numbers = new Uint16Array(Math.floor(bits.length / width));
  for (let at = 0; at < numbers.length * width; at++) {
    const index = Math.floor(at / width);
    numbers[index] = ((numbers[index] ?? 0) << 1) | (bits[at] ?? 0);
  }
  return numbers;
}

/** Letters as numbers of bits that a third symbol parts. */
function readParted(points: Int32Array, alphabet: readonly number[]): readonly string[] {
  return alphabet.flatMap((separator) =>
    alphabet.flatMap((one) => (one === separator ? [] : (readPartedBy(points, separator, one) ?? []))),
  );
}

function readPartedBy(points: Int32Array, separator: number, one: number): string | null {
  const letters = new Uint16Array(points.length);
  let count = 0;
  let width = 0;
  for (const point of points) {
    if (point === separator) {
      width = 0;
      continue;
    }
    if (width === 0) count += 1;
    else if (width === BITS_MAX) return null;
    width += 1;
    letters[count - 1] = ((letters[count - 1] ?? 0) << 1) | Number(point === one);
  }
  return readLetters(letters.subarray(0, count));
}

/** The text that units of UTF-16 say, if they read like one. */
const readLetters = (units: Uint16Array): string | null =>
  readBytes(Buffer.from(Array.from(units, (unit) => String.fromCharCode(unit)).join("")));

function readDigits(points: Int32Array, alphabet: readonly number[], width: number): readonly string[] {
  const digits = new Map(alphabet.map((point, digit) => [point, digit]));
  const bytes = new Uint8Array(Math.floor((points.length * width) / 8));
  const perByte = 8 / width;
  for (let at = 0; at < bytes.length * perByte; at++) {
    const index = Math.floor(at / perByte);
    bytes[index] = ((bytes[index] ?? 0) << width) | (digits.get(points[at] ?? 0) ?? 0);
  }
  const text = readBytes(bytes);
  return text === null ? [] : [text];
}

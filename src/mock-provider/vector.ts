import { createHash } from "node:crypto";

/** Numbers that one hash gives: 32 bytes, four a number. */
const NUMBERS_PER_HASH = 8;
const INT32 = 0x8000_0000;

/** A vector of length 1, derived from the text alone; its numbers fit 32 bits, so that every encoding is exact. */
export function embed(text: string, dimensions: number): readonly number[] {
  const seed = createHash("sha256").update(text).digest();
  const raw = Array.from({ length: Math.ceil(dimensions / NUMBERS_PER_HASH) }, (_, block) => {
    const hash = createHash("sha256").update(seed).update(String(block)).digest();
    return Array.from({ length: NUMBERS_PER_HASH }, (_, at) => hash.readInt32LE(at * 4) / INT32);
  });
  const numbers = raw.flat().slice(0, dimensions);
  // A hash of zeros does not come up; the floor keeps the division honest all the same.
  const norm = Math.max(Math.hypot(...numbers), Number.EPSILON);
  return numbers.map((number) => Math.fround(number / norm));
}

/** Small, so that an answer can be read by eye. */
const DIMENSIONS = 8;
const DIMENSIONS_MAX = 3072;
/** Numbers in one answer. */
const NUMBERS_MAX = 1_048_576;

/** The dimensions asked for, or `null` when they are none, or too many for so many texts. */
export function dimensionsOf(asked: unknown, texts: number): number | null {
  if (asked === undefined || asked === null) return DIMENSIONS;
  if (typeof asked !== "number" || !Number.isInteger(asked) || asked < 1 || asked > DIMENSIONS_MAX) return null;
  return asked * texts > NUMBERS_MAX ? null : asked;
}

/** As OpenAI encodes it: 32-bit floats, little endian, in base64. */
export function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, number] of vector.entries()) bytes.writeFloatLE(number, index * 4);
  return bytes.toString("base64");
}

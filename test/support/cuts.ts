import fc from "fast-check";

/** Random numbers that stand for places in a text or in bytes, whatever their length. */
export const seedsOf = (maxLength: number): fc.Arbitrary<number[]> => fc.array(fc.nat(), { maxLength });

/** The places from 0 to `length` that they stand for: in order, each once. */
export function placesIn(length: number, seeds: readonly number[]): readonly number[] {
  return [...new Set(seeds.map((seed) => seed % (length + 1)))].toSorted((a, b) => a - b);
}

/** Cuts a text there, between characters. */
export function splitText(text: string, seeds: readonly number[]): readonly string[] {
  const characters = Array.from(text);
  const places = placesIn(characters.length, seeds);
  return [...places, characters.length].map((place, at) => characters.slice(places[at - 1] ?? 0, place).join(""));
}

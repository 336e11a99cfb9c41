import { decodeCiphers } from "./ciphers.ts";
import { decodeEscapes, decodeInvisible, decodeRuns, type Decoded } from "./encodings.ts";

/** Most pieces that one text yields; later ones are dropped, so that a text of nothing but payloads stays affordable. */
export const DECODED_MAX = 32;
/** How many disguises are undone on top of each other. */
const DEPTH_MAX = 3;

/**
 * The readable texts that stand in `raw` in disguise, in no particular order. Linear in the text for each of at most
 * `DEPTH_MAX` layers; what does not read like text afterwards is left out.
 */
export function decodeAll(raw: string): readonly Decoded[] {
  const found: Decoded[] = [...decodeLayer(raw), ...decodeCiphers(raw)].slice(0, DECODED_MAX);
  let layer: readonly Decoded[] = [...found];
  for (let depth = 1; depth < DEPTH_MAX && layer.length > 0 && found.length < DECODED_MAX; depth++) {
    layer = layer.flatMap(({ text, span, disguise }) =>
      [...decodeLayer(text), ...(depth === 1 && disguise !== "leet" ? decodeCiphers(text) : [])]
        .filter((inner) => inner.text !== text)
        .map((inner) => ({ disguise, text: inner.text, span })),
    );
    layer = layer.slice(0, DECODED_MAX - found.length);
    found.push(...layer);
  }
  return found;
}

function decodeLayer(raw: string): readonly Decoded[] {
  return [...decodeRuns(raw), ...decodeEscapes(raw), ...decodeInvisible(raw)];
}

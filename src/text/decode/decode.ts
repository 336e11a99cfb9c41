import { decodeCiphers } from "./ciphers.ts";
import { decodeRuns } from "./encodings.ts";
import { decodeEscapes, decodeInvisible } from "./escape-sequences.ts";
import type { Decoded } from "./readable.ts";
import { unexplainedIn } from "../fold/invisible.ts";
import type { UnexplainedInvisibles } from "../fold/unexplained-invisibles.ts";
import { RawText } from "../units.ts";
import { decodeZeroWidth } from "./zero-width.ts";

/** Most pieces that one text yields; later ones become one, so that a text of nothing but payloads stays affordable. */
export const DECODED_MAX = 32;
/** How many disguises are undone on top of each other. */
const DEPTH_MAX = 3;

/**
 * The readable texts that stand in a text in disguise, in no particular order. Linear in the text for each of at most
 * `DEPTH_MAX` layers; what does not read like text afterwards is left out.
 */
export function decodeAll(text: RawText, unexplained: UnexplainedInvisibles): readonly Decoded[] {
  const found = bounded([...decodeLayer(text, unexplained), ...decodeCiphers(text)], DECODED_MAX);
  let layer: readonly Decoded[] = [...found];
  for (let depth = 1; depth < DEPTH_MAX && layer.length > 0 && found.length < DECODED_MAX; depth++) {
    layer = layer.flatMap(({ text: raw, span, disguise }) => {
      const piece = new RawText(raw);
      const mayBeCipher = depth === 1 && disguise !== "leet";
      return [...decodeLayer(piece, unexplainedIn(piece)), ...(mayBeCipher ? decodeCiphers(piece) : [])]
        .filter((inner) => inner.text !== raw)
        .map((inner) => ({ disguise, text: inner.text, span }));
    });
    layer = bounded(layer, DECODED_MAX - found.length);
    found.push(...layer);
  }
  return found;
}

/** At most that many pieces: the last is all that would be too many, so that decoys hide nothing. */
function bounded(pieces: readonly Decoded[], max: number): Decoded[] {
  const rest = pieces.slice(max - 1);
  const [first] = rest;
  if (first === undefined || rest.length === 1) return [...pieces];
  // Too many to be spread over the arguments of a call.
  const start = rest.reduce((least, { span }) => Math.min(least, span.start), first.span.start);
  const end = rest.reduce((most, { span }) => Math.max(most, span.end), first.span.end);
  const text = rest.map((piece) => piece.text).join("\n");
  return [...pieces.slice(0, max - 1), { disguise: first.disguise, text, span: { start, end } }];
}

function decodeLayer(text: RawText, unexplained: UnexplainedInvisibles): readonly Decoded[] {
  return [...decodeRuns(text), ...decodeEscapes(text), ...decodeInvisible(text), ...decodeZeroWidth(unexplained)];
}

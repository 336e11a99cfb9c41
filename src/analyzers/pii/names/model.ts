import { prepareCharacters } from "./characters.ts";
import { TAGS, type NameModel } from "./decoder.ts";
import { Lexicon } from "./lexicon.ts";
import { Tagger } from "./tagger.ts";
import { storedJson } from "../../stored.ts";
import type stored from "./weights.json";

/** The form of `weights.json` that this code reads. */
export const WEIGHTS_VERSION = 1;

/** `weights.json`; made by `npm run train:names`, described in docs/models/names.md. */
export interface StoredModel {
  readonly version: number;
  readonly seed: number;
  /** SHA-256 of the bytes in `data`, hexadecimal. */
  readonly digest: string;
  /** Entries of the lexicon and of the weights. */
  readonly slots: number;
  readonly buckets: number;
  readonly scale: number;
  readonly caution: number;
  /** Base64 of the lexicon, the weights and the transitions (32-bit floats), four bytes an entry. */
  readonly data: string;
}

/** @throws {TypeError} when the stored model does not fit this code. */
export function readModel(model: StoredModel): NameModel {
  const { version, slots, buckets, scale, caution } = model;
  const bytes = Buffer.from(model.data, "base64");
  const steps = (TAGS + 1) * TAGS;
  const isWhole = bytes.length === 4 * (slots + buckets + steps);
  if (version !== WEIGHTS_VERSION || !isWhole) throw new TypeError("the names model does not fit the code");
  // A copy of its own is aligned and, on the little-endian machines that Node runs on, readable as it is.
  const copy = new Uint8Array(bytes).buffer;
  const lexicon = new Lexicon(new Uint32Array(copy, 0, slots));
  const weights = new Int32Array(copy, 4 * slots, buckets);
  const transitions = Array.from(new Float32Array(copy, 4 * (slots + buckets), steps));
  return { lexicon, weights, scale, caution, transitions };
}

const read = storedJson<typeof stored>(new URL("./weights.json", import.meta.url));
let model: NameModel | undefined;

/** The shipped model, read on first use. */
export const nameModel = (): NameModel => (model ??= readModel(read()));

let shared: Tagger | undefined;

/** The shipped tagger, made on first use. */
export function tagger(): Tagger {
  if (shared === undefined) {
    prepareCharacters();
    shared = new Tagger(nameModel());
  }
  return shared;
}

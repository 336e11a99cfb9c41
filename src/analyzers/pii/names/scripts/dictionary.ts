import { lazy } from "../../../../core/lazy.ts";
import { HASH_SEED, stepHash } from "../../../../text/tokens.ts";
import { storedJson } from "../../../stored.ts";
import type stored from "./dictionary.json";

/** What a word of a script without case may be, as bits. */
export const USE = {
  chineseSurname: 1,
  /** A sign of given names. */
  chineseGiven: 2,
  japaneseSurname: 4,
  japaneseGiven: 8,
  /** A sign at the end of given names. */
  japaneseEnd: 16,
  koreanSurname: 32,
  koreanGiven: 64,
  thaiGiven: 128,
  arabicGiven: 256,
  /** Hardly anything else. */
  arabicOnlyGiven: 512,
  arabicSurname: 1024,
  hindiGiven: 2048,
  hindiOnlyGiven: 4096,
  hindiSurname: 8192,
  place: 16_384,
  /** Frequent in running text: two signs of Chinese, three syllables of Korean, a word. */
  ordinary: 32_768,
} as const;

/** Longest word that is looked up, UTF-16 units. */
export const ENTRY_MAX = 24;

/** The version of `dictionary.json` that this code reads. */
export const DICTIONARY_VERSION = 2;

/** `dictionary.json`; made by `npm run train:names`, described in docs/models/names.md. */
export interface StoredDictionary {
  readonly version: number;
  readonly count: number;
  /** Number of units that words begin with. */
  readonly starts: number;
  /** Base64 of the hashes, 32 bits each, of their uses, of the units and of theirs, 16 bits each, and of the beginnings of names. */
  readonly data: string;
}

const NUKTA = 0x93c;
const TATWEEL = 0x640;
/** Vowel signs of Arabic, which are mostly left out. */
const ARABIC_MARKS = { first: 0x64b, last: 0x652 } as const;
/** Letters that are written with and without their sign. */
const SAME: ReadonlyMap<number, number> = new Map([
  [0x622, 0x627],
  [0x623, 0x627],
  [0x625, 0x627],
  [0x671, 0x627],
  [0x649, 0x64a],
]);
/** Letters with a nukta in one unit → without. */
const COMPOSED = { first: 0x958, last: 0x95f, bare: [0x915, 0x916, 0x917, 0x91c, 0x921, 0x922, 0x92b, 0x92f] } as const;

/** Units to `COMPOSED.last` as they count; 0: not at all. */
const LETTERS = Uint16Array.from({ length: COMPOSED.last + 1 }, (_, code) => letterOf(code));

function letterOf(code: number): number {
  if (code === NUKTA || code === TATWEEL || (code >= ARABIC_MARKS.first && code <= ARABIC_MARKS.last)) return 0;
  if (code >= COMPOSED.first && code <= COMPOSED.last) return COMPOSED.bare[code - COMPOSED.first] ?? code;
  return SAME.get(code) ?? code;
}

function step(hash: number, code: number): number {
  const letter = LETTERS[code] ?? code;
  return letter === 0 ? hash : stepHash(hash, letter);
}

/** FNV-1a of the units that count, 32 bits. */
export function entryHash(word: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at++) hash = step(hash, word.charCodeAt(at));
  return hash;
}

const BEGINNINGS = { bytes: 16_384, shift: 15 } as const;

/** What longer names begin with, a bit for each, so that most looks at a text end after two or three units. One in ten others is taken for one. */
export class Beginnings {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array = new Uint8Array(BEGINNINGS.bytes)) {
    this.bytes = bytes;
  }

  static #bit(hash: number): number {
    return (hash ^ (hash >>> BEGINNINGS.shift)) & (8 * BEGINNINGS.bytes - 1);
  }

  add(hash: number): void {
    const bit = Beginnings.#bit(hash);
    this.bytes[bit >> 3] = (this.bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
  }

  has(hash: number): boolean {
    const bit = Beginnings.#bit(hash);
    return (((this.bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) !== 0;
  }
}

/** Places per word. */
const SPACIOUS = 2;
const LAST_UNIT = 0xffff;

/** Words by their hash: they cannot be read from it. */
export class Dictionary {
  /** Hashes and their uses; a place without uses is free. */
  readonly #hashes: Int32Array;
  readonly #uses: Uint16Array;
  readonly #starts = new Uint16Array(LAST_UNIT + 1);
  readonly #beginnings: Beginnings;

  /** @param starts unit → uses of the words that begin with it, ordinary ones left out here and in `beginnings` */
  constructor(uses: ReadonlyMap<number, number>, starts: ReadonlyMap<number, number>, beginnings: Beginnings) {
    const size = 2 ** Math.ceil(Math.log2(SPACIOUS * Math.max(1, uses.size)));
    this.#hashes = new Int32Array(size);
    this.#uses = new Uint16Array(size);
    for (const [hash, use] of uses) this.#put(hash, use);
    for (const [code, use] of starts) this.#starts[code] = use;
    this.#beginnings = beginnings;
  }

  #put(hash: number, use: number): void {
    const last = this.#uses.length - 1;
    let slot = hash & last;
    while (this.#uses[slot] !== 0) slot = (slot + 1) & last;
    this.#hashes[slot] = hash;
    this.#uses[slot] = use;
  }

  #usesOf(hash: number): number {
    const last = this.#uses.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const uses = this.#uses[slot] ?? 0;
      if (uses === 0 || this.#hashes[slot] === hash) return uses;
    }
  }

  /** What words that begin with the unit may be. */
  begins(code: number): number {
    return this.#starts[code] ?? 0;
  }

  /** What the names may be that begin at a place of the text and have at most `max` units. */
  beginAt(text: string, from: number, max: number): number {
    const end = Math.min(text.length, from + max);
    let hash = HASH_SEED;
    let uses = 0;
    for (let at = from; at < end; at++) {
      hash = step(hash, text.charCodeAt(at));
      uses |= this.#usesOf(hash);
      if (!this.#beginnings.has(hash)) break;
    }
    return uses;
  }

  /** What the whole word may be. */
  usesOf(word: string): number {
    return this.#usesOf(entryHash(word));
  }

  has(word: string, use: number): boolean {
    return (this.usesOf(word) & use) !== 0;
  }

  /** Length of the longest name with that use that the text begins with; 0: none. `isEnd` says whether one may end there. */
  longest(text: string, use: number, isEnd: (length: number) => boolean = () => true): number {
    let hash = HASH_SEED;
    let found = 0;
    const limit = Math.min(text.length, ENTRY_MAX);
    for (let at = 0; at < limit; at++) {
      hash = step(hash, text.charCodeAt(at));
      if ((this.#usesOf(hash) & use) !== 0 && isEnd(at + 1)) found = at + 1;
      if (!this.#beginnings.has(hash)) break;
    }
    return found;
  }
}

/** @throws {TypeError} when the stored dictionary does not fit this code. */
export function readDictionary({ version, count, starts, data }: StoredDictionary): Dictionary {
  const bytes = Buffer.from(data, "base64");
  const short = (at: number): number => bytes.readUInt16LE(at);
  if (version !== DICTIONARY_VERSION || bytes.length !== 6 * count + 4 * starts + BEGINNINGS.bytes)
    throw new TypeError("the dictionary of names does not fit the code");
  const uses = new Map<number, number>();
  for (let at = 0; at < count; at++) uses.set(bytes.readInt32LE(4 * at), short(4 * count + 2 * at));
  const begins = new Map<number, number>();
  const end = 6 * count + 4 * starts;
  for (let at = 6 * count; at < end; at += 4) begins.set(short(at), short(at + 2));
  return new Dictionary(uses, begins, new Beginnings(bytes.subarray(end)));
}

const read = storedJson<typeof stored>(new URL("./dictionary.json", import.meta.url));

/** The shipped dictionary, read on first use. */
export const dictionary = lazy(() => readDictionary(read()));

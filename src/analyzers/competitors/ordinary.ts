import { hashWord } from "../../text/tokens.ts";
import { attributes } from "../pii/names/lexicon.ts";
import { nameModel } from "../pii/names/decoder.ts";
import { lazy } from "../../core/lazy.ts";
import { mix } from "../pii/names/lexicon.ts";
import { storedJson } from "../stored.ts";
import { isDigit, isUpper, isWordUnit, LEFT_CONTEXT, RIGHT_CONTEXT } from "./characters.ts";
import { ANDS, CODE_WORDS, COMPANY_WORDS, ENGLISH_ENDINGS, SMALL_WORDS } from "./language.ts";
import type stored from "./ordinary.json";

/** Which words are ordinary, and whether an ordinary word that is also a name is used as the name: an apple, Apple. */

/** Bits that a word sets: in a set that is a third full, one word in two thousand is a false positive. */
const BITS_PER_WORD = 7;

/** A set of folded words as a Bloom filter: the words cannot be read from it, and a few others are false positives. */
export class WordSet {
  readonly bits: Uint8Array;

  /** @param bits a power of two of bytes */
  constructor(bits: Uint8Array) {
    this.bits = bits;
  }

  has(word: string): boolean {
    const hash = hashWord(word);
    for (let index = 1; index <= BITS_PER_WORD; index++) {
      const bit = this.#bit(hash, index);
      if (((this.bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  add(word: string): void {
    const hash = hashWord(word);
    for (let index = 1; index <= BITS_PER_WORD; index++) {
      const bit = this.#bit(hash, index);
      this.bits[bit >>> 3] = (this.bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  #bit(hash: number, index: number): number {
    return mix(hash, index) & (this.bits.length * 8 - 1);
  }
}

/** `ordinary.json` holds the bits in base64; made by `npm run train:ordinary`. */
const read = storedJson<typeof stored>(new URL("./ordinary.json", import.meta.url));
const ordinary = lazy(() => new WordSet(new Uint8Array(Buffer.from(read().bits, "base64"))));

/** Whether the word is usually written in lower case: mainly English words, and frequent words of about forty languages. */
export const isOrdinary = (word: string): boolean => ordinary().has(word);

/** How frequent each word of a name must be, 0..3, for the words together to be ordinary: `best buy`, not `coca cola`. */
const COMMON_MIN = 2;

/** Whether a name is made of ordinary words only, so that they need not mean it. */
export function isOrdinaryName(words: readonly string[]): boolean {
  if (!words.every(isOrdinary)) return false;
  const telling = words.filter((word) => !ANDS.includes(word));
  // Three such words in a row are rarely a coincidence.
  if (telling.length > 2) return false;
  // Two words with "and" are a phrase rather than a name: salt and pepper.
  return telling.length === 1 || telling.length < words.length || telling.every(isCommon);
}

const knowledgeOf = (word: string): number => nameModel().lexicon.lookup(hashWord(word));
const isCommon = (word: string): boolean => attributes.common(knowledgeOf(word)) >= COMMON_MIN;

/** Letters before an ending. */
const STEM_MIN = 3;

/** Whether the word is known: as an ordinary word, a form of one, or a name of a person or place. Known words are not misspellings. */
export function isKnown(word: string): boolean {
  if (isOrdinary(word) || knowledgeOf(word) !== 0) return true;
  return ENGLISH_ENDINGS.some((ending) => {
    if (!word.endsWith(ending) || word.length < ending.length + STEM_MIN) return false;
    const stem = word.slice(0, word.length - ending.length);
    // coded, coding: code; planned, planning: plan
    return isOrdinary(stem) || isOrdinary(`${stem}e`) || (stem.at(-1) === stem.at(-2) && isOrdinary(stem.slice(0, -1)));
  });
}

export interface Place {
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** The context of a place. */
function aroundOf({ raw, start, end }: Place): { readonly left: string; readonly right: string } {
  return { left: raw.slice(Math.max(0, start - LEFT_CONTEXT), start), right: raw.slice(end, end + RIGHT_CONTEXT) };
}

const HANDLE = /[@#]$/;
const DOMAIN =
  /^\.(?:com|org|net|io|ai|co|so|eu|de|fr|it|es|nl|pl|se|ch|at|uk|us|in|jp|cn|br|ca|au|be|dk|no|fi|pt|cz|ru|kr|tr|me|tv|to|gg|info|app|dev|shop|store|cloud|tech|online|site|xyz|biz)(?![\p{L}\p{N}_(])/iu;
const DOMAIN_LEFT = /(?:^|[\s"'“(<[/]|www\.)$/i;

const isAddress = (left: string, right: string): boolean =>
  HANDLE.test(left) || (DOMAIN.test(right) && DOMAIN_LEFT.test(left));

/** After a number or a currency sign, a short name is a unit: 300 HP, $3M. */
const AMOUNT = /[\p{N}\p{Sc}]\s?$/u;

/** Whether one or two characters are used as a name: in an address, as written in the configuration, or in capitals. */
export function isShortName(place: Place, written: string): boolean {
  const { left, right } = aroundOf(place);
  if (isAddress(left, right)) return true;
  const name = place.raw.slice(place.start, place.start + written.length);
  return (name === written || !/\p{Ll}/u.test(name)) && !AMOUNT.test(left);
}

/**
 * Whether an ordinary word is used as a name. It must be capitalised, and nothing else may explain the capital: no beginning of a
 * sentence, no title, no text in capitals, no code.
 */
export function isUsedAsName(place: Place): boolean {
  const written = place.raw.slice(place.start, place.end);
  const { left, right } = aroundOf(place);
  if (isAddress(left, right)) return true;
  if (!hasCapitals(written) || isInCode(left, right)) return false;
  if (isShouted(written)) return !neighbours(left, right).some(isShouted) && !/=|&&|\$/.test(lineOf(left));
  if (/[:;]\s{1,2}$/.test(left) && /^(?:['’]s?)?(?:,|;|\)|\s(?:and|or|und|oder|et|ou|y|o|e)\s)/u.test(right))
    return true;
  if (isSentenceStart(left, place.start <= LEFT_CONTEXT)) return isFollowedAsName(right);
  return !isInTitle(left, right);
}

/** Whether every word of some length begins with a capital. */
export function hasCapitals(text: string): boolean {
  return (text.match(WORDS) ?? []).every((word) => SMALL_WORDS.has(word) || !/^\p{Ll}/u.test(word));
}

/** The part of the left context in the same line. */
const lineOf = (left: string): string => left.slice(left.lastIndexOf("\n") + 1);

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const LAST_WORD = /([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)[^\p{L}\p{N}\n.!?:;]{1,4}$/u;
const NEXT_WORD = /^(?:['’]s)?[^\p{L}\p{N}\n.!?:;]{1,4}([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)/u;

const isShouted = (word: string): boolean => word.length > 1 && !/\p{Ll}/u.test(word) && /\p{Lu}/u.test(word);

function neighbours(left: string, right: string): readonly string[] {
  return [LAST_WORD.exec(left)?.[1], NEXT_WORD.exec(right)?.[1]].filter((word) => word !== undefined);
}

function isInCode(left: string, right: string): boolean {
  if (/[\w$)\]]\.$|[<$_\\]$|\{\s?$|::$|->$/.test(left)) return true;
  if (/^(?:[({[<>=_$]|::|->|\.[a-z_]|\s*=[^=]|\s*\{|s?:\s*["'{[\d])/.test(right)) return true;
  if (CODE_WORDS.has(/([a-z]+)\s{1,4}$/.exec(left)?.[1] ?? "")) return true;
  return /\b(?:new|type)\s$/.test(left) && /^\s*[({<=]/.test(right);
}

/** Marks and signs that a sentence may begin with. */
const OPENING = /[\s"'“”‘’„«»*_#>()[\]|•·–—+-]/;

/** Whether a sentence may begin with the word, given the text before. */
function isSentenceStart(left: string, isFromStart: boolean): boolean {
  let at = left.length;
  let hasLineBreak = false;
  while (at > 0 && OPENING.test(left.charAt(at - 1))) {
    at -= 1;
    hasLineBreak ||= left.charAt(at) === "\n";
  }
  if (at === 0) return isFromStart || hasLineBreak || left !== "";
  if (hasLineBreak) return true;
  const code = left.charCodeAt(at - 1);
  if (isDigit(code)) return /(?:^|\n)\s*\d+\s*$/.test(left);
  if (!isWordUnit(code))
    return ".!?:;…。！？".includes(left.charAt(at - 1)) && !/\b(?:vs|e\.g|i\.e|incl|resp)\.\s*$/i.test(left);
  return false;
}

function isFollowedAsName(right: string): boolean {
  if (/^['’]s\b/.test(right)) return true;
  const next = NEXT_WORD.exec(right)?.[1];
  return next !== undefined && COMPANY_WORDS.has(next.toLowerCase());
}

/** Whether the surrounding ordinary words are capitalised: then a capital is no evidence. */
function isInTitle(left: string, right: string): boolean {
  const before = (lineOf(left).match(WORDS) ?? []).slice(-3);
  const breakAt = right.search(/[\n.!?]/);
  const after = ((breakAt < 0 ? right : right.slice(0, breakAt)).match(WORDS) ?? []).slice(0, 2);
  const counted = [...before, ...after].filter((word) => word.length > 1 && !SMALL_WORDS.has(word.toLowerCase()));
  if (counted.length < 2) return false;
  const capital = counted.filter((word) => isUpper(word.charCodeAt(0)) && isOrdinary(word.toLowerCase()));
  return capital.length >= 2 && capital.length > counted.length * 0.6;
}

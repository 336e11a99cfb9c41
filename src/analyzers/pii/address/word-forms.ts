import { Remembered } from "../../../text/reading-memory.ts";
import { unitsOf } from "../../../text/units.ts";
import { isMonth } from "../dates.ts";
import { isAsciiDigit } from "../numbers.ts";
import {
  bare,
  endsAddress,
  isCompound,
  isParticle,
  isRareBehind,
  isStranger,
  isUnit,
  kindOf,
  opensBox,
  type WordKind,
} from "./words.ts";

/** What a word is, wherever it stands. What is asked of it is answered once. */
export class Form {
  /** As written. */
  readonly text: string;
  #bare: string | undefined;
  #kind: WordKind | null | undefined;
  #isNumber: boolean | undefined;
  #isStranger: boolean | undefined;
  #isParticle: boolean | undefined;
  #isName: boolean | undefined;
  #isCompound: boolean | undefined;
  #isAddressWord: boolean | undefined;
  #isOpener: boolean | undefined;
  #isRare: boolean | undefined;
  #isSmallName: boolean | undefined;
  #isSmallKind: boolean | undefined;
  #endsAddress: boolean | undefined;
  #isPlainName: boolean | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get bare(): string {
    return (this.#bare ??= bare(this.text));
  }

  get kind(): WordKind | null {
    if (this.#kind === undefined) this.#kind = kindOf(this.bare) ?? null;
    return this.#kind;
  }

  get isNumber(): boolean {
    return (this.#isNumber ??= looksLikeNumber(this.text));
  }

  get isStranger(): boolean {
    return (this.#isStranger ??= isStranger(this.bare));
  }

  get isParticle(): boolean {
    return (this.#isParticle ??= isParticle(this.bare));
  }

  get isName(): boolean {
    return (this.#isName ??= looksLikeName(this));
  }

  get isCompound(): boolean {
    return (this.#isCompound ??= isCompound(this.bare));
  }

  get isRare(): boolean {
    return (this.#isRare ??= isRareBehind(this.bare));
  }

  get isSmallName(): boolean {
    return (this.#isSmallName ??= looksLikeSmallName(this));
  }

  get isSmallKind(): boolean {
    return (this.#isSmallKind ??= looksLikeSmallKind(this));
  }

  get isPlainName(): boolean {
    return (this.#isPlainName ??= looksLikePlainName(this));
  }

  get endsAddress(): boolean {
    return (this.#endsAddress ??= endsAddress(this.text));
  }

  get isOpener(): boolean {
    return (this.#isOpener ??= opens(this));
  }

  get isAddressWord(): boolean {
    return (this.#isAddressWord ??= looksLikeAddress(this));
  }
}

/** Longest that is remembered, UTF-16 units: V8 copies so few of them, a longer piece keeps all of its text in memory. */
const REMEMBERED_MAX = 12;

/** The last words, each in the one place that its letters give: to find it there no copy of it is made. */
const RECENT_MAX = 512;
const recent = new Remembered<(Form | undefined)[]>(
  () => Array.from({ length: RECENT_MAX }),
  (forms) => forms.fill(undefined),
);

/** Of the word in `[start, end)`. */
export function formAt(raw: string, start: number, end: number): Form {
  if (end - start > REMEMBERED_MAX) return new Form(raw.slice(start, end));
  const units = unitsOf(raw);
  let hash = end - start;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (units[at] ?? 0), PRIME);
  const place = hash >>> HASH_SHIFT;
  const forms = recent.known;
  const known = forms[place];
  if (known !== undefined && known.text.length === end - start && isAt(known.text, units, start)) return known;
  return (forms[place] = new Form(raw.slice(start, end)));
}

/** Knuth's, of multiplicative hashes: the upper bits are spread best. */
const PRIME = 0x9e3779b1;
const HASH_SHIFT = 32 - Math.log2(RECENT_MAX);

function isAt(text: string, units: Uint16Array, start: number): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== units[start + at]) return false;
  return true;
}

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

/** Whether it is written as a name is: with a capital, or in a script that has none. */
function looksLikeName(word: Form): boolean {
  const first = word.text.codePointAt(0) ?? 0;
  if (first < 0x80) return (isCapital(first) || hasArticle(word.text)) && !word.isStranger;
  // Hebrew, Arabic, the scripts of India and Georgia's have no capitals.
  if ((first >= 0x590 && first < 0xe00) || (first >= 0x10d0 && first <= 0x10ff)) return true;
  const letter = String.fromCodePoint(first);
  return letter !== letter.toLowerCase() && !word.isStranger;
}

/** `l'Église`, `dell'Orso` */
const hasArticle = (text: string): boolean =>
  (text.includes("'") || text.includes("’")) && /^(?:[dl]|dell|nell|qu)['’]\p{Lu}/u.test(text);

/** `5`, `12a`, `343/10`, `12-14`, `4.` */
const looksLikeNumber = (text: string): boolean =>
  isAsciiDigit(text.charCodeAt(0)) && /^\d{1,6}(?:[-/.]\d{1,5}|[-/][A-Za-z])?(?:[A-Za-z]|st|nd|rd|th)?\.?$/.test(text);

/** `Perseverancia`, but neither `May` nor `BMW`. */
const looksLikePlainName = (word: Form): boolean =>
  word.isName &&
  !isMonth(word.bare) &&
  /^\p{L}[\p{L}\p{M}'’.-]+$/u.test(word.text) &&
  /\p{Ll}|[^\0-\u024f]/u.test(word.text);

const looksLikeSmallName = (word: Form): boolean =>
  word.isNumber || (/^\p{Ll}{3,}$/u.test(word.text) && !word.isStranger && !word.isParticle);

function looksLikeSmallKind(word: Form): boolean {
  const { kind } = word;
  const isKind = kind === "behind" || kind === "behindUnsure" || kind === "both" || word.isRare;
  return isKind && !word.isName && /^[a-z]/.test(word.bare);
}

/** Whether an address may hold it, as far as the word alone tells. */
function looksLikeAddress(word: Form): boolean {
  return (
    word.isName ||
    /\p{N}/u.test(word.text) ||
    word.isParticle ||
    isUnit(word.bare) ||
    word.kind !== null ||
    word.isCompound
  );
}

function opens(word: Form): boolean {
  const { kind } = word;
  if (/\d/.test(word.text) || opensBox(word.bare)) return true;
  return kind === "before" || kind === "beforeUnsure" || kind === "both" || word.isCompound;
}

import type { RawText } from "../../../text/units.ts";
import { jointAt, parseForm, type Element, type Joined } from "./form.ts";

/**
 * All digits are one class, and all letters: which of them a form takes is checked when it is complete and something
 * speaks for it. So few classes keep the automaton small.
 */
const DIGIT = 0;
const LETTER = 1;
const CLASSES = 2;

const JOINT = CLASSES;
const SPACE = CLASSES + 1;
const NOTHING = CLASSES + 2;
/** What each UTF-16 unit means to a form: a class, a separator, or nothing. */
const CLASS_OF = Uint8Array.from({ length: 256 }, (_, code) => {
  const unit = String.fromCharCode(code);
  if ("-./()+".includes(unit)) return JOINT;
  if (unit === " " || unit === "\u00a0") return SPACE;
  // Of the letters beyond ASCII, numbers have the Spanish one.
  return /[0-9A-Za-zÑñ]/.test(unit) ? (/\d/.test(unit) ? DIGIT : LETTER) : NOTHING;
});

/** Bound on states kept; when more are met, all are dropped and built again. The shipped forms need about a tenth. */
const STATES_MAX = 16_384;
/**
 * Most letters in a row before the first digit or after a separator, and most of them in a word that a separator follows:
 * `RSS MRA 85…`. After digits and a space, words of letters are short too. Without these bounds the words of prose could be parts of numbers whose forms take
 * letters for digits.
 */
const LEAD_MAX = 9;
const SHORT_WORD_MAX = 4;
/** ` - ` */
const SEPARATORS_MAX = 4;
/** Most groups of a number; a row of more is a table. */
const GROUPS_MAX = 8;
const DEAD = 0;
const START = 1;
const UNKNOWN = -1;

/**
 * Recognises many forms in one pass: a deterministic automaton whose states are sets of places in forms, built on demand. It
 * reads letters and digits only: letters may be lower-case, and single separators may occur anywhere between them. The caller
 * judges the result.
 */
export class FormRecognizer<Complete> {
  readonly #places: Places;
  readonly #completeOf: (forms: readonly number[]) => Complete;
  /** Words of the current walk. */
  readonly #words = new WordCount();
  #next = new Int32Array(0);
  /** Sets of places, ascending. */
  #sets: Uint16Array[] = [];
  /** State → what the forms are that are complete in it, or `null` without any. */
  #accepts: (Complete | null)[] = [];
  #known = new Map<string, number>();

  /**
   * @param completeOf Says once what it means that some forms are complete together, by their indexes in the list.
   * @throws {TypeError} when a form cannot be read.
   */
  constructor(forms: readonly string[], completeOf: (forms: readonly number[]) => Complete) {
    this.#places = placesOf(forms);
    this.#completeOf = completeOf;
    this.#reset();
  }

  /**
   * Walks from `start`, the first unit of a word, and calls `onForm` with each end at which forms are complete and no letter
   * or digit follows, with what they mean and what was counted up to there. Returns where the walk ended: `raw.length` when
   * more text could go on with it.
   */
  walk(
    { raw, units }: RawText,
    start: number,
    onForm: (end: number, complete: Complete, counted: WalkCounts) => void,
  ): number {
    const words = this.#words;
    words.reset();
    let state = START;
    for (let at = start; at < raw.length; at++) {
      const unit = classAt(raw, units, at);
      if (!words.takes(unit)) return at;
      if (unit >= JOINT) continue;
      state = this.#step(state, unit);
      if (state === DEAD) return at;
      if (words.digits === 0 || isWordUnit(units[at + 1] ?? 0)) continue;
      const complete = this.#accepts[state] ?? null;
      if (complete === null) continue;
      onForm(at + 1, complete, words);
    }
    return raw.length;
  }

  #step(state: number, unit: number): number {
    const next = this.#next[state * CLASSES + unit] ?? DEAD;
    return next === UNKNOWN ? this.#build(state, unit) : next;
  }

  #reset(): void {
    this.#next = new Int32Array(CLASSES * 256).fill(UNKNOWN);
    this.#sets = [];
    this.#accepts = [];
    this.#known = new Map();
    this.#add(new Uint16Array(0));
    this.#add(this.#places.closure(this.#places.first));
  }

  #add(set: Uint16Array): number {
    const name = String.fromCharCode(...set);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const state = this.#sets.length;
    this.#known.set(name, state);
    this.#sets.push(set);
    const forms = this.#places.completed(set);
    this.#accepts.push(forms.length === 0 ? null : this.#completeOf(forms));
    if ((state + 1) * CLASSES > this.#next.length) {
      const grown = new Int32Array(this.#next.length * 2).fill(UNKNOWN);
      grown.set(this.#next);
      this.#next = grown;
    }
    return state;
  }

  #build(state: number, unit: number): number {
    const set = this.#sets[state];
    const reached = set === undefined ? [] : this.#places.after(set, unit);
    if (reached.length > 0 && this.#sets.length >= STATES_MAX) this.#reset();
    const next = reached.length === 0 ? DEAD : this.#add(this.#places.closure(reached));
    // After a reset the old number means nothing, so the transition is not kept.
    if (this.#sets[state] === set) this.#next[state * CLASSES + unit] = next;
    return next;
  }
}

/** Counts of digits, and of letters and digits, in a walk, and the places of separators. */
export interface WalkCounts extends Joined {
  readonly digits: number;
}

/** Whether the words of letters in a walk are as short as those of numbers. */
class WordCount implements WalkCounts {
  digits = 0;
  wordUnits = 0;
  joints = 0;
  hasInnerJoint = false;
  /** Class of the last letter or digit. */
  #last = NOTHING;
  /** Letters since the last digit or separator. */
  #letters = 0;
  #lettersMax = LEAD_MAX;
  /** Of the separators since the last letter or digit: 2 for a joint, 1 for a space. */
  #separators = 0;
  #groups = 0;

  reset(): void {
    this.digits = 0;
    this.wordUnits = 0;
    this.joints = 0;
    this.hasInnerJoint = false;
    this.#last = NOTHING;
    this.#letters = 0;
    this.#lettersMax = LEAD_MAX;
    this.#separators = 0;
    this.#groups = 0;
  }

  takes(unit: number): boolean {
    if (unit === DIGIT) {
      this.digits += 1;
      this.#goOn(DIGIT);
      this.#letters = 0;
      this.#lettersMax = Infinity;
      return true;
    }
    if (unit === LETTER) {
      this.#goOn(LETTER);
      return ++this.#letters <= this.#lettersMax;
    }
    if (unit === NOTHING || !this.#separates(unit)) return false;
    if (unit === SPACE && this.#letters > SHORT_WORD_MAX && this.#lettersMax < Infinity) return false;
    this.#letters = 0;
    this.#lettersMax = this.digits > 0 && unit === SPACE ? SHORT_WORD_MAX : LEAD_MAX;
    return true;
  }

  /** With a letter or digit. */
  #goOn(unit: number): void {
    if (this.#separators > 0) {
      this.joints |= jointAt(this.wordUnits);
      this.hasInnerJoint ||= unit === this.#last;
      this.#separators = 0;
    }
    this.#last = unit;
    this.wordUnits += 1;
  }

  /** One separator, or a joint with a space on either side: `12 - 34`, `(0)12) 34`. */
  #separates(unit: number): boolean {
    if (this.#separators === 0 && ++this.#groups >= GROUPS_MAX) return false;
    this.#separators += unit === JOINT ? 2 : 1;
    return this.#separators <= SEPARATORS_MAX && (unit === JOINT || this.#separators !== 2);
  }
}

/** Numbers of places must fit a `Uint16Array`. */
const PLACES_MAX = 65_535;

/** The places of many forms: what may occur at each, and what is complete there. Separators are omitted. */
class Places {
  /** The first place of each form. */
  readonly first: readonly number[];
  /** Place × class → whether it fits. */
  readonly #fits: Uint8Array;
  readonly #isOptional: Uint8Array;
  /** Place → the forms that are complete there. */
  readonly #completes: ReadonlyMap<number, readonly number[]>;
  /** Marks of the last closure that reached a place. */
  readonly #marks: Uint32Array;
  #mark = 0;

  constructor(
    sequences: ReadonlyMap<string, { readonly elements: readonly Element[]; readonly forms: readonly number[] }>,
  ) {
    const first: number[] = [];
    const fits: Uint8Array[] = [];
    const isOptional: number[] = [];
    const completes = new Map<number, readonly number[]>();
    for (const { elements, forms } of sequences.values()) {
      first.push(fits.length);
      for (const { of, min, max } of elements)
        for (let repeat = 0; repeat < max; repeat++) {
          fits.push(classesOf(of));
          isOptional.push(repeat >= min ? 1 : 0);
        }
      completes.set(fits.length, forms);
      fits.push(new Uint8Array(CLASSES));
      isOptional.push(0);
    }
    if (fits.length > PLACES_MAX) throw new TypeError(`forms have more than ${PLACES_MAX} places`);
    this.first = first;
    this.#fits = new Uint8Array(fits.length * CLASSES);
    for (const [place, classes] of fits.entries()) this.#fits.set(classes, place * CLASSES);
    this.#isOptional = Uint8Array.from(isOptional);
    this.#completes = completes;
    this.#marks = new Uint32Array(fits.length);
  }

  /** The places right after those of the set that `unit` fits, ascending. */
  after(set: Uint16Array, unit: number): readonly number[] {
    const reached: number[] = [];
    for (const place of set) if (this.#fits[place * CLASSES + unit] === 1) reached.push(place + 1);
    return reached;
  }

  /** Ascending places, and all that can be reached from them over places that may be missing, ascending. */
  closure(from: readonly number[]): Uint16Array {
    const mark = ++this.#mark;
    const reached: number[] = [];
    for (const place of from)
      for (let at = place; this.#marks[at] !== mark; at++) {
        this.#marks[at] = mark;
        reached.push(at);
        if (this.#isOptional[at] !== 1) break;
      }
    return Uint16Array.from(reached).sort();
  }

  /** The forms that are complete somewhere in the set. */
  completed(set: Uint16Array): readonly number[] {
    const forms: number[] = [];
    for (const place of set) forms.push(...(this.#completes.get(place) ?? []));
    return forms;
  }
}

/**
 * Forms that differ by their separators only share their places.
 *
 * @throws {TypeError} when a form cannot be read.
 */
function placesOf(forms: readonly string[]): Places {
  const sequences = new Map<string, { readonly elements: readonly Element[]; readonly forms: number[] }>();
  for (const [index, form] of forms.entries()) {
    const elements = parseForm(form).filter(({ isSeparator }) => !isSeparator);
    const name = elements
      .map(({ of, min, max }) => classesOf(of).join("").repeat(min) + `${classesOf(of).join("")}?`.repeat(max - min))
      .join(" ");
    const known = sequences.get(name);
    if (known === undefined) sequences.set(name, { elements, forms: [index] });
    else known.forms.push(index);
  }
  return new Places(sequences);
}

/** Class → whether some unit of it fits. */
function classesOf(inside: string): Uint8Array {
  return Uint8Array.of(/\d/.test(inside) ? 1 : 0, /[A-Z]/.test(inside) ? 1 : 0);
}

const LETTER_OR_DIGIT = Uint8Array.from(CLASS_OF, (unit) => (unit < JOINT ? 1 : 0));

/** Digits on either side of a colon or underscore that joins groups; fewer make a time of day. */
const WIDE_GROUP = 4;

function classAt(raw: string, units: Uint16Array, at: number): number {
  const code = units[at] ?? 0;
  const unit = CLASS_OF[code] ?? NOTHING;
  return unit === NOTHING ? rareClass(raw, at, code) : unit;
}

/**
 * The meaning of a rare sign in its context: a colon or underscore joins groups of four digits, and the `&` of a company
 * stands between capitals. Where the text ends, more may follow.
 */
function rareClass(raw: string, at: number, code: number): number {
  if (code === 0x3a || code === 0x5f) return isWideJoint(raw, at) ? JOINT : NOTHING;
  if (code !== 0x26 || !isCapital(raw.charCodeAt(at - 1))) return NOTHING;
  return at + 1 === raw.length || isCapital(raw.charCodeAt(at + 1)) ? LETTER : NOTHING;
}

function isWideJoint(raw: string, at: number): boolean {
  for (let step = 1; step <= WIDE_GROUP; step++) {
    const isOpen = at + step >= raw.length;
    if (!isDigit(raw.charCodeAt(at - step)) || (!isOpen && !isDigit(raw.charCodeAt(at + step)))) return false;
  }
  return !isDigit(raw.charCodeAt(at - WIDE_GROUP - 1)) && !isDigit(raw.charCodeAt(at + WIDE_GROUP + 1));
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isCapital = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || code === 0xd1;

/** Deliberately little more than ASCII: in scripts without spaces, numbers are adjacent to letters of the text. */
export const isWordUnit = (code: number): boolean => LETTER_OR_DIGIT[code] === 1;

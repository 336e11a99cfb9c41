import { parseForm } from "./form.ts";

/** What each UTF-16 unit means to a form: digits 0–9, letters 10–35 in either case, one class for all separators, or nothing. */
const SEPARATOR = 36;
const CLASSES = 37;
const NOTHING = 255;
const SEPARATORS = " -./()\u00a0";
const CLASS_OF = Uint8Array.from({ length: 256 }, (_, code) => {
  const unit = String.fromCharCode(code);
  if (SEPARATORS.includes(unit)) return SEPARATOR;
  return code < 128 && /[0-9A-Za-z]/.test(unit) ? Number.parseInt(unit, 36) : NOTHING;
});

/** Bound on states kept; when more are met, all are dropped and built again. The shipped forms need about a tenth. */
const STATES_MAX = 16_384;
const DEAD = 0;
const START = 1;
const UNKNOWN = -1;

/** A place in a form: what may stand there, and whether it may be missing. */
interface Place {
  /** Class → whether it fits. */
  readonly fits: Uint8Array;
  readonly isOptional: boolean;
  /** Index of the form that is complete here, or -1. */
  readonly completes: number;
}

/**
 * Recognises many forms in one walk: a deterministic automaton whose states are sets of places in forms, built as texts
 * need them. Separators may be missing or be other ones, letters may be small: what that is worth, its caller decides.
 */
export class FormRecognizer {
  readonly #places: readonly Place[];
  readonly #first: readonly number[];
  #next = new Int32Array(0);
  #sets: (readonly number[])[] = [];
  #accepts: (readonly number[])[] = [];
  #known = new Map<string, number>();

  /** @throws {TypeError} when a form cannot be read. */
  constructor(forms: readonly string[]) {
    const places: Place[] = [];
    this.#first = forms.map((form, index) => appendForm(places, form, index));
    this.#places = places;
    this.#reset();
  }

  /**
   * Walks from `start` and calls `onForm` with each end at which forms are complete and no letter or digit follows, with
   * the forms' indexes. Returns where the walk ended: `raw.length` when more text could go on with it.
   */
  walk(raw: string, start: number, onForm: (end: number, forms: readonly number[]) => void): number {
    let state = START;
    for (let at = start; at < raw.length; at++) {
      const code = raw.charCodeAt(at);
      const unit = code < 256 ? (CLASS_OF[code] ?? NOTHING) : NOTHING;
      if (unit === NOTHING) return at;
      let next = this.#next[state * CLASSES + unit] ?? UNKNOWN;
      if (next === UNKNOWN) next = this.#build(state, unit);
      if (next === DEAD) return at;
      state = next;
      const forms = this.#accepts[state];
      if (forms !== undefined && forms.length > 0 && !isWordUnit(raw.charCodeAt(at + 1))) onForm(at + 1, forms);
    }
    return raw.length;
  }

  #reset(): void {
    this.#next = new Int32Array(CLASSES * 256).fill(UNKNOWN);
    this.#sets = [];
    this.#accepts = [];
    this.#known = new Map();
    this.#add([]);
    this.#add(closure(this.#places, this.#first));
  }

  #add(set: readonly number[]): number {
    const name = set.join(" ");
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const state = this.#sets.length;
    this.#known.set(name, state);
    this.#sets.push(set);
    this.#accepts.push(set.map((place) => this.#places[place]?.completes ?? -1).filter((form) => form >= 0));
    if ((state + 1) * CLASSES > this.#next.length) {
      const grown = new Int32Array(this.#next.length * 2).fill(UNKNOWN);
      grown.set(this.#next);
      this.#next = grown;
    }
    return state;
  }

  #build(state: number, unit: number): number {
    const set = this.#sets[state] ?? [];
    const reached = set.filter((place) => this.#places[place]?.fits[unit] === 1).map((place) => place + 1);
    if (reached.length > 0 && this.#sets.length >= STATES_MAX) this.#reset();
    const next = reached.length === 0 ? DEAD : this.#add(closure(this.#places, reached));
    // After a reset the old number means nothing, so the transition is not kept.
    if (this.#sets[state] === set) this.#next[state * CLASSES + unit] = next;
    return next;
  }
}

const LETTER_OR_DIGIT = Uint8Array.from(CLASS_OF, (unit) => (unit < SEPARATOR ? 1 : 0));

/** ASCII on purpose: in scripts without spaces a number stands right beside a letter of the text. */
export const isWordUnit = (code: number): boolean => LETTER_OR_DIGIT[code] === 1;

/** Appends the form's places and returns the first one's index. */
function appendForm(places: Place[], form: string, index: number): number {
  const first = places.length;
  for (const { of, isSeparator, min, max } of parseForm(form)) {
    const fits = isSeparator ? only(SEPARATOR) : classesOf(of);
    for (let repeat = 0; repeat < max; repeat++)
      places.push({ fits, isOptional: isSeparator || repeat >= min, completes: -1 });
  }
  places.push({ fits: new Uint8Array(CLASSES), isOptional: false, completes: index });
  return first;
}

function only(unit: number): Uint8Array {
  const fits = new Uint8Array(CLASSES);
  fits[unit] = 1;
  return fits;
}

function classesOf(inside: string): Uint8Array {
  const pattern = new RegExp(`[${inside}]`);
  return Uint8Array.from({ length: CLASSES }, (_, unit) =>
    unit < SEPARATOR && pattern.test(unit.toString(36).toUpperCase()) ? 1 : 0,
  );
}

/** The places and all that can be reached from them over places that may be missing, sorted. */
function closure(places: readonly Place[], from: readonly number[]): readonly number[] {
  const reached = new Set<number>();
  for (const place of from)
    for (let at = place; !reached.has(at); at++) {
      reached.add(at);
      if (places[at]?.isOptional !== true) break;
    }
  return [...reached].sort((a, b) => a - b);
}

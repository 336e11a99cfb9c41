/**
 * The language of forms. Classes: `d` digit, `l` letter, `x` letter or digit, `[2-9AF]` one of these. Upper-case letters and
 * digits stand for themselves. Separators: space `-` `.` `/` `(` `)` `+`. `{n}`, `{m,n}` and `?` repeat the preceding element.
 * `ddd.ddd.ddd-dd`, `[XYZ]-?d{7}-?l`, `CHEd{3}.d{3}.d{3}`.
 */
export interface Element {
  /** The units that may occur here, as the body of a regular expression's character class; letters in upper case. */
  readonly of: string;
  readonly isSeparator: boolean;
  readonly min: number;
  readonly max: number;
}

const CLASSES: ReadonlyMap<string, string> = new Map([
  ["d", "0-9"],
  ["l", "A-Z"],
  ["x", "0-9A-Z"],
]);
const SEPARATORS = " -./()+";
const TOKEN = /(\[[0-9A-Z-]+\]|[dlxA-Z0-9]|[ \-./()+])(?:\{(\d+)(?:,(\d+))?\}|(\?))?/y;

/** @throws {TypeError} when the form is not in the language. */
export function parseForm(form: string): readonly Element[] {
  const elements: Element[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < form.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(form);
    if (found === null) throw new TypeError(`form ${form}: cannot read ${form.slice(at)}`);
    const [, unit = "", least, most, optional] = found;
    const min = optional === undefined ? Number(least ?? 1) : 0;
    const max = optional === undefined ? Number(most ?? least ?? 1) : 1;
    const isSeparator = SEPARATORS.includes(unit);
    elements.push({ of: insideOf(unit), isSeparator, min, max });
  }
  return elements;
}

function insideOf(unit: string): string {
  if (unit.startsWith("[")) return unit.slice(1, -1);
  return CLASSES.get(unit) ?? (/[A-Z0-9 ]/.test(unit) ? unit : `\\${unit}`);
}

/** A form as it is written, letters in upper case. Its first and last unit refuse most numbers before its pattern runs. */
export class StrictForm {
  readonly #elements: readonly Element[];
  /** Made when a number first passes both ends: there are some thousand forms, and a text needs few. */
  #pattern: RegExp | null = null;
  /** Unit → whether it may occur there. */
  readonly #first: Uint8Array;
  readonly #last: Uint8Array;

  /** @throws {TypeError} when the form cannot be read. */
  constructor(form: string) {
    const elements = parseForm(form);
    this.#elements = elements;
    this.#first = unitsAtEnd(elements);
    this.#last = unitsAtEnd(elements.toReversed());
  }

  /** Whether a number that begins and ends with these units may have the form. */
  mayFit(first: number, last: number): boolean {
    return this.#first[first] === 1 && this.#last[last] === 1;
  }

  fits(written: string): boolean {
    if (!this.mayFit(written.charCodeAt(0), written.charCodeAt(written.length - 1))) return false;
    this.#pattern ??= patternOf(this.#elements);
    return this.#pattern.test(written);
  }
}

/** The units that the elements may begin with, separators among them. */
function unitsAtEnd(elements: readonly Element[]): Uint8Array {
  const units = new Uint8Array(128);
  for (const { of, min } of elements) {
    addClass(units, of);
    if (min > 0) break;
  }
  return units;
}

/** The units of a character class: single ones, escaped ones and ranges. */
function addClass(units: Uint8Array, of: string): void {
  for (let at = 0; at < of.length; at++) {
    if (of[at] === "\\") at += 1;
    const first = of.charCodeAt(at);
    const isRange = of[at + 1] === "-" && at + 2 < of.length;
    units.fill(1, first, (isRange ? of.charCodeAt(at + 2) : first) + 1);
    if (isRange) at += 2;
  }
}

/** The written form exactly, letters in upper case. */
export function strictPattern(form: string): RegExp {
  return patternOf(parseForm(form));
}

const patternOf = (elements: readonly Element[]): RegExp => new RegExp(`^${elements.map(sourceOf).join("")}$`);

/** The form without separators. */
export function compactPattern(form: string): RegExp {
  const elements = parseForm(form).filter(({ isSeparator }) => !isSeparator);
  return patternOf(elements);
}

/** Any of the forms with its separators missing or other ones, letters in either case. */
export function loosePattern(forms: readonly string[]): RegExp {
  const sources = forms.map((form) =>
    parseForm(form)
      .map((element) => (element.isSeparator ? "[ \\-./()+:_\u00a0]{0,3}" : sourceOf(element)))
      .join(""),
  );
  return new RegExp(`^(?:${sources.join("|")})$`, "i");
}

function sourceOf({ of, min, max }: Element): string {
  return `[${of}]${min === 1 && max === 1 ? "" : `{${min},${max}}`}`;
}

/** Longest text of that form, UTF-16 units. */
export const formLength = (form: string): number => parseForm(form).reduce((sum, { max }) => sum + max, 0);

/** The separators of a form in order: more than one string when some may be missing. */
export function separatorsOf(form: string): readonly string[] {
  let found = [""];
  for (const { of, isSeparator, min } of parseForm(form)) {
    if (!isSeparator) continue;
    const unit = of.replace("\\", "");
    found = found.flatMap((before) => (min === 0 ? [before, before + unit] : [before + unit]));
  }
  return found;
}

/** Separators after more letters and digits than these are not distinguished. */
const PLACES_MAX = 30;

/** A bit for the place after that many letters and digits; 0 for one that is not distinguished. */
export const jointAt = (wordUnits: number): number => (wordUnits > PLACES_MAX ? 0 : 1 << wordUnits);

/** Where a number has separators. */
export interface Joined {
  /** Letters and digits. */
  readonly wordUnits: number;
  /** The places of its separators, see `jointAt`. */
  readonly joints: number;
  /** Whether one of them separates two digits or two letters. */
  readonly hasInnerJoint: boolean;
}

/** Ways to part a form of some length that are distinguished; in one with more of them, separators may stand in all their places. */
const WAYS_MAX = 64;

/** By its count of letters and digits, the places at which a form may have separators: each way that its parts may be long. */
export function jointsOf(form: string): ReadonlyMap<number, readonly number[]> {
  let open: ReadonlyMap<number, ReadonlySet<number>> = new Map([[0, new Set([0])]]);
  for (const { isSeparator, min, max } of parseForm(form)) {
    const next = new Map<number, Set<number>>();
    for (const [length, ways] of open)
      for (let count = isSeparator ? 0 : min; count <= (isSeparator ? 0 : max); count++) {
        const longer = next.get(length + count) ?? new Set();
        next.set(length + count, longer);
        for (const joints of ways) longer.add(isSeparator ? joints | jointAt(length) : joints);
      }
    open = next;
  }
  return new Map(Array.from(open, ([length, ways]) => [length, withoutParts([...ways])]));
}

function withoutParts(ways: readonly number[]): readonly number[] {
  const widest = ways.filter((joints) => !ways.some((other) => other !== joints && (joints & ~other) === 0));
  return widest.length <= WAYS_MAX ? widest : [widest.reduce((all, joints) => all | joints, 0)];
}

/** Most text before the first digit of the form, UTF-16 units. */
export function leadLength(form: string): number {
  let length = 0;
  for (const { of, min, max } of parseForm(form)) {
    if (min > 0 && /^[\d-]+$/.test(of)) break;
    length += max;
  }
  return length;
}

/** The number without separators, letters in upper case. */
export function compactOf(written: string): string {
  let compact = "";
  let hasSmall = false;
  let start = 0;
  for (let at = 0; at < written.length; at++) {
    const code = written.charCodeAt(at);
    if (isSmall(code)) hasSmall = true;
    else if (!isDigitOrCapital(code)) {
      compact += written.slice(start, at);
      start = at + 1;
    }
  }
  compact = start === 0 ? written : compact + written.slice(start);
  return hasSmall ? compact.toUpperCase() : compact;
}

const isSmall = (code: number): boolean => code >= 97 && code <= 122;
const isDigitOrCapital = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

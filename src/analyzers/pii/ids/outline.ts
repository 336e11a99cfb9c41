import { parseForm } from "./form.ts";
import { isWordUnit } from "./recognizer.ts";

/** Units of a group that are told apart; the longest forms have one group of 26. */
const LENGTH_MAX = 31;
const SEPARATORS = " -./()+";
const LENGTHS = LENGTH_MAX + 1;

/** Separator → its number from 1 on. */
const NUMBER_OF = new Uint8Array(128);
for (const [index, separator] of Array.from(SEPARATORS).entries()) NUMBER_OF[separator.charCodeAt(0)] = index + 1;

/** The first two groups of a number as it is written; `second` is 0 where it ends behind the first. */
interface Outline {
  readonly first: number;
  readonly separator: number;
  readonly second: number;
}

/**
 * Tells by the lengths of the first two groups of letters and digits and by the separator between them whether any of some
 * forms may stand there, exactly as written: a table look-up that most numbers, and nearly all words, do not pass.
 */
export class Outlines {
  readonly #alone = new Uint8Array(2 * LENGTHS);
  readonly #pairs = new Uint8Array(2 * LENGTHS * (SEPARATORS.length + 1) * LENGTHS);

  /** @throws {TypeError} when a form cannot be read. */
  constructor(forms: readonly string[]) {
    for (const form of forms)
      for (const outline of outlinesOf(form))
        for (const lead of leadsOf(form))
          if (outline.second === 0) this.#alone[lead * LENGTHS + outline.first] = 1;
          else this.#pairs[placeOf(lead, outline)] = 1;
  }

  /** Whether a form may begin with the word at `start`. */
  fits(raw: string, start: number): boolean {
    const code = raw.charCodeAt(start);
    // Forms are written with capitals.
    if (code >= 0x61) return false;
    const lead = code >= 0x41 ? 1 : 0;
    const end = groupEnd(raw, start);
    const first = end - start;
    if (this.#alone[lead * LENGTHS + first] === 1) return true;
    const separator = NUMBER_OF[raw.charCodeAt(end)] ?? 0;
    if (separator === 0) return false;
    const second = groupEnd(raw, end + 1) - end - 1;
    // Two separators, as in `0 (212) …`.
    return second === 0 || this.#pairs[placeOf(lead, { first, separator, second })] === 1;
  }
}

const placeOf = (lead: number, { first, separator, second }: Outline): number =>
  ((lead * LENGTHS + first) * (SEPARATORS.length + 1) + separator) * LENGTHS + second;

function groupEnd(raw: string, start: number): number {
  let at = start;
  while (at - start < LENGTH_MAX && isWordUnit(raw.charCodeAt(at))) at += 1;
  return at;
}

/** Digit and letter as first unit: 0, 1. */
function leadsOf(form: string): readonly number[] {
  const first = parseForm(form).find(({ isSeparator, min }) => !isSeparator && min > 0)?.of ?? "0-9A-Z";
  return [/\d/.test(first) ? [0] : [], /[A-Z]/.test(first) ? [1] : []].flat();
}

/** All outlines of a form: groups may have several lengths, and separators may be missing. */
function outlinesOf(form: string): readonly Outline[] {
  let open: readonly Outline[] = [{ first: 0, separator: 0, second: 0 }];
  const closed: Outline[] = [];
  for (const { of, isSeparator, min, max } of parseForm(form)) {
    const next: Outline[] = [];
    for (const outline of open)
      if (isSeparator) {
        if (min === 0) next.push(outline);
        if (outline.second > 0) closed.push(outline);
        else if (outline.first > 0 && outline.separator === 0) next.push({ ...outline, separator: numberOf(of) });
        else next.push(outline);
      } else for (let count = min; count <= max; count++) next.push(longer(outline, count));
    open = next;
  }
  return [...closed, ...open];
}

const numberOf = (inside: string): number => NUMBER_OF[inside.replace("\\", "").charCodeAt(0)] ?? 0;

const longer = (outline: Outline, count: number): Outline =>
  outline.separator === 0
    ? { ...outline, first: Math.min(LENGTH_MAX, outline.first + count) }
    : { ...outline, second: Math.min(LENGTH_MAX, outline.second + count) };

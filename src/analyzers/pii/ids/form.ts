/**
 * The language of forms. Classes: `d` digit, `l` letter, `x` letter or digit, `[2-9AF]` one of these. Upper-case letters and
 * digits stand for themselves. Separators: space `-` `.` `/` `(` `)` `+`. `{n}`, `{m,n}` and `?` repeat what stands before.
 * `ddd.ddd.ddd-dd`, `[XYZ]-?d{7}-?l`, `CHEd{3}.d{3}.d{3}`.
 */
export interface Element {
  /** The units that may stand here, as the inside of a regular expression's class; letters in upper case. */
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
    const isSeparator = /^[ \-./()+]$/.test(unit);
    elements.push({ of: insideOf(unit), isSeparator, min, max });
  }
  return elements;
}

function insideOf(unit: string): string {
  if (unit.startsWith("[")) return unit.slice(1, -1);
  return CLASSES.get(unit) ?? (/[A-Z0-9 ]/.test(unit) ? unit : `\\${unit}`);
}

/** The written form exactly, letters in upper case. */
export function strictPattern(form: string): RegExp {
  return new RegExp(`^${parseForm(form).map(sourceOf).join("")}$`);
}

/** The form without separators. */
export function compactPattern(form: string): RegExp {
  const elements = parseForm(form).filter(({ isSeparator }) => !isSeparator);
  return new RegExp(`^${elements.map(sourceOf).join("")}$`);
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

/** How many units can stand before the first digit of the form, UTF-16 units. */
export function leadLength(form: string): number {
  let length = 0;
  for (const { of, min, max } of parseForm(form)) {
    if (min > 0 && /^[\d-]+$/.test(of)) break;
    length += max;
  }
  return length;
}

/** The number without separators, letters in upper case. */
export const compactOf = (written: string): string =>
  COMPACT.test(written) ? written : written.replaceAll(/[^0-9A-Za-z]/g, "").toUpperCase();

/** Most numbers are. */
const COMPACT = /^[0-9A-Z]*$/;

/**
 * Questions about a candidate value, whatever it may be the value of: how random it is, and whether it only stands in
 * for one. All are linear in the value, which is bounded by the pattern that cut it out.
 */

/** Shannon entropy in bits per UTF-16 unit; 0 for the empty string. */
export function entropyBits(value: string): number {
  const { length } = value;
  if (length > SHORT_MAX) return entropyOfLong(value);
  let bits = 0;
  for (let at = 0; at < length; at++) {
    const count = countFrom(value, at);
    if (count > 0) bits -= SHORT_TERMS[length * SHORT_MAX + count] ?? 0;
  }
  return bits;
}

/** How often the unit at `at` stands in the value; 0 where it stands before `at` as well. For few units this is faster than a table. */
function countFrom(value: string, at: number): number {
  const code = value.charCodeAt(at);
  for (let before = 0; before < at; before++) if (value.charCodeAt(before) === code) return 0;
  let count = 1;
  for (let after = at + 1; after < value.length; after++) count += Number(value.charCodeAt(after) === code);
  return count;
}

/** What a unit that stands so often in a value of that length takes from its entropy. */
const term = (count: number, length: number): number => (count / length) * Math.log2(count / length);

/** Values up to this length, UTF-16 units, have their terms looked up: most passwords and keys are as short. */
const SHORT_MAX = 32;
const SHORT_TERMS = Float64Array.from({ length: (SHORT_MAX + 1) * SHORT_MAX + 1 }, (_, at) => {
  const length = Math.floor((at - 1) / SHORT_MAX);
  return length > 0 ? term(at - length * SHORT_MAX, length) : 0;
});

function entropyOfLong(value: string): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= term(count, value.length);
  return bits;
}

// Words that authors of documentation write where a secret belongs. Collected from vendors' own pages.
const STAND_IN =
  /example|sample|placeholder|change[-_]?(?:me|this|it)|dummy|redacted|censored|replace[-_]?(?:me|this|with)|insert[-_]?|fake|lorem|foobar|deadbeef|^my(?:[-_]?(?:super|api|secret|token|key|pass(?:word|wd)?|app|access|auth|client|value|string|here|pw))+$|^(?:your|the|some|any)[-_]|your[-_]?(?:own|api|key|token|secret|pass|account|org|project|app|user|client|access)|(?:here|goes)$|x{5}|\*{3}|\.{3}|#{4}|_{4}|1337/i;

/** Steps of a row (`abcdef`, `123456`) or repeats (`aaaaaa`) needed before a value counts as typed, not drawn. */
const ROW_MIN = 6;
/** … and the share of the value that they fill, so that long base64 with an accidental row stays a candidate. */
const ROW_SHARE = 0.18;

/** Whether the value has a word in it that documentation writes where a secret belongs. */
export const isStandInWord = (value: string): boolean => STAND_IN.test(value);

/** Whether the value is what documentation shows instead of a secret: a word, a row of letters or digits, one repeated sign. */
export function isStandIn(value: string): boolean {
  return (
    isStandInWord(value) ||
    longestRow(value) >= Math.max(ROW_MIN, value.length * ROW_SHARE) ||
    isRepeated(value) ||
    isTwoRows(value) ||
    isCutWebToken(value)
  );
}

/** Longer values hold both rows by chance or by the way they were made, UTF-16 units. */
const TWO_ROWS_MAX = 80;
/** Nine digits and twelve letters. */
const TWO_ROWS_MIN = 21;

/** The alphabet and the digits in turns (`abc123def456ghi`): all digits, and twelve letters, follow one another when what is between them is left out. */
function isTwoRows(value: string): boolean {
  if (value.length < TWO_ROWS_MIN || value.length > TWO_ROWS_MAX) return false;
  let [digits, letters] = [0, 0];
  for (let at = 0; at < value.length; at++) {
    const code = smallCode(value.charCodeAt(at));
    if (code >= 0x30 && code <= 0x39) digits = digits < 9 ? nextOfRow(digits, code - 0x30) : digits;
    else if (code >= 0x61 && code <= 0x7a) letters = letters < 12 ? nextOfRow(letters, code - 0x60) : letters;
  }
  return digits === 9 && letters === 12;
}

/** How far a row that counts from 1 has come with the next step. */
const nextOfRow = (count: number, step: number): number => (step === count + 1 ? step : Number(step === 1));

/** A web token (RFC 7519) whose signature is a word or two: written by hand. */
const CUT_WEB_TOKEN = /^eyJ[\w-]{1,200}\.[\w-]{1,200}\.[\w-]{0,16}$/;

const isCutWebToken = (value: string): boolean => CUT_WEB_TOKEN.test(value);

/** Length of the longest run whose letters or digits rise by 0 or 1 at every step, ignoring case. */
function longestRow(text: string): number {
  const value = BEYOND_ASCII.test(text) ? text.toLowerCase() : text;
  let longest = 1;
  let [same, rising, before] = [1, 1, -2];
  for (let at = 0; at < value.length; at++) {
    const code = smallCode(value.charCodeAt(at));
    same = code === before ? same + 1 : 1;
    rising = code === before + 1 ? rising + 1 : 1;
    longest = Math.max(longest, same, rising);
    before = code;
  }
  return longest;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** A letter of ASCII in small. */
export const smallCode = (code: number): number => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code);

/** Whether the value is one short piece (2 to 8 signs) written again and again. */
export function isRepeated(value: string): boolean {
  for (let size = 2; size <= 8; size++) if (value.length >= size * 3 && repeatsAfter(value, size)) return true;
  return false;
}

function repeatsAfter(value: string, size: number): boolean {
  for (let at = size; at < value.length; at++) if (value.charCodeAt(at) !== value.charCodeAt(at - size)) return false;
  return true;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

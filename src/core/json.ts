import { isLongNumber, parseLong, searchEnd } from "./json-numbers.ts";
import { JsonPlan } from "./json-plan.ts";
import type { Json } from "./model.ts";
import { inTurns, type Steps, type YieldToLoop } from "./steps.ts";
import type { Work } from "./work-budget.ts";

/** Deeper nesting than any provider's schema needs; it bounds the work of everything that walks a body. */
export const JSON_DEPTH_MAX = 128;

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

const INVALID = { ok: false, reason: "must be valid JSON" } as const;

interface ParseOptions {
  readonly maxDepth?: number;
  readonly roundsNumbers?: boolean;
  /** Drawn from for each value before any is made; absent: unlimited. */
  readonly work?: Work;
}

/**
 * `JSON.parse` that refuses what could be read two ways (duplicate keys at any level), and what takes long out of proportion: nesting over
 * `maxDepth`, objects of more than `FIELDS_MAX` fields, numbers of more than `NUMBER_MAX` characters. The reason names positions only,
 * never the submitted text. A key `__proto__` is an own property, as `JSON.parse` makes it.
 * Numbers that a double would round are kept as they were written (`isExactNumber`), unless `roundsNumbers`.
 * @throws {ServiceError} `too_much_work`
 */
export function parseJson(text: string, options: ParseOptions = {}): ParsedJson {
  const scanned = scanAll(text, { maxDepth: options.maxDepth ?? JSON_DEPTH_MAX, work: options.work });
  if (scanned.kind === "refused") return { ok: false, reason: scanned.reason };
  try {
    const value: Json = scanned.hasLongNumber && options.roundsNumbers !== true ? parseLong(text) : JSON.parse(text);
    return { ok: true, value };
  } catch {
    // The parser's message quotes the text, so it goes no further.
    return INVALID;
  }
}

/** Texts up to this length are parsed at once. UTF-16 units. */
const AT_ONCE_MAX = 65_536;
/** What is scanned in one step. */
const STEP_CHARS = 16_384;

/**
 * The same a step at a time, for texts of any length. Nothing is made of a text before all of it was scanned.
 * @param options.stepChars how much a step takes; absent: about a millisecond
 */
export function* parseSteps(
  text: string,
  options: ParseOptions & { readonly stepChars?: number } = {},
): Steps<ParsedJson> {
  const { stepChars = STEP_CHARS, maxDepth = JSON_DEPTH_MAX, roundsNumbers = false, work } = options;
  if (text.length <= Math.min(AT_ONCE_MAX, stepChars * 4)) return parseJson(text, options);
  const plan = new JsonPlan(text, stepChars);
  const scan = new KeyScan(text, { maxDepth, work, plan });
  let scanned: ScanResult | null = null;
  while (scanned === null) {
    const from = scan.at;
    scanned = scan.advance(from + stepChars);
    if (scanned?.kind === "refused") return { ok: false, reason: scanned.reason };
    yield scan.at - from;
  }
  try {
    return { ok: true, value: yield* plan.parse({ roundsNumbers: roundsNumbers || !scanned.hasLongNumber }) };
  } catch {
    return INVALID;
  }
}

/** Parses a short text at once, and a long one a slice at a time. @throws {ServiceError} `too_much_work`, as a rejection too */
export function parseInTurns(
  text: string,
  options: ParseOptions,
  yieldToLoop: YieldToLoop | undefined,
): ParsedJson | Promise<ParsedJson> {
  return text.length <= AT_ONCE_MAX ? parseJson(text, options) : inTurns(parseSteps(text, options), yieldToLoop);
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Strict UTF-8: `null` for any ill-formed sequence. One byte order mark at the beginning is dropped. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Values that are drawn from a budget together. */
const VALUES_AT_ONCE = 1024;

/** Objects with more keys than this get a set; a few keys are compared faster one by one. */
const LISTED_KEYS_MAX = 8;

/** Fields of one object: a listing of them takes all at once. Ten times what any schema has. */
export const FIELDS_MAX = 16_384;

/** Characters of one number: a double keeps 17 digits. */
export const NUMBER_MAX = 4096;

/** A double rounds no shorter number without an exponent. */
const LONG_DIGITS = 16;

/** Quotes with a backslash before them that are passed over at once. */
const QUOTES_AT_ONCE = 1024;

interface ScanOptions {
  readonly maxDepth: number;
  readonly work?: Work | undefined;
  /** Receives brackets, commas and keys as the scan meets them. */
  readonly plan?: JsonPlan;
}

type ScanResult =
  | { readonly kind: "refused"; readonly reason: string }
  /** `hasLongNumber`: the text has a number that a double may round. */
  | { readonly kind: "accepted"; readonly hasLongNumber: boolean };

function scanAll(text: string, options: ScanOptions): ScanResult {
  const scan = new KeyScan(text, options);
  let result: ScanResult | null = null;
  while (result === null) result = scan.advance(text.length);
  return result;
}

/**
 * One pass over a text for depth, duplicate keys and long numbers. It does not validate: `JSON.parse` refuses what is not JSON
 * afterwards, so any result is right for such a text.
 */
class KeyScan {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #work: Work | undefined;
  readonly #plan: JsonPlan | undefined;
  #at = 0;
  #depth = 0;
  #expectsKey = false;
  #hasLongNumber = false;
  #valueCount = 1;
  #reason: string | null = null;
  /** Start of the string whose end is not found yet; -1: there is none. */
  #string = -1;
  // One entry per open container.
  readonly #isObject: boolean[] = [false];
  readonly #firstKey: number[] = [0];
  readonly #sets: (Set<string> | null)[] = [null];
  // The keys of all open objects, a stack: the place of each, and a hash that distinguishes most of them.
  #keyCount = 0;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #hashes: number[] = [];

  constructor(text: string, { maxDepth, work, plan }: ScanOptions) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#work = work;
    this.#plan = plan;
  }

  /** End of the scanned text. */
  get at(): number {
    return this.#at;
  }

  /** Scans up to `end` or somewhat further. @returns `null` while there is more to scan */
  advance(end: number): ScanResult | null {
    const reason = this.#scan(this.#text, Math.min(end, this.#text.length));
    if (reason !== null) return { kind: "refused", reason };
    if (this.#at < this.#text.length) return null;
    this.#work?.draw("values", this.#valueCount % VALUES_AT_ONCE);
    return { kind: "accepted", hasLongNumber: this.#hasLongNumber };
  }

  #scan(text: string, to: number): string | null {
    if (this.#string !== -1 && !this.#endString(this.#at)) return this.#reason;
    let at = this.#at;
    for (; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#string = at;
        if (!this.#endString(at + 1)) return this.#reason;
        at = this.#at - 1;
      } else if (code >= ZERO && code <= NINE) {
        at = this.#number(at);
        if (at === TOO_LONG) return `has a number of more than ${NUMBER_MAX} characters`;
      } else if (!this.#sign(at, code)) {
        return `is nested deeper than ${this.#maxDepth} levels`;
      }
    }
    this.#at = at;
    return null;
  }

  /** False when what it opens is too deep. */
  #sign(at: number, code: number): boolean {
    switch (code) {
      case COMMA:
        this.#countValue();
        this.#expectsKey = this.#isObject[this.#depth] === true;
        this.#plan?.comma(at);
        return true;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return this.#open(at, code === OPEN_BRACE);
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#close(at, code === CLOSE_BRACE);
        return true;
      default:
        return true;
    }
  }

  /** Looks for the end of the string, from there on. False: it was not found yet, or `#reason` says why it must not be. */
  #endString(from: number): boolean {
    const text = this.#text;
    const start = this.#string;
    const end = searchEnd(text, start + 1, from, QUOTES_AT_ONCE);
    this.#at = end < -1 ? -end : end + 1;
    this.#reason = end === -1 ? INVALID.reason : null;
    if (end < 0) return false;
    this.#string = -1;
    if (!this.#expectsKey) return true;
    this.#plan?.key(start + 1, end);
    this.#reason = this.#refusedKey(start + 1, end);
    return this.#reason === null;
  }

  #refusedKey(start: number, end: number): string | null {
    if (this.#isDuplicate(start, end)) return `has a duplicate key at ${place(this.#text, start - 1)}`;
    const count = this.#sets[this.#depth]?.size ?? 0;
    return count > FIELDS_MAX ? `has an object of more than ${FIELDS_MAX} fields` : null;
  }

  /** Names of fields are not counted; lists and objects are, and empty ones twice. */
  #countValue(): void {
    this.#valueCount += 1;
    if (this.#valueCount % VALUES_AT_ONCE === 0) this.#work?.draw("values", VALUES_AT_ONCE);
  }

  /** Index of the last character of the number that begins, or goes on, there; `TOO_LONG`. */
  #number(start: number): number {
    const text = this.#text;
    let end = start + 1;
    let hasExponent = false;
    for (let code = text.charCodeAt(end); isNumberPart(code); code = text.charCodeAt(++end)) {
      hasExponent ||= (code | 0x20) === LOWER_E;
      if (end - start >= NUMBER_MAX) return TOO_LONG;
    }
    if (hasExponent || end - start >= LONG_DIGITS) this.#hasLongNumber ||= isLongNumber(text.slice(start, end));
    return end - 1;
  }

  #open(at: number, isObject: boolean): boolean {
    this.#depth += 1;
    this.#countValue();
    if (this.#depth > this.#maxDepth) return false;
    this.#isObject[this.#depth] = isObject;
    this.#firstKey[this.#depth] = this.#keyCount;
    this.#sets[this.#depth] = null;
    this.#expectsKey = isObject;
    this.#plan?.open(at, isObject);
    return true;
  }

  #close(at: number, isObject: boolean): void {
    this.#plan?.close(at, isObject);
    if (this.#depth === 0) return;
    this.#keyCount = this.#firstKey[this.#depth] ?? 0;
    this.#depth -= 1;
    this.#expectsKey = false;
  }

  #isDuplicate(start: number, end: number): boolean {
    this.#expectsKey = false;
    const set = this.#sets[this.#depth] ?? null;
    if (set !== null) return !addKey(set, keyAt(this.#text, start, end));
    const hash = hashKey(this.#text, start, end);
    const first = this.#firstKey[this.#depth] ?? 0;
    const isEscaped = hash === ESCAPED;
    // An escaped key is compared decoded, which only the set does.
    if (isEscaped || this.#keyCount - first === LISTED_KEYS_MAX) return this.#isDuplicateInNewSet(start, end);
    for (let index = first; index < this.#keyCount; index++) {
      if (this.#hashes[index] === hash && this.#keyText(index) === this.#text.slice(start, end)) return true;
    }
    this.#starts[this.#keyCount] = start;
    this.#ends[this.#keyCount] = end;
    this.#hashes[this.#keyCount] = hash;
    this.#keyCount += 1;
    return false;
  }

  #isDuplicateInNewSet(start: number, end: number): boolean {
    const set = new Set<string>();
    for (let index = this.#firstKey[this.#depth] ?? 0; index < this.#keyCount; index++) set.add(this.#keyText(index));
    this.#sets[this.#depth] = set;
    return !addKey(set, keyAt(this.#text, start, end));
  }

  #keyText(index: number): string {
    return this.#text.slice(this.#starts[index], this.#ends[index]);
  }
}

/** No index. */
const TOO_LONG = -1;

/** Digits, and what stands between those of one number. */
function isNumberPart(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === DOT || code === PLUS || code === MINUS || (code | 0x20) === LOWER_E;
}

/** Never the hash of a plain key. */
const ESCAPED = -1;

/** Of a longer key only both ends are hashed, UTF-16 units. */
const HASHED_MAX = 64;

/** Names the text by 30 bits; equal keys have equal hashes. */
function hashKey(text: string, start: number, end: number): number {
  if (end - start <= HASHED_MAX) return hashOf(text, start, end);
  const key = text.slice(start, end);
  if (key.includes("\\")) return ESCAPED;
  return hashOf(key.slice(0, HASHED_MAX / 2) + key.slice(-HASHED_MAX / 2), 0, HASHED_MAX) ^ (end - start);
}

function hashOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) return ESCAPED;
    hash = (Math.imul(hash, 31) + code) & 0x3fff_ffff;
  }
  return hash;
}

/** The key as `JSON.parse` will read it. */
function keyAt(text: string, start: number, end: number): string {
  const key = text.slice(start, end);
  if (!key.includes("\\")) return key;
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return key;
  }
}

/** False when the set had it. */
function addKey(set: Set<string>, key: string): boolean {
  const size = set.size;
  return set.add(key).size > size;
}

const LINE_FEED = 0x0a;

function place(text: string, at: number): string {
  let line = 1;
  let lineStart = 0;
  for (let end = 0; end < at; end++) {
    if (text.charCodeAt(end) !== LINE_FEED) continue;
    line += 1;
    lineStart = end + 1;
  }
  return `line ${line}, column ${at - lineStart + 1}`;
}

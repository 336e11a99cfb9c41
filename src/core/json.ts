import { isLongNumber, parseLong } from "./json-numbers.ts";
import { stringEnd } from "./json-strings.ts";
import type { Json } from "./model.ts";
import type { Work } from "./work-budget.ts";

/** Deeper nesting than any provider's schema needs; it bounds the work of everything that walks a body. */
export const JSON_DEPTH_MAX = 128;

export type ParsedJson = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

const INVALID = { ok: false, reason: "must be valid JSON" } as const;

/**
 * `JSON.parse` that refuses what could be read two ways: duplicate keys at any level, and nesting over `maxDepth`.
 * The reason names positions only, never the submitted text. A key `__proto__` is an own property, as `JSON.parse` makes it.
 * Numbers that a double would round are kept as they were written (`isExactNumber`), unless `roundsNumbers`.
 * @param options.work drawn from for each value before any is made; absent: nobody counts
 * @throws {ServiceError} `too_much_work`
 */
export function parseJson(
  text: string,
  options: { readonly maxDepth?: number; readonly roundsNumbers?: boolean; readonly work?: Work } = {},
): ParsedJson {
  const reason = SCAN.run(text, options.maxDepth ?? JSON_DEPTH_MAX, options.work);
  if (reason !== null) return { ok: false, reason };
  try {
    const value: Json = SCAN.hasLongNumber && options.roundsNumbers !== true ? parseLong(text) : JSON.parse(text);
    return { ok: true, value };
  } catch {
    // The parser's message quotes the text, so it goes no further.
    return INVALID;
  }
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

/**
 * One pass over the text for depth, duplicate keys and long numbers. It does not validate: what is not JSON is refused by `JSON.parse`
 * afterwards, so on such text any answer of the scan is as good. Of one text at a time: what it needs is not made anew for each.
 */
class KeyScan {
  #text = "";
  #maxDepth = 0;
  #depth = 0;
  #expectsKey = false;
  #hasLongNumber = false;
  #valueCount = 0;
  #work: Work | undefined = undefined;
  // One entry per open container.
  readonly #isObject: boolean[] = [false];
  readonly #firstKey: number[] = [0];
  readonly #sets: (Set<string> | null)[] = [null];
  // The keys of all open objects, a stack: where each stands, and a hash that tells most of them apart.
  #keyCount = 0;
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #hashes: number[] = [];

  /** Whether the last text had a number that a double may round. */
  get hasLongNumber(): boolean {
    return this.#hasLongNumber;
  }

  /** The reason for a refusal, or `null`. */
  run(text: string, maxDepth: number, work?: Work): string | null {
    this.#text = text;
    this.#work = work;
    this.#maxDepth = maxDepth;
    this.#depth = 0;
    this.#expectsKey = false;
    this.#hasLongNumber = false;
    this.#valueCount = 1;
    this.#keyCount = 0;
    try {
      const reason = this.#scan(text);
      work?.draw("values", this.#valueCount % VALUES_AT_ONCE);
      return reason;
    } finally {
      // Nothing of the text is kept.
      this.#text = "";
      this.#work = undefined;
      this.#sets.length = 1;
    }
  }

  #scan(text: string): string | null {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      switch (code) {
        case QUOTE: {
          const end = stringEnd(text, at + 1);
          if (end === -1) return INVALID.reason;
          if (this.#expectsKey && this.#isDuplicate(at + 1, end)) return `has a duplicate key at ${place(text, at)}`;
          at = end;
          break;
        }
        case COMMA:
          this.#countValue();
          this.#expectsKey = this.#isObject[this.#depth] === true;
          break;
        case OPEN_BRACE:
        case OPEN_BRACKET:
          if (!this.#open(code === OPEN_BRACE)) return `is nested deeper than ${this.#maxDepth} levels`;
          break;
        case CLOSE_BRACE:
        case CLOSE_BRACKET:
          this.#close();
          break;
        default:
          at = this.#number(at, code);
      }
    }
    return null;
  }

  /** Names of fields are not counted; lists and objects are, and empty ones twice. */
  #countValue(): void {
    this.#valueCount += 1;
    if (this.#valueCount % VALUES_AT_ONCE === 0) this.#work?.draw("values", VALUES_AT_ONCE);
  }

  /** Index of the last character of a number that begins, or goes on, with that one; of the character where it is none. */
  #number(start: number, code: number): number {
    if (code < ZERO || code > NINE) return start;
    let end = start + 1;
    while (isNumberPart(this.#text.charCodeAt(end))) end += 1;
    this.#hasLongNumber ||= isLongNumber(this.#text.slice(start, end));
    return end - 1;
  }

  #open(isObject: boolean): boolean {
    this.#depth += 1;
    this.#countValue();
    if (this.#depth > this.#maxDepth) return false;
    this.#isObject[this.#depth] = isObject;
    this.#firstKey[this.#depth] = this.#keyCount;
    this.#sets[this.#depth] = null;
    this.#expectsKey = isObject;
    return true;
  }

  #close(): void {
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

const SCAN = new KeyScan();

/** Digits, and what stands between those of one number. */
function isNumberPart(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === DOT || code === PLUS || code === MINUS || (code | 0x20) === LOWER_E;
}

/** Never the hash of a plain key. */
const ESCAPED = -1;

/** Names the text by 30 bits; equal keys have equal hashes. */
function hashKey(text: string, start: number, end: number): number {
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

function place(text: string, at: number): string {
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1)) {
    line += 1;
    lineStart = end + 1;
  }
  return `line ${line}, column ${at - lineStart + 1}`;
}

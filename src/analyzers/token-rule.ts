import { holdRun } from "./hold-run.ts";
import type { Match, SpanDetector } from "./detector.ts";
import { entropyBits, isStandIn } from "./value.ts";
import { wordinessOf } from "./wordiness.ts";
import { lazy } from "../core/lazy.ts";
import type { Span } from "../core/model.ts";

/** Characters that a part of a token is drawn from, as the inside of a character class. */
export const ALPHABET = {
  digits: "0-9",
  hex: "0-9a-f",
  hexUpper: "0-9A-F",
  hexAny: "0-9A-Fa-f",
  base32: "A-Z2-7",
  bech32: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
  letters: "A-Za-z",
  lower: "a-z0-9",
  upper: "A-Z0-9",
  base62: "A-Za-z0-9",
  base64: "A-Za-z0-9+/",
  base64url: "A-Za-z0-9_-",
  /** As base64url, for formats that join several pieces with dots. */
  dotted: "A-Za-z0-9_.-",
  /** As dotted, with padding. */
  padded: "A-Za-z0-9=_.-",
  /** Bitcoin's alphabet: no 0, O, I, l. */
  base58: "1-9A-HJ-NP-Za-km-z",
  bech32Lower: "qpzry9x8gf2tvdw0s3jn54khce6mua7l",
  /** As base64url, for tokens that are written percent-encoded. */
  percent: "A-Za-z0-9%_-",
  /** Azure passwords. */
  tilde: "A-Za-z0-9_.~-",
  /** The path of a web address. */
  path: "A-Za-z0-9@/_-",
} as const;
export type Alphabet = (typeof ALPHABET)[keyof typeof ALPHABET];

/** A run of characters; without `max` it is exactly `min` long. */
interface Run {
  readonly of: Alphabet;
  readonly min: number;
  readonly max: number;
}
export const run = (of: Alphabet, min: number, max: number = min): Run => ({ of, min, max });

/** A literal, one of several literals, or a run. */
export type ShapePart = string | readonly string[] | Run;

/** A token that is known by a literal inside it: the whole rule. Pattern, keywords, lengths and examples follow from the shape. */
export interface TokenRule {
  readonly id: string;
  /** Default: the id in upper case. */
  readonly placeholder?: string;
  readonly shape: readonly ShapePart[];
  /** Which part is searched for. Default: the first literal. */
  readonly anchor?: number;
  /** Bits per character that the runs must have; default by length. 0 switches the test off. */
  readonly entropyMin?: number;
  /** Valid: certain. Invalid: less likely, but never a reason to drop, since test tokens and re-typed ones fail it. */
  readonly checksum?: (token: string) => boolean;
  /** 0..1 for a match without checksum; default 0.95. */
  readonly score?: number;
  /** For a literal that also ends other literals (`test_`): no underscore or dash may stand before it. */
  readonly isWhole?: boolean;
  readonly source: string;
  /** Further neighbours that must not be found. */
  readonly misses?: readonly string[];
}

/** What a documented sample, or a row such as 123456, scores: reported to who asks for everything, below any usual threshold. */
export const STAND_IN_SCORE = 0.3;
const TOKEN_SCORE = 0.95;
const CHECKSUM_PENALTY = 0.2;

/**
 * ASCII on purpose: in scripts without spaces a token stands right after a letter of the text. After an escape (`\n`,
 * `%3D`) a token begins although a letter stands there.
 */
export const LEFT_EDGE = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))`;
const WHOLE_EDGE = LEFT_EDGE.replace("A-Za-z0-9])", "A-Za-z0-9_-])");
/** Units that the edges look at on either side. */
export const EDGE_LENGTH = 3;

/** A run of thousands that may hold dots: it would be walked again from each dot that the literal stands after. */
const LONG_DOTTED = /\.-\]\{\d+,\d{4}/;

/** What it takes to read what may be a token, and how many units of one a step is, as a power of two; measured. */
const READ_STEPS = 4;
const UNITS_A_STEP = 2;

const stepsOf = (match: Match | null): number =>
  match === null ? READ_STEPS : READ_STEPS + ((match.end - match.start) >> UNITS_A_STEP);

/** A detector for the rule. Each hit is judged by itself, so a window of a stream decides as the whole text does. */
export function tokenDetector(rule: TokenRule): SpanDetector {
  const anchor = rule.anchor ?? rule.shape.findIndex((part) => !isRun(part));
  const keywords = literals(rule.shape[anchor]);
  if (keywords.length === 0) throw new TypeError(`rule ${rule.id} has no literal`);
  const lead = rule.shape.slice(0, anchor);
  const leadPattern = lead.length === 0 ? null : new RegExp(`(?:${lead.map(partSource).join("")})$`);
  const leadMax = lengthMax(lead);
  const pattern = new RegExp(
    (rule.isWhole === true ? WHOLE_EDGE : LEFT_EDGE) +
      (LONG_DOTTED.test(rule.shape.map(partSource).join("")) ? String.raw`(?<!\.)` : "") +
      rule.shape.map(partSource).join("") +
      padding(rule.shape.at(-1)) +
      rightEdge(rule.shape.at(-1)),
    "y",
  );
  const maxLength = lengthMax(rule.shape) + PADDING_MAX + EDGE_LENGTH;
  const judge = judgeOf(rule);
  const isPart = lazy(() => signsOf(rule.shape));
  return {
    id: rule.id,
    placeholder: rule.placeholder ?? placeholderOf(rule.id),
    keywords,
    maxLength,
    source: rule.source,
    find: ({ raw }, hits, from, meter) => {
      const matches: Match[] = [];
      const stretches = new TokenStretches(raw, isPart(), maxLength);
      const read = (start: number): Match | null => {
        pattern.lastIndex = start;
        const token = pattern.exec(raw)?.[0];
        const score = token === undefined ? 0 : judge(token);
        return token === undefined || score === 0 ? null : { start, end: start + token.length, score };
      };
      for (const hit of hits) {
        const start = leadPattern === null ? hit.start : leadStart(raw, hit.start, { leadPattern, leadMax });
        if (start < from || start === matches.at(-1)?.start) continue;
        const crowded = keywords.includes(raw.slice(hit.start, hit.end)) ? stretches.take(start, hit) : null;
        if (crowded === null) {
          const match = read(start);
          meter?.spend(stepsOf(match));
          if (match !== null) matches.push(match);
        } else if (crowded.end > crowded.start) matches.push({ ...crowded, score: rule.score ?? TOKEN_SCORE });
      }
      return matches;
    },
    stableUntil: holdRun({ maxLength, keywordMax: Math.max(...keywords.map((word) => word.length)), lead: leadMax }),
    // Drawn when asked for: only tests and the documentation read them.
    get examples() {
      return examplesOf(rule, anchor);
    },
  };
}

/** Of ASCII: 1 for what may stand in a token of that shape. */
function signsOf(shape: readonly ShapePart[]): Uint8Array {
  const tests = shape.map((part) =>
    isRun(part) ? new RegExp(`[${part.of}]`) : { test: (sign: string) => literals(part).join("").includes(sign) },
  );
  return Uint8Array.from({ length: 128 }, (_, code) =>
    Number(tests.some((test) => test.test(String.fromCharCode(code)))),
  );
}

/** `some-rule` → `SOME_RULE`. */
export function placeholderOf(id: string): string {
  return id.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_");
}

function isRun(part: ShapePart | undefined): part is Run {
  return typeof part === "object" && "of" in part;
}

function literals(part: ShapePart | undefined): readonly string[] {
  if (part === undefined || isRun(part)) return [];
  return typeof part === "string" ? [part] : part;
}

const quote = (literal: string): string => literal.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** The part as regular expression source. */
export function partSource(part: ShapePart): string {
  if (isRun(part)) return `[${part.of}]{${part.min},${part.max}}`;
  return `(?:${literals(part).map(quote).join("|")})`;
}

/** Longest text of that shape. */
export function lengthMax(parts: readonly ShapePart[]): number {
  return parts.reduce(
    (sum, part) => sum + (isRun(part) ? part.max : Math.max(...literals(part).map((literal) => literal.length))),
    0,
  );
}

/** Signs of padding after base64, which belong to the token. */
const PADDING_MAX = 2;

const padding = (last: ShapePart | undefined): string =>
  isRun(last) && last.of === ALPHABET.base64 ? `={0,${PADDING_MAX}}` : "";

/** Look-ahead for what may not follow: a character that would make the token longer. A dash at the end of a word is punctuation. */
export function rightEdge(last: ShapePart | undefined): string {
  if (!isRun(last)) return "(?![A-Za-z0-9])";
  if (last.of === ALPHABET.tilde) return "(?![A-Za-z0-9_~]|-[A-Za-z0-9_])";
  if (last.of.includes("_")) return "(?![A-Za-z0-9_]|-[A-Za-z0-9_])";
  return last.of === ALPHABET.base64 ? "(?![A-Za-z0-9+/])" : "(?![A-Za-z0-9])";
}

function leadStart(
  raw: string,
  end: number,
  { leadPattern, leadMax }: { readonly leadPattern: RegExp; readonly leadMax: number },
): number {
  const lowest = Math.max(0, end - leadMax);
  const found = leadPattern.exec(raw.slice(lowest, end));
  return found === null ? -1 : lowest + found.index;
}

/** Token → score; 0 is "no match". */
function judgeOf(rule: TokenRule): (token: string) => number {
  const firstRun = rule.shape.findIndex(isRun);
  const prefix = new RegExp(`^${rule.shape.slice(0, firstRun).map(partSource).join("")}`);
  return (token) => {
    const body = token.replace(prefix, "");
    if (isStandIn(body)) return STAND_IN_SCORE;
    if (entropyBits(body) < (rule.entropyMin ?? (body.length < 24 ? 2.3 : 2.8)) || isMadeOfWords(body)) return 0;
    if (rule.checksum === undefined) return rule.score ?? TOKEN_SCORE;
    return rule.checksum(token) ? 1 : (rule.score ?? TOKEN_SCORE) - CHECKSUM_PENALTY;
  };
}

/** Bits per pair of letters above which so many pairs are words (see `wordinessOf`): an identifier that begins like a token. */
const WORDY_BITS = 0.4;
const WORDY_PAIRS_MIN = 10;

function isMadeOfWords(body: string): boolean {
  const { pairs, bits } = wordinessOf(body);
  return pairs >= WORDY_PAIRS_MIN && bits > WORDY_BITS && !/^[0-9a-f-]+$/i.test(body);
}

/** Samples are drawn here instead of written down, so that scanners of this repository stay quiet. */
function examplesOf(rule: TokenRule, anchor: number): SpanDetector["examples"] {
  const samples = literals(rule.shape[anchor]).map((literal, index) => {
    const shape = rule.shape.map((part, at) => (at === anchor ? literal : part));
    return drawToken(shape, index + 1);
  });
  const first = samples[0] ?? "";
  const short = drawToken(rule.shape, 1, -1);
  return {
    hits: [
      ...samples.map((sample) => [`export KEY="${sample}"`, sample] as const),
      [`It is ${first}, keep it.`, first],
      [`{"a":"x\\n${first}\\n"}`, first],
    ],
    misses: [`word${first}`, ...(short === first ? [] : [short]), ...(rule.misses ?? [])],
  };
}

/** A token of that shape: every run at its shortest, its last one longer by `more`. Deterministic, and unlike any row. */
export function drawToken(shape: readonly ShapePart[], seed: number, more = 0): string {
  let state = seed * 7919 + 17;
  const lastRun = shape.findLastIndex(isRun);
  return shape
    .map((part, at) => {
      if (!isRun(part)) return literals(part)[0] ?? "";
      const letters = lettersOf(part.of);
      const length = part.min + (at === lastRun ? more : 0);
      return Array.from({ length }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return letters[Math.floor(state / 65_536) % letters.length];
      }).join("");
    })
    .join("");
}

/** The letters and digits of the inside of a character class (`A-Za-z0-9_-`). */
export function lettersOf(characterClass: string): string {
  return characterClass
    .replaceAll(/([A-Za-z0-9])-([A-Za-z0-9])/g, (_, first: string, last: string) =>
      Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, step) =>
        String.fromCharCode(first.charCodeAt(0) + step),
      ).join(""),
    )
    .replaceAll(/[-_+/.%]/g, "");
}

/** How often each character of a stretch may be read by one rule, on average. */
const READS_MAX = 8;

/** Rules of shorter tokens read little more than their hits, UTF-16 units. */
const LONG_TOKEN = 256;

/**
 * Bounds what a rule reads of an unbroken stretch of the signs that its tokens have. Literals that stand there again and again would have
 * the rest of it read from each of them. Where they would, it is taken for a token as it stands: so many beginnings of tokens are no
 * accident, and none of them gets through.
 */
class TokenStretches {
  readonly #raw: string;
  readonly #isPart: Uint8Array;
  readonly #lengthMax: number;
  #start = 0;
  #end = 0;
  #read = 0;
  #coveredTo = 0;
  /** Where the last literal ends that was drawn for: `AAAA…` holds one at each of its letters. */
  #literalEnd = 0;

  /**
   * @param isPart of ASCII: 1 for the signs of the rule's tokens
   * @param lengthMax of a token, UTF-16 units
   */
  constructor(raw: string, isPart: Uint8Array, lengthMax: number) {
    this.#raw = raw;
    this.#isPart = isPart;
    this.#lengthMax = lengthMax;
  }

  /** Draws for a token that may begin at `start`; `null`: it may be read. Else what is taken for one, empty where it stands in the last one. */
  take(start: number, literal: Span): Span | null {
    if (this.#lengthMax < LONG_TOKEN) return null;
    if (start < this.#coveredTo) return { start, end: start };
    if (literal.start < this.#literalEnd) return null;
    this.#literalEnd = literal.end;
    if (start >= this.#end) this.#open(start);
    const end = Math.min(this.#end, start + this.#lengthMax);
    this.#read += end - start;
    if (this.#read <= READS_MAX * (this.#end - this.#start)) return null;
    this.#coveredTo = end;
    return { start, end };
  }

  #open(start: number): void {
    let end = start;
    while (this.#isPart[this.#raw.charCodeAt(end)] === 1) end += 1;
    this.#start = start;
    this.#end = end;
    this.#read = 0;
  }
}

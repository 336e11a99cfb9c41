import type { SpanDetector } from "./detector.ts";

const holds = new Map<string, SpanDetector["stableUntil"]>();

/** What a `stableUntil` is when no keyword stands in the text: `runStart` or `tokenStart` with that bound, UTF-16 units. */
export interface Unseen {
  readonly kind: "run" | "token";
  readonly bound: number;
}

const unseenOf = new WeakMap<SpanDetector["stableUntil"], Unseen>();

/** `undefined`: the function says something else without hits. */
export const unseenBy = (hold: SpanDetector["stableUntil"]): Unseen | undefined => unseenOf.get(hold);

const nextPowerOfTwo = (length: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, length)));

/**
 * `stableUntil` of a detector whose matches are printable ASCII without spaces, begin at most `lead` before a keyword hit and
 * reach less than `maxLength` to the right, look-ahead included: undecided are the hits in the run that the text ends
 * with, and a keyword that is not complete. Lengths are rounded up to a power of two, so that detectors share a few
 * functions and a stream step asks each of them once. All lengths are UTF-16 units.
 */
export function holdRun(lengths: {
  readonly maxLength: number;
  readonly keywordMax: number;
  readonly lead?: number;
}): SpanDetector["stableUntil"] {
  const lead = lengths.lead ?? 0;
  const maxLength = nextPowerOfTwo(lengths.maxLength);
  const unseen = nextPowerOfTwo(lengths.keywordMax + lead);
  const name = `${maxLength} ${unseen} ${lead}`;
  const known = holds.get(name);
  if (known !== undefined) return known;
  const hold: SpanDetector["stableUntil"] = ({ raw }, hits) => {
    if (hits.length === 0) return runStart(raw, unseen);
    const start = runStart(raw, maxLength);
    let held = Math.max(start, raw.length - unseen);
    for (const hit of hits) if (hit.end > start) held = Math.min(held, Math.max(start, hit.start - lead));
    return held;
  };
  holds.set(name, hold);
  unseenOf.set(hold, { kind: "run", bound: unseen });
  return hold;
}

/**
 * `stableUntil` of a detector whose match is a value (printable ASCII, no spaces, shorter than `maxLength`) that begins at
 * most `gap` behind a keyword: until the keyword is there, no value has begun.
 */
export function holdValue({
  maxLength,
  gap,
}: {
  readonly maxLength: number;
  readonly gap: number;
}): SpanDetector["stableUntil"] {
  const hold: SpanDetector["stableUntil"] = ({ raw }, hits) => {
    if (hits.length === 0) return raw.length;
    const start = runStart(raw, maxLength);
    for (const hit of hits) if (hit.end + gap >= start) return Math.max(start, hit.end);
    return raw.length;
  };
  unseenOf.set(hold, { kind: "run", bound: 0 });
  return hold;
}

/**
 * `stableUntil` of what is written without spaces: the trailing run of other characters.
 * @param hold asked where keywords stand in the text
 */
export function holdToken(bound: number, hold?: SpanDetector["stableUntil"]): SpanDetector["stableUntil"] {
  const holdAny: SpanDetector["stableUntil"] = (reading, hits, from) =>
    hold === undefined || hits.length === 0 ? tokenStart(reading.raw, bound) : hold(reading, hits, from);
  unseenOf.set(holdAny, { kind: "token", bound });
  return holdAny;
}

/** Where the run of other characters than spaces begins that the text ends with; at most `bound` back. */
export function tokenStart(raw: string, bound: number): number {
  const lowest = Math.max(0, raw.length - bound);
  let at = raw.length;
  while (at > lowest && !isSpaceCode(raw.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** As `\s` has it. */
const isSpaceCode = (code: number): boolean =>
  code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : SPACES_BEYOND_ASCII.has(code);

const SPACES_BEYOND_ASCII: ReadonlySet<number> = new Set(
  Array.from(
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
    (space) => space.charCodeAt(0),
  ),
);

/** Where the run of printable ASCII begins that the text ends with; at most `bound` back. */
export function runStart(raw: string, bound: number): number {
  const lowest = Math.max(0, raw.length - bound);
  let at = raw.length;
  while (at > lowest && isRunCode(raw.charCodeAt(at - 1))) at -= 1;
  return at;
}

const isRunCode = (code: number): boolean => code > 0x20 && code < 0x7f;

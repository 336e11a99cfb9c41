import type { SpanDetector } from "./detector.ts";

const holds = new Map<string, SpanDetector["heldFrom"]>();
const unseenOf = new WeakMap<SpanDetector["heldFrom"], number>();

/**
 * How far back the function holds the run that the text ends with, when no keyword stands in the text: it is
 * `runStart(raw, …)` then. `undefined`: it is another kind of function.
 */
export const unseenLength = (hold: SpanDetector["heldFrom"]): number | undefined => unseenOf.get(hold);

const nextPowerOfTwo = (length: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, length)));

/**
 * `heldFrom` of a detector whose matches are printable ASCII without spaces, begin at most `lead` before a keyword hit and
 * reach less than `maxLength` to the right, look-ahead included: undecided are the hits in the run that the text ends
 * with, and a keyword that is not complete. Lengths are rounded up to a power of two, so that detectors share a few
 * functions and a stream step asks each of them once. All lengths are UTF-16 units.
 */
export function holdRun(lengths: {
  readonly maxLength: number;
  readonly keywordMax: number;
  readonly lead?: number;
}): SpanDetector["heldFrom"] {
  const lead = lengths.lead ?? 0;
  const maxLength = nextPowerOfTwo(lengths.maxLength);
  const unseen = nextPowerOfTwo(lengths.keywordMax + lead);
  const name = `${maxLength} ${unseen} ${lead}`;
  const known = holds.get(name);
  if (known !== undefined) return known;
  const hold: SpanDetector["heldFrom"] = (raw, hits) => {
    if (hits.length === 0) return runStart(raw, unseen);
    const start = runStart(raw, maxLength);
    let held = Math.max(start, raw.length - unseen);
    for (const hit of hits) if (hit.end > start) held = Math.min(held, Math.max(start, hit.start - lead));
    return held;
  };
  holds.set(name, hold);
  unseenOf.set(hold, unseen);
  return hold;
}

/**
 * `heldFrom` of a detector whose match is a value (printable ASCII, no spaces, shorter than `maxLength`) that begins at
 * most `gap` behind a keyword: until the keyword is there, no value has begun.
 */
export function holdValue({
  maxLength,
  gap,
}: {
  readonly maxLength: number;
  readonly gap: number;
}): SpanDetector["heldFrom"] {
  const hold: SpanDetector["heldFrom"] = (raw, hits) => {
    if (hits.length === 0) return raw.length;
    const start = runStart(raw, maxLength);
    for (const hit of hits) if (hit.end + gap >= start) return Math.max(start, hit.end);
    return raw.length;
  };
  unseenOf.set(hold, 0);
  return hold;
}

/** Where the run of printable ASCII begins that the text ends with; at most `bound` back. */
export function runStart(raw: string, bound: number): number {
  const lowest = Math.max(0, raw.length - bound);
  let at = raw.length;
  while (at > lowest && isRunCode(raw.charCodeAt(at - 1))) at -= 1;
  return at;
}

const isRunCode = (code: number): boolean => code > 0x20 && code < 0x7f;

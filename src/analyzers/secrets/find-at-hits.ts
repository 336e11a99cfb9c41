import type { KeywordHit } from "../../text/match/automaton.ts";
import type { Reading } from "../../text/reading.ts";
import type { Match, SpanDetector } from "../detector.ts";
import type { FormValue } from "./forms.ts";

/** `find` of a detector that reads at most one match from each hit; several hits may lead to the same one. */
export const findAtHits =
  (matchAt: (reading: Reading, hit: KeywordHit) => Match | null): SpanDetector["find"] =>
  (reading, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      const match = matchAt(reading, hit);
      if (match !== null && match.start >= from && match.start !== matches.at(-1)?.start) matches.push(match);
    }
    return matches;
  };

/** The value that a sticky pattern reads from `at` on: its first group, at the end of what it matches. */
export function valueAt(pattern: RegExp, raw: string, at: number): FormValue | null {
  pattern.lastIndex = at;
  const text = pattern.exec(raw)?.[1];
  return text === undefined ? null : { start: pattern.lastIndex - text.length, end: pattern.lastIndex, text };
}

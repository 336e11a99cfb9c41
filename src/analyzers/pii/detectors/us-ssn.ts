import type { SpanDetector } from "../../detector.ts";
import { findCandidates, holdDigits } from "../candidates.ts";

const CANDIDATE = /(?<![A-Za-z0-9]|\d[-.])\d{3}([- ]?)\d{2}\1\d{4}(?![A-Za-z0-9]|[-.]\d)/g;
const LABEL = /(?:ssn|social[ _-]?sec(?:urity)?)[^\d\n]{0,24}$/i;
/** Area 000, 666 and 900 to 999, group 00, serial 0000 are never given; the others were printed in advertisements. */
const NEVER = /^(?:000|666|9\d\d)|^\d{3}00|0000$|^(?:078051120|219099999)$|^(\d)\1{8}$/;

/** Social security numbers of the United States. Bare digits need a label. */
export const US_SSN: SpanDetector = {
  id: "US_SSN",
  placeholder: "US_SSN",
  keywords: [],
  maxLength: 13,
  source: "https://www.ssa.gov/employer/randomization.html",
  find: (raw, _hits, from) =>
    findCandidates(raw, { pattern: CANDIDATE, from }, (start, candidate) => {
      if (NEVER.test(candidate.replaceAll(/[- ]/g, ""))) return null;
      const isLabelled = LABEL.test(raw.slice(Math.max(0, start - 48), start));
      if (!isLabelled && !candidate.includes("-")) return null;
      return { end: start + candidate.length, score: isLabelled ? 0.95 : 0.8 };
    }),
  heldFrom: holdDigits,
  examples: {
    hits: [
      ["my number is 536-22-8726.", "536-22-8726"],
      ["SSN: 536228726", "536228726"],
      ["social security no. 536 22 8726", "536 22 8726"],
    ],
    misses: [
      "000-12-3456",
      "666-12-3456",
      "912-12-3456",
      "536-00-8726",
      "536-22-0000",
      "ticket 536228726",
      "1536-22-8726",
    ],
  },
};

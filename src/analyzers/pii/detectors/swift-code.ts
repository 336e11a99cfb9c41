import type { KeywordHit } from "../../../text/match/automaton.ts";
import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { isBic } from "../ids/rules/international.ts";

/** What people write between the label and the code. */
const BETWEEN =
  /(?:[ /_-]{0,2}(?:bic|swift|code|number|no\.?|nr\.?|is|ist|es|est)(?![a-z])){0,3}["'`)\]]{0,2}[ \t]{0,3}[:=#|]?[ \t]{0,3}["'`(]{0,2}/iy;
const CODE = /[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9])/y;
const OPEN_CODE = /[A-Z0-9]{0,11}$/y;
const CODE_MAX = 11;
/** Longest text between the label and the end of the code, UTF-16 units. */
const REACH = 56 + CODE_MAX;

/**
 * Identifier codes of banks without a digit, after their label; those with digits are read in the walk over numbers. A few
 * words in capitals pass the check, so the label must come right before.
 */
export const SWIFT_CODE: PiiDetector = {
  id: "SWIFT_CODE",
  placeholder: "SWIFT_CODE",
  group: "financial",
  keywords: ["bic", "swift", "bank identifier code", "bank_identifier_code", "business identifier code"],
  maxLength: CODE_MAX + 1,
  source: "https://www.swift.com/standards/data-standards/bic-business-identifier-code",
  about: { name: "business identifier code of a bank", form: "eight or eleven capitals after `BIC` or `SWIFT`" },
  find: ({ raw }, hits, from) => {
    const matches = new Map<number, Match>();
    for (const hit of hits) {
      const start = codeStart(raw, hit);
      if (start < from) continue;
      CODE.lastIndex = start;
      const code = CODE.exec(raw)?.[0];
      if (code !== undefined && isBic(code)) matches.set(start, { start, end: start + code.length, score: 0.85 });
    }
    return [...matches.values()];
  },
  stableUntil: ({ raw }, hits) => {
    let held = raw.length;
    for (const hit of hits) {
      if (hit.end + REACH < raw.length) continue;
      const start = codeStart(raw, hit);
      OPEN_CODE.lastIndex = start;
      if (start >= 0 && OPEN_CODE.test(raw)) held = Math.min(held, start);
    }
    return held;
  },
  examples: {
    hits: [
      ["BIC: DEUTDEFF", "DEUTDEFF"],
      ["SWIFT/BIC code NEDSZAJJXXX.", "NEDSZAJJXXX"],
      ['{"swift":"BNPAFRPP"}', "BNPAFRPP"],
      ['{"bank_identifier_code":"DEUTDEFF"}', "DEUTDEFF"],
    ],
    misses: ["BIC: DEUTXXFF", "swift DEUTDEF", "cubic: DEUTDEFF", "A SWIFT RESPONSE came", "bic deutdeff"],
  },
};

/** Where a code may begin after the label; -1 after a part of a word. */
function codeStart(raw: string, { start, end }: KeywordHit): number {
  if (/[A-Za-z]/.test(raw.charAt(start - 1))) return -1;
  BETWEEN.lastIndex = end;
  BETWEEN.test(raw);
  return BETWEEN.lastIndex;
}

import type { PiiDetector } from "../groups.ts";
import { columnLabel, HEADERS_MAX } from "../column-label.ts";
import { digitsOf, findCandidates, holdDigits } from "../candidates.ts";
import { digitRuns, longestRun } from "../numbers.ts";
import { EndPattern } from "../end-pattern.ts";
import { memo, type Reading } from "../../../text/reading.ts";

const CANDIDATE = /(?<![A-Za-z0-9]|\d[-.])\d{3}[- .]?\d{2}[- .]?\d{4}(?![A-Za-z0-9]|[-.]\d)/g;
/** Digits of the groups. */
const AREA_LENGTH = 3;
const GROUP_LENGTH = 2;
const SERIAL_LENGTH = 4;
/** The printed form; with spaces instead, it must be apart from other numbers. */
const HYPHENATED = /^\d{3}-\d{2}-\d{4}$/;
const SPACED = /^\d{3} \d{2} \d{4}$/;
// A column header or a form's label may be on the previous line.
const LABEL = new EndPattern(
  /(?:ssn|social[ _-]?sec(?:urity)?|social(?= (?:is|number|#)))[^\d\n]{0,24}(?:\r?\n[ \t|>*-]{0,12}){0,2}$/i,
);
/** Area 000, 666 and 900 to 999, group 00, serial 0000 are never given. */
const NEVER = /^(?:000|666|9\d\d)|^\d{3}00|0000$|^(\d)\1{8}$/;
/** Printed in advertisements; people try the product with them, so a label makes them count. */
const SHOWN = new Set(["078051120", "219099999"]);

/** Social security numbers of the United States. Bare digits need a label. */
export const US_SSN: PiiDetector = {
  id: "US_SSN",
  placeholder: "US_SSN",
  group: "government",
  keywords: [],
  maxLength: 13,
  source: "https://www.ssa.gov/employer/randomization.html",
  about: {
    name: "United States: social security number",
    form: "0.95 beside a label, 0.8 with hyphens, 0.5 with spaces; numbers that are never given out are none",
  },
  find: (reading, _hits, from, meter) => {
    const { raw } = reading;
    if (!hasGroups(reading)) return [];
    return findCandidates(raw, { pattern: CANDIDATE, from, meter }, (start, candidate) => {
      const digits = digitsOf(candidate);
      if (NEVER.test(digits)) return null;
      const end = start + candidate.length;
      if (hasHeaderLabel(reading, start) || LABEL.test(raw.slice(Math.max(0, start - 48), start)))
        return { end, score: 0.95 };
      if (SHOWN.has(digits)) return null;
      if (HYPHENATED.test(candidate)) return { end, score: 0.8 };
      return SPACED.test(candidate) && isApart(raw, start, end) ? { end, score: 0.5 } : null;
    });
  },
  stableUntil: ({ raw }) => holdDigits(raw),
  examples: {
    hits: [
      ["my number is 536-22-8726.", "536-22-8726"],
      ["SSN: 536228726", "536228726"],
      ["social security no. 536 22 8726", "536 22 8726"],
      ["ssn=536.22.8726", "536.22.8726"],
      ["my SSN is 078-05-1120", "078-05-1120"],
      ["ssn,name\n536228726,Jane", "536228726"],
      ["Social Security Number\n\n536228726", "536228726"],
      ["name;ssn;city\nJane;219099999;Rome\nPeter;536228726;Ulm\n", "536228726"],
    ],
    misses: [
      "000-12-3456",
      "the card in the wallet says 078-05-1120",
      "columns 12 536 22 8726",
      "columns 536 22 8726 4",
      "666-12-3456",
      "912-12-3456",
      "536-00-8726",
      "536-22-0000",
      "ticket 536228726",
      "1536-22-8726",
    ],
  },
};

const LABELS = memo(HEADERS_MAX, (header: string) => LABEL.test(header));

function hasHeaderLabel(reading: Reading, start: number): boolean {
  const header = columnLabel(reading, start);
  return header !== null && reading.of(LABELS)(header);
}

/** No other number next to it: then it is a column of a table. */
function isApart(raw: string, start: number, end: number): boolean {
  return !/\d[ ,.]{0,2}$/.test(raw.slice(Math.max(0, start - 3), start)) && !/^ ?\d/.test(raw.slice(end, end + 2));
}

/** Whether digits are grouped anywhere as those of a number are: few texts need to be searched by a pattern. */
function hasGroups(reading: Reading): boolean {
  if (longestRun(reading) < SERIAL_LENGTH) return false;
  let before = 0;
  let last = 0;
  return digitRuns(reading).some(({ start, end }) => {
    const length = end - start;
    const isLast = endsNumber(before, last, length);
    before = last;
    last = length;
    return isLast;
  });
}

/** Whether a run of `length` digits may end a number, after runs of `last` and `before` digits; digits of another script may surround it. */
function endsNumber(before: number, last: number, length: number): boolean {
  if (length >= AREA_LENGTH + GROUP_LENGTH + SERIAL_LENGTH) return true;
  if (length < SERIAL_LENGTH) return false;
  if (last >= AREA_LENGTH + GROUP_LENGTH) return true;
  if (length >= GROUP_LENGTH + SERIAL_LENGTH && last >= AREA_LENGTH) return true;
  return last === GROUP_LENGTH && before >= AREA_LENGTH;
}

import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { holdLetters } from "../candidates.ts";
import { digitRuns, firstRunAfter, hasDigitNear } from "../numbers.ts";

// The areas in use; `BX` and `GIR` have no place, `BF` is the forces'. Royal Mail: Programmers' Guide, edition 7.
const AREAS = new Set(
  (
    "AB AL B BA BB BD BF BH BL BN BR BS BT BX CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY " +
    "G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW " +
    "OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD " +
    "WF WN WR WS WV YO ZE"
  ).split(" "),
);
/** Letters of the inward code. */
const INWARD = "[ABD-HJLNP-UW-Z]{2}";
const POSTCODE = new RegExp(
  `(?<![A-Za-z0-9_.#/-])(?:([A-Z]{1,2})(?:\\d[A-HJKPS-UW]|\\d[ABEHMNPRV-Y]|\\d{1,2})( ?)|GIR ?(?=0AA))\\d${INWARD}$`,
  "i",
);
const LABEL =
  /(?:post ?code|postal ?code|zip ?code|zip|post_code|postal_code|address|(?<!\p{L})(?:lives?|living|based|moved|send|deliver|ship|post)(?!\p{L}))[^\n]{0,40}$/iu;
const LABEL_REACH = 56;
const LABEL_AFTER = /^[\])"'`]?,? (?:is|was) (?:my|his|her|their|the|our|your) post ?code/i;
/** Longest code with its space: `EC1A 1BB`. */
const CODE_MAX = 8;

/** Postcodes of the United Kingdom: printed form of a known area, any other form after a label. */
export const UK_POSTCODE: PiiDetector = {
  id: "UK_POSTCODE",
  placeholder: "UK_POSTCODE",
  group: "places",
  keywords: [],
  maxLength: CODE_MAX + 1,
  source: "https://www.royalmail.com/find-a-postcode",
  about: { name: "United Kingdom: postcode", form: "the printed form of a known area, any other form beside a label" },
  find: (reading, _hits, from) => {
    const { raw } = reading;
    const runs = digitRuns(reading);
    const matches: Match[] = [];
    for (let at = firstRunAfter(runs, from); at < runs.length; at++) {
      const digits = runs[at]?.end ?? 0;
      // The inward code ends with two letters: anything else is not worth a pattern.
      if (!isLetter(raw, digits) || !isLetter(raw, digits + 1) || isWordAt(raw, digits + 2)) continue;
      const end = digits + 2;
      const lowest = Math.max(0, end - CODE_MAX - 1);
      const found = POSTCODE.exec(raw.slice(lowest, end));
      const start = lowest + (found?.index ?? 0);
      if (found === null || start < from) continue;
      const score = scoreOf(raw, start, found);
      if (score > 0) matches.push({ start, end, score });
    }
    return matches;
  },
  stableUntil: (reading) => {
    const { raw } = reading;
    if (!hasDigitNear(reading, CODE_MAX + AFTER_MAX) && !mayBeGir(raw)) return holdLetters(raw, AREA_OPEN_MAX);
    const open = OPEN.exec(raw.slice(-CODE_MAX - 2));
    const held = open === null ? raw.length : raw.length - open[0].length;
    // A code that is complete waits for the label after it.
    const waiting = WAITING.exec(raw.slice(-CODE_MAX - AFTER_MAX));
    return waiting === null ? held : Math.min(held, raw.length - waiting[0].length);
  },
  examples: {
    hits: [
      ["London SW1A 1AA, England", "SW1A 1AA"],
      ["From M1 1AA to there", "M1 1AA"],
      ["postcode: EC1A1BB", "EC1A1BB"],
      ["my postcode is dn55 1pt", "dn55 1pt"],
      ["GIR 0AA", "GIR 0AA"],
      ["M11AA is my postcode", "M11AA"],
    ],
    misses: ["QA1 1AA", "M1 1CA", "1A1 1AA", "ABCM11AADEF", "part EC1A1BB", "in b1 2be", "model-M1 1AA", "M1 1AA4"],
  },
};

const AFTER_MAX = 28;
/** Letters of a word that may be an area, or the beginning of `GIR`. */
const AREA_OPEN_MAX = 3;
/** A code that is not complete. */
const OPEN = /(?<![A-Za-z0-9])(?:[A-Za-z]{1,3}|[A-Za-z]{1,2}\d[A-Za-z0-9]? ?(?:\d[A-Za-z]{0,2})?|GIR ?0?A{0,2})$/i;
const WAITING = new RegExp(
  `(?<![A-Za-z0-9])(?:[A-Za-z]{1,2}\\d[A-Za-z0-9]? ?\\d${INWARD}|GIR ?0AA)[\\])"'\`]?,?(?: (?:[a-z]{1,5} ?){0,3}(?:post ?(?:c|co|cod)?)?)?$`,
  "i",
);

/** Whether `GIR`, a space and `AA`, or the beginning of it, may end the text: the one code whose first part has no digit. */
function mayBeGir(raw: string): boolean {
  for (let at = raw.length - 6; at <= raw.length - 3; at++) if ((raw.charCodeAt(at) | 0x20) === 0x67) return true;
  return false;
}

function scoreOf(raw: string, start: number, [code, area, space]: RegExpExecArray): number {
  if (area !== undefined && !AREAS.has(area.toUpperCase())) return 0;
  const isPrinted = (area === undefined || space === " ") && code === code.toUpperCase();
  if (isPrinted) return 0.65;
  const isLabelled =
    LABEL.test(raw.slice(Math.max(0, start - LABEL_REACH), start)) ||
    LABEL_AFTER.test(raw.slice(start + code.length, start + code.length + AFTER_MAX));
  return isLabelled ? 0.65 : 0;
}

function isLetter(raw: string, at: number): boolean {
  const code = raw.charCodeAt(at) | 0x20;
  return code >= 0x61 && code <= 0x7a;
}

function isWordAt(raw: string, at: number): boolean {
  const code = raw.charCodeAt(at);
  return isLetter(raw, at) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { holdToken, tokenStart } from "../../hold-run.ts";

/** Signs in a line: cards of three lines, documents of two, passports of two. ICAO 9303 parts 5 to 7. */
const LENGTHS: ReadonlySet<number> = new Set([30, 36, 44]);
const LINE_MAX = 44;
/** Between two lines: an end of line, or its escape in a string. UTF-16 units. */
const BREAK_MAX = 4;
const BREAK = /^(?:\r?\n|\\r\\n|\\n| {1,2})$/;

/** Lines of documents that machines read: names, numbers and dates, by their check digits. */
export const MRZ: PiiDetector = {
  id: "MRZ",
  placeholder: "MRZ",
  group: "government",
  keywords: ["<<"],
  maxLength: 3 * LINE_MAX + 2 * BREAK_MAX + 2,
  source: "https://www.icao.int/publications/Documents/9303_p3_cons_en.pdf",
  about: { name: "lines of a passport, visa or card that machines read", form: "ICAO 9303: lengths and check digits" },
  find: ({ raw }, hits, from) => {
    const found: Match[] = [];
    // All hits in one run of signs have one answer.
    let judgedTo = from;
    for (const hit of hits) {
      if (hit.start < judgedTo) continue;
      const run = runAround(raw, hit.start);
      const whole = run.start >= from && isLine(run) ? wholeOf(raw, run) : null;
      if (whole !== null) found.push({ ...whole, score: 0.95 });
      judgedTo = whole?.end ?? run.end;
    }
    return found;
  },
  stableUntil: holdToken(LINE_MAX + 1, ({ raw }, hits) => {
    const lowest = Math.max(0, raw.length - 3 * LINE_MAX - 2 * BREAK_MAX - 2);
    const first = hits.find((hit) => hit.end > lowest);
    if (first === undefined) return tokenStart(raw, LINE_MAX + 1);
    let start = first.start;
    while (start > 0 && first.start - start <= LINE_MAX && isSign(raw.charCodeAt(start - 1))) start -= 1;
    return start;
  }),
  examples: {
    hits: [
      [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
      ],
      ["scan: L898902C36UTO7408122F1204159ZE184226B<<<<<10 ok", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
      [
        "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<",
        "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<",
      ],
    ],
    misses: [
      "L898902C36UTO7408123F1204159ZE184226B<<<<<10",
      "std::cout << value << std::endl;",
      "<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<",
      "<<<<<<< HEAD",
    ],
  },
};

interface Line {
  readonly start: number;
  readonly end: number;
}

/** The run of signs around `at`; the walk goes as far as the longest line either way. */
function runAround(raw: string, at: number): Line {
  let start = at;
  while (start > 0 && at - start <= LINE_MAX && isSign(raw.charCodeAt(start - 1))) start -= 1;
  let end = at;
  while (end < raw.length && end - at <= LINE_MAX && isSign(raw.charCodeAt(end))) end += 1;
  return { start, end };
}

const isLine = ({ start, end }: Line): boolean => LENGTHS.has(end - start);

/** The document that begins with the line: one whose names come first, or lines that their own check digits prove. */
function wholeOf(raw: string, line: Line): Line | null {
  const length = line.end - line.start;
  const second = nextLine(raw, line);
  if (isDated(raw.slice(line.start, line.end))) {
    const names = length === 30 ? second : null;
    return { start: line.start, end: names?.end ?? line.end };
  }
  if (second === null || !/^[ACIPV]/.test(raw.charAt(line.start))) return null;
  if (!isDated(raw.slice(second.start, second.end))) return null;
  const third = length === 30 ? nextLine(raw, second) : null;
  return { start: line.start, end: third?.end ?? second.end };
}

/** A line of the same length right after. */
function nextLine(raw: string, { start, end }: Line): Line | null {
  const gap = /^[\s\\rn]*/.exec(raw.slice(end, end + BREAK_MAX))?.[0] ?? "";
  const at = end + gap.length;
  if (!BREAK.test(gap)) return null;
  const line = runAround(raw, at);
  return line.start === at && line.end - line.start === end - start ? line : null;
}

/** Birth, its check, sex, expiry, its check: in documents of two lines after the number, its check and the nation. */
const DATED_LATER = /^([A-Z0-9<]{9})([0-9<])[A-Z<]{3}([0-9<]{6})([0-9])[MFX<]([0-9]{6})([0-9])/;
const DATED_FIRST = /^([0-9<]{6})([0-9])[MFX<]([0-9]{6})([0-9])[A-Z<]{3}/;

function isDated(line: string): boolean {
  const found = (line.length === 30 ? DATED_FIRST : DATED_LATER).exec(line);
  if (found === null) return false;
  const [, ...fields] = found;
  for (let at = 0; at + 1 < fields.length; at += 2)
    if (checkOf(fields[at] ?? "") !== Number((fields[at + 1] ?? "").replace("<", "0"))) return false;
  return true;
}

const WEIGHTS = [7, 3, 1];

/** ICAO 9303 part 3, 4.9: letters from A = 10, the filler counts nothing. */
function checkOf(field: string): number {
  let sum = 0;
  for (let at = 0; at < field.length; at++) {
    const value = Number.parseInt(field.charAt(at), 36);
    sum += (Number.isNaN(value) ? 0 : value) * (WEIGHTS[at % WEIGHTS.length] ?? 0);
  }
  return sum % 10;
}

/** `<`, digits, capital letters. */
function isSign(code: number): boolean {
  return code === 0x3c || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
}

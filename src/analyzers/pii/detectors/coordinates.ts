import type { PiiDetector } from "../groups.ts";
import { findAtRuns } from "../find-at-runs.ts";
import { isAsciiDigit } from "../numbers.ts";
import { SHAPE } from "../digit-run-classes.ts";
import { SignSet } from "../sign-set.ts";

/** Longest pair in degrees, minutes and seconds, UTF-16 units. */
const COORDINATES_MAX = 64;
const LABEL_REACH = 40;

// ISO 6709 annex D: degrees with hemisphere; latitude first.
const ANGLE = String.raw`\d{1,3} ?[°º] ?(?:\d{1,2}(?:\.\d{1,4})? ?['’′] ?)?(?:\d{1,2}(?:\.\d{1,6})? ?(?:["”″]|['’′]{2}) ?)?`;
const DEGREES = new RegExp(
  String.raw`${ANGLE}[NSns][,;/ ]{0,3}${ANGLE}[EWOewo](?![\p{L}\p{N}])|${ANGLE}[NSEWO](?![\p{L}\p{N}])`,
  "uy",
);
const DECIMAL = String.raw`\d{1,3}\.\d{3,15}`;
const PAIR = new RegExp(
  String.raw`(${DECIMAL})(?! ?[°º]? ?[EWew])( ?[°º])?( ?[NSns](?!\p{L}))?(?:[,;/] ?| {1,2})([+-]?)(${DECIMAL})( ?[°º])?( ?[EWOewo](?!\p{L}))?(?!\d|\.\d|, ?-?\d+\.\d)`,
  "uy",
);
const SINGLE = new RegExp(String.raw`${DECIMAL}(?!\d|\.\d)`, "uy");
const PAIR_LABEL =
  /(?:(?<!\p{L})(?:lat|loc|geo|points?|maps?)(?!\p{L})|latitude|coord\p{L}{0,8}|gps|location|position|geo(?:loc\p{L}*|point|tag)|latlng|lat_?lon|center|@|координат\p{L}*|坐标|座標|좌표|standort|ubicación|emplacement)["'\])]?[^\d\n]{0,16}[+-]?$/iu;
const SINGLE_LABEL =
  /(?<![\p{L}])(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng|breite|länge|широта|долгота)["'`]?\s{0,2}(?:[:=>]|is)\s{0,2}["'`]?[+-]?$/iu;

/** Places on earth: degrees with a hemisphere, and decimal pairs after a label. */
export const COORDINATES: PiiDetector = {
  id: "COORDINATES",
  placeholder: "COORDINATES",
  group: "places",
  keywords: [],
  maxLength: COORDINATES_MAX,
  source: "https://www.iso.org/standard/75147.html",
  about: { name: "place on earth", form: "degrees with a hemisphere, or decimal numbers after a label" },
  find: (reading, _hits, from, meter) =>
    findAtRuns(reading, { from, meter, shape: SHAPE.coordinate }, (run, _at, done) => {
      const end = placeEnd(reading.raw, run.start, run.end);
      if (end < 0) return null;
      const start = /[+-]/.test(reading.raw.charAt(run.start - 1)) && run.start > done ? run.start - 1 : run.start;
      return { start, end, score: 0.75 };
    }),
  stableUntil: ({ raw }) => {
    const lowest = Math.max(0, raw.length - COORDINATES_MAX - 4);
    let held = raw.length;
    for (let at = raw.length - 1; at >= lowest && SIGNS.has(raw.charAt(at)); at--)
      if (/[\d+-]/.test(raw.charAt(at))) held = at;
    return held;
  },
  examples: {
    hits: [
      ["lat: 48.8584, lng: 2.2945", "48.8584"],
      ['{"latitude":48.8584,"longitude":-2.2945}', "-2.2945"],
      ["GPS 48.858370, 2.294481", "48.858370, 2.294481"],
      ["coordinates: -33.8568, 151.2153.", "-33.8568, 151.2153"],
      ["48°51'29.6\"N 2°17'40.2\"E", "48°51'29.6\"N 2°17'40.2\"E"],
      ["at 48.8584° N, 2.2945° E today", "48.8584° N, 2.2945° E"],
    ],
    misses: [
      "translate(12.5034, 44.2123)",
      "[0.1234, 0.5678, 0.9123]",
      "12.3456, 78.9101",
      "location: 99.1234, 200.1234",
      "it was 20° C",
      "lat: 1.2.3456",
      "latency: 12.3456",
    ],
  },
};

/** Characters of an incomplete pair. */
const SIGNS = new Set("0123456789+-.,;/ °º'\"’′”″NSEWOnsewo");

/** End of the coordinates that begin with these digits and a degree sign or point; -1 if there are none. */
function placeEnd(raw: string, start: number, end: number): number {
  if (isInside(raw, start)) return -1;
  if (raw.charCodeAt(end) !== POINT) return matchEnd(DEGREES, raw, start);
  if (!isDecimal(raw, end + 1)) return -1;
  const before = raw.slice(Math.max(0, start - LABEL_REACH), start);
  const pair = pairEnd(raw, start, before);
  return pair < 0 && SINGLE_LABEL.test(before) ? matchEnd(SINGLE, raw, start) : pair;
}

/** Whether there are three decimals of a degree. */
const isDecimal = (raw: string, at: number): boolean =>
  isAsciiDigit(raw.charCodeAt(at)) && isAsciiDigit(raw.charCodeAt(at + 1)) && isAsciiDigit(raw.charCodeAt(at + 2));

const POINT = 0x2e;

/** Whether a letter, a digit, `_` or a point comes right before. */
function isInside(raw: string, start: number): boolean {
  const before = raw.charCodeAt(start - 1);
  return before < 0x80 ? INSIDE.has(before) : INSIDE_BEYOND.test(raw.slice(Math.max(0, start - 1), start));
}

const INSIDE = new SignSet("_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
/** The same beyond ASCII. */
const INSIDE_BEYOND = /[\p{L}\p{N}]$/u;

/** End of two decimal numbers, latitude and longitude. */
function pairEnd(raw: string, start: number, before: string): number {
  PAIR.lastIndex = start;
  const [, first, , north, , second, , east] = PAIR.exec(raw) ?? [];
  if (first === undefined || second === undefined || Number(first) > 90 || Number(second) > 180) return -1;
  if (north !== undefined && east !== undefined) return PAIR.lastIndex;
  const isFine = /\.\d{4}/.test(first) || /\.\d{4}/.test(second);
  return isFine && PAIR_LABEL.test(before) ? PAIR.lastIndex : -1;
}

function matchEnd(pattern: RegExp, raw: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(raw) ? pattern.lastIndex : -1;
}

import type { PiiDetector } from "../groups.ts";
import type { Meter } from "../../step-meter.ts";
import { boxBefore } from "../address/boxes.ts";
import { eastBefore } from "../address/east.ts";
import {
  announcement,
  Announcements,
  CORNER_MAX,
  cornerEnd,
  cornerStart,
  isLandscape,
  leadsHome,
  mayBeAnnounced,
  type Announcement,
} from "../address/leads.ts";
import { type Core, houseEnd, streetBeside } from "../address/street.ts";
import { openStart } from "../address/open.ts";
import { addressEnd, hasStreet, isPlaced, mayHoldStreet, SEGMENT_MAX } from "../address/tail.ts";
import { TOKENS, type Tokens } from "../address/tokens.ts";
import { tableTraits, UNIT } from "../address/traits.ts";
import { SignSet } from "../sign-set.ts";
import { findAtRuns } from "../find-at-runs.ts";
import { isAsciiDigit, type DigitRun } from "../numbers.ts";
import { SHAPE } from "../digit-run-classes.ts";
import { EndPattern } from "../end-pattern.ts";

/** Longest address, UTF-16 units. */
const ADDRESS_MAX = 160;
const SCORE = 0.86;
/** Cost of reading a whole address around a street. */
const WHOLE_STEPS = 200;
/** How far after an address more of it may begin and end, UTF-16 units. */
const LOOK_AHEAD = SEGMENT_MAX + 36;
/** Text right before an address in a sentence. */
const PLACE_WORD = new EndPattern(/(?<!\p{L})(?:at|to|from|near|on|is|@|:|in|of)\s{1,2}$/iu);

/** Streets with a house number, in the formats of the world, with the unit, postcode and place that follow. */
export const STREET_ADDRESS: PiiDetector = {
  id: "STREET_ADDRESS",
  placeholder: "STREET_ADDRESS",
  group: "contact",
  isContextual: true,
  keywords: [],
  maxLength: ADDRESS_MAX,
  parts: ["LOCATION", "PERSON", "UK_POSTCODE"],
  source: "https://www.upu.int/en/Postal-Solutions/Programmes-Services/Addressing-Solutions",
  about: {
    name: "postal address",
    form: "street and house number, with postcode and place; forms of some sixty countries",
  },
  find: (reading, _hits, from, meter) => {
    const tokens = reading.of(TOKENS);
    const announcements = new Announcements(reading);
    return findAtRuns(reading, { from, meter, shape: SHAPE.house }, (run, _at, done) => {
      const core = mayBeHouse(reading.raw, run) ? coreAt(tokens, run, meter) : null;
      if (core !== null) meter?.spend(WHOLE_STEPS);
      const found = core === null ? null : wholeOf(tokens, core, announcements);
      if (found === null || found.start >= found.end) return null;
      return { start: Math.max(found.start, done), end: found.end, score: SCORE };
    });
  },
  stableUntil: (reading, hits, from, meter) => {
    const { raw } = reading;
    let held = openStart(reading);
    for (const { start, end } of STREET_ADDRESS.find(reading, hits, from, meter))
      if (start < held && end + LOOK_AHEAD >= raw.length) held = start;
    return held;
  },
  examples: {
    hits: [
      ["I live at 221B Baker Street, London NW1 6XE.", "221B Baker Street, London NW1 6XE"],
      ["Hauptstr. 5, 10115 Berlin", "Hauptstr. 5, 10115 Berlin"],
      ["12 bis, rue de la Paix, 75002 Paris", "12 bis, rue de la Paix, 75002 Paris"],
      ["Calle Mayor 5, 3º B, 28013 Madrid", "Calle Mayor 5, 3º B, 28013 Madrid"],
      ["Av. Paulista, 1578, São Paulo", "Av. Paulista, 1578, São Paulo"],
      ["1016 Budapest, Dezső utca 11.", "Dezső utca 11."],
      ["ул. Ленина, д. 5, кв. 12", "ул. Ленина, д. 5, кв. 12"],
      ["東京都港区芝公園4丁目2-8", "東京都港区芝公園4丁目2-8"],
      ["北京市朝阳区建国路88号", "北京市朝阳区建国路88号"],
      ["서울특별시 강남구 테헤란로 152", "서울특별시 강남구 테헤란로 152"],
      ["P.O. Box 1234, Accra", "P.O. Box 1234, Accra"],
      ["She lives at 12 Quarry Bottom, Leeds.", "12 Quarry Bottom, Leeds"],
      ["Vivo en Torrente Rosal 9.", "Torrente Rosal 9"],
      ["my address is 27 oak ave, springwood", "27 oak ave, springwood"],
      ["PSC 4926, Box 7979\nAPO AA 63682", "PSC 4926, Box 7979\nAPO AA 63682"],
    ],
    misses: [
      "In 2019 the company moved down the street",
      "Chapter 12 Main points",
      "the 3 major road closures",
      "version 5 of the drive",
      "see Table 5, 2000 People",
      "12 Angry Men",
      "We moved to Windows 11, Linux is next",
      "meet me at 10 Eastern, 9 Central",
      "ich wohne in Berlin 10 Jahre",
      "#define HAVE_CONFSTR 1",
      "on 5 May the court met",
    ],
  },
};

/** Text before the digits of code, sums and long numbers. */
const NO_HOUSE_BEFORE = new SignSet("_$%&+@€£ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
/** … and after them. */
const NO_HOUSE_AFTER = new SignSet("%:_°");
/** Between the digits of one number. */
const JOINT_AFTER = new SignSet(".,");

/** A cheap test of the text around the digits: no code, sums, times or long numbers. */
function mayBeHouse(raw: string, { start, end }: DigitRun): boolean {
  const before = raw.charCodeAt(start - 1);
  const after = raw.charCodeAt(end);
  if (NO_HOUSE_BEFORE.has(before) || NO_HOUSE_AFTER.has(after)) return false;
  return !(JOINT_AFTER.has(after) && isAsciiDigit(raw.charCodeAt(end + 1)));
}

function coreAt(tokens: Tokens, run: DigitRun, meter: Meter | undefined): Core | null {
  const special = eastAt(tokens.raw, run) ?? boxBefore(tokens, run.start, run.end);
  if (special !== null) return special;
  const end = houseEnd(tokens.raw, run.start);
  if (end === run.start) return null;
  return streetBeside(tokens, { start: run.start, end }, meter);
}

/** Signs of East Asia right before the digits, a space between or not. */
function eastAt(raw: string, { start }: DigitRun): Core | null {
  const isEast = raw.charCodeAt(start - 1) > 0x2fff || raw.charCodeAt(start - 2) > 0x2fff;
  return isEast ? eastBefore(raw, start) : null;
}

/** The address around a street and its number; `null` when it takes more to be one. */
function wholeOf(
  tokens: Tokens,
  core: Core,
  announcements: Announcements,
): { readonly start: number; readonly end: number } | null {
  const { raw, reading } = tokens;
  const first = leadStart(tokens, core.start);
  const announced: Announcement = mayBeAnnounced(announcements, first)
    ? announcement(announcements, first, tokens.runBefore(first))
    : { kind: "none", start: first };
  if (!isEnough(raw, core, announced.kind) && !(isOpen(core) && leadsHome(tokens, first, core))) return null;
  const takesStreet = core.trust === "unit" && announced.kind !== "label";
  if (takesStreet && !mayHoldStreet(reading, core.end, core.end + ADDRESS_MAX + CORNER_MAX)) return null;
  const start = cornerStart(raw, announced.start);
  const end = cornerEnd(
    raw,
    addressEnd(tokens, { start, end: core.end, lengthMax: ADDRESS_MAX, isLower: core.isLower }),
  );
  if (takesStreet && !hasStreet(raw.slice(core.end, end))) return null;
  return { start: Math.max(start, end - ADDRESS_MAX), end };
}

/** A sentence about a home is enough for it. */
const isOpen = ({ trust, isLower }: Core): boolean => trust === "name" || (trust === "unsure" && isLower);

function isEnough(raw: string, core: Core, kind: Announcement["kind"]): boolean {
  if (core.trust === "sure" || core.trust === "unit") return true;
  if (core.trust === "name")
    return (
      isPlaced(raw, core.end, false) ||
      cornerStart(raw, core.start) < core.start ||
      (kind === "label" && isValue(raw, core.start))
    );
  return kind === "label" || isUnsureEnough(raw, core, kind);
}

/** Without a label, a kind of street that is also another word. */
function isUnsureEnough(raw: string, core: Core, kind: Announcement["kind"]): boolean {
  if (core.isLower) return kind === "sentence" && isShortKind(raw, core);
  return kind === "sentence" || isPlaced(raw, core.end, true) || isEnglish(raw, core) || isLandscape(raw, core);
}

/** A number opens the value of a label after a sign or `is`; a name does anywhere. */
function isValue(raw: string, start: number): boolean {
  return (
    !isAsciiDigit(raw.charCodeAt(start)) ||
    /[:=>|"'`\n(]\s{0,3}$|\s(?:is|to|est|ist|es|è|é)\s$/.test(raw.slice(Math.max(0, start - 6), start))
  );
}

/** Whether the type of a lower-case street is not also an ordinary word. */
const isShortKind = (raw: string, { end }: Core): boolean =>
  SHORT.test(/[a-z]{2,9}$/.exec(raw.slice(Math.max(0, end - 10), end))?.[0] ?? "");

/** Street types that are not also ordinary words: in lower case, an announcing phrase is sufficient. */
const SHORT = /^(?:st|street|rd|road|ave|av|avenue|blvd|boulevard|ln|lane|pkwy|hwy|cres|crescent)$/;

const STREET_END =
  /^\d.*\p{Lu}.* (?:St|Dr|Drive|Ln|Way|Place|Pl|Court|Ct|Square|Sq|Close|Grove|Gardens|Gdns|Row|Walk|Hill|Park|Circle|Cir|Trail|Trl|Plaza|Terrace|Ter|Quay|Parade|Pde|Loop|Highway|Hwy)\.?$/u;

/** A street with an English type, with a number of three digits, or after a word of place. */
function isEnglish(raw: string, core: Core): boolean {
  const text = raw.slice(core.start, core.end);
  if (!STREET_END.test(text) || /^(?:19|20)\d\d /.test(text)) return false;
  return /^\d{3,5}[A-Z]? /.test(text) || PLACE_WORD.test(raw.slice(Math.max(0, core.start - 8), core.start));
}

/** A number and a unit right before the street belong to it: `39 Herfststraat 167`, `Flat 2, 15 Rose Way`. */
function leadStart(tokens: Tokens, start: number): number {
  const { raw } = tokens;
  const first = numberBefore(tokens, start);
  if (!mayBeLead(raw, first)) return first;
  const found = UNIT_LEAD.exec(raw.slice(Math.max(0, first - 28), first));
  return found === null || (tableTraits(found[1]?.toLowerCase() ?? "") & UNIT) === 0 ? first : first - found[0].length;
}

/** `Flat 2, `, `Blk `, `Suite 500\n`. */
const UNIT_LEAD = new EndPattern(/(?<![\p{L}\p{N}])(\p{L}{3,10})\.?(?: ?#?\d{1,5}[A-Za-z]?(?:, ?|\n| ))?(?<=[\s])$/u);

/** A cheap test for the end of such a lead: a number, perhaps with a letter or comma, and a space or line end. */
function mayBeLead(raw: string, end: number): boolean {
  const space = raw.charCodeAt(end - 1);
  if (space !== 0x20 && space !== 0x0a) return false;
  return endsInNumber(raw, space === 0x20 && raw.charCodeAt(end - 2) === 0x2c ? end - 2 : end - 1);
}

/** Whether a digit is the last sign before `end`, or the last but one. */
const endsInNumber = (raw: string, end: number): boolean =>
  isAsciiDigit(raw.charCodeAt(end - 1)) || isAsciiDigit(raw.charCodeAt(end - 2));

function numberBefore(tokens: Tokens, start: number): number {
  const { raw } = tokens;
  if (raw.charCodeAt(start - 1) !== 0x20 || !endsInNumber(raw, start - 1)) return start;
  const word = tokens.before(start - 1);
  if (word === null || !/^\d{1,4}[A-Za-z]?$/.test(word.text)) return start;
  const lead = raw.charCodeAt(word.start - 1) === 0x20 ? tokens.before(word.start - 1) : null;
  return lead === null || lead.is(UNIT) || /^(?:at|to|is|in|on|from)$/i.test(lead.text) ? word.start : start;
}

import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { RUN_STEPS } from "../find-at-runs.ts";
import { SignSet } from "../sign-set.ts";
import { digitRuns, firstRunAfter, isAsciiDigit, isLetterCode } from "../numbers.ts";
import { SHAPE, shapesOf } from "../digit-run-classes.ts";
import { EndPattern } from "../end-pattern.ts";

/** The last two letters of words, in any case, the last one of ASCII. Asked before every number of a text: no copy of them is made. */
export class WordEnds {
  /** 1: an end has that letter last. */
  readonly #lasts = new Uint8Array(128);
  readonly #pairs = new Set<number>();

  /** `ends`: separated by spaces, in lower case. */
  constructor(ends: string) {
    for (const end of ends.split(" "))
      for (const first of [end.charAt(0), end.charAt(0).toUpperCase()])
        for (const last of [end.charAt(1), end.charAt(1).toUpperCase()]) {
          this.#lasts[last.charCodeAt(0)] = 1;
          this.#pairs.add(pairOf(first.charCodeAt(0), last.charCodeAt(0)));
        }
  }

  /** Whether a word may end with two signs of these codes; `NaN`, as before a text, is none. */
  has(first: number, last: number): boolean {
    return this.#lasts[last] === 1 && this.#pairs.has(pairOf(first, last));
  }
}

const pairOf = (first: number, last: number): number => first * 128 + last;

const AGE_MAX = 119;
/** UTF-16 units that are read before and after the number. */
const BEFORE = 40;
const AFTER = 32;

/** After the number, in languages whose word applies to persons (and animals) only. */
const OF_PERSONS =
  /^(?:(?:[- ]?jährige?[rnms]?|[- ]jarige?|[- ]årige?|[- ]vuotias|[- ]?letni[aey]?|[- ]?letá?[ýé]|-летн\p{L}{2,3}|-річн\p{L}{2,3}| yaşında(?:ki|yım)?| tuổi| ?(?:세|살))(?!\p{L})| ?[歳才岁歲])/u;
/** … in English, where things have it as well. */
const OLD = /^(?:[- ]years?[- ]old| ?(?:yrs?|yr)\.?[- ]old| ?y\/o|-?yo(?![A-Za-z]))(?![A-Za-z])/i;
const PERSON_AFTER =
  /^(?:[- ](?:\p{L}{2,12} ){0,2}(?:man|woman|boy|girl|male|female|patient|person|student|son|daughter|child|mother|father|husband|wife|brother|sister|teen(?:ager)?|resident|employee|user|customer|lady|guy|kid|gentleman)s?)(?!\p{L})/iu;
const PERSON_BEFORE = new EndPattern(
  /(?:(?<!\p{L})(?:I am|I['’]m|(?:he|she|who|they)(?: is| was|['’]s| are)|(?:patient|man|woman|boy|girl|son|daughter|child|mother|father|husband|wife|brother|sister|baby|mom|dad|user|customer|client|applicant|person)(?:,| is| was| who is)?|turn(?:s|ed|ing)|only|now|just|almost|nearly)|(?<!(?:The|the|A|This) )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?,? (?:is|was|are))(?: (?:a|an|now|only|about|almost|just|currently))? $/u,
);
/** First letters of a unit, the phrase about a person before the number, and the unit after a space; in other languages. */
const SAID: readonly (readonly [first: string, before: RegExp, after: RegExp])[] = [
  ["a", /(?:j['’]ai|âgée?s? d['’e] ?|(?:il|elle|qui) a|ayant) ?$/iu, /^ ans(?!\p{L})/u],
  ["a", /(?<!\p{L})(?:tengo|tiene|tenía|cumpl[eió]+|hombre de|mujer de|edad de) $/iu, /^ años(?: de edad)?(?!\p{L})/u],
  [
    "a",
    /(?<!\p{L})(?:tenho|tem|tinha|homem de|mulher de|idade de|com) $/iu,
    /^ anos(?: de idade)(?!\p{L})|^ anos(?=[.,;!]|$)/u,
  ],
  ["a", /(?<!\p{L})(?:ho|ha|aveva|uomo di|donna di|età di) $/iu, /^ anni(?: di età)?(?!\p{L})/u],
  ["J", /(?<!\p{L})(?:bin|er ist|sie ist|alter von|, |mann,|frau,) ?$/iu, /^ Jahre(?: alt)?(?!\p{L})/u],
  ["j", /(?<!\p{L})(?:ben|hij is|zij is|leeftijd van|is) $/iu, /^ jaar oud(?!\p{L})/u],
  ["å", /(?<!\p{L})(?:jag är|jeg er|han är|hun er|han er|är|er) $/iu, /^ år(?: gam(?:mal|mel|le))?(?!\p{L})/u],
  ["l", /(?<!\p{L})(?:mam|ma|miał|miała|wieku) $/iu, /^ lat(?:a)?(?!\p{L})/u],
  ["lr", /(?<!\p{L})(?:je mi|mám|má|věku) $/iu, /^ (?:let|rok[uyů]?)(?!\p{L})/u],
  [
    "глр",
    /(?<!\p{L})(?:мне|ему|ей|исполнилось|возрасте|мені|йому|їй) $/iu,
    /^ (?:год|года|лет|рік|роки|років)(?!\p{L})/u,
  ],
  ["t", /(?<!\p{L})(?:berumur|berusia|umur|usia) $/iu, /^ tahun(?!\p{L})/u],
];
/** Of the units, by the code of their first letter. */
const SAID_BY_FIRST = new Map<number, (readonly [before: EndPattern, after: RegExp])[]>();
for (const [letters, before, after] of SAID)
  for (const letter of letters) {
    const code = letter.charCodeAt(0);
    SAID_BY_FIRST.set(code, [...(SAID_BY_FIRST.get(code) ?? []), [new EndPattern(before), after]]);
  }
/** A label with its sign, or the text right before the number. */
const LABEL = new EndPattern(
  /(?:(?<![\p{L}\p{N}_-])(?:(?:patient|user|customer|client|person|member|applicant|your|my|his|her|their|child|employee)['’s]{0,2}[ _-]?)?(?:age|alter|âge|edad|età|idade|leeftijd|ålder|alder|ikä|wiek|věk|vek|życia|dob|возраст|вік|ηλικία|yaş|umur|usia|tuổi)["'`]?[ \t]{0,2}(?:[:=]| is| ist| est| es)[ \t]{0,2}["'`]?|(?<!\p{L})(?:aged|at (?:the )?age(?: of)?|im Alter von|a los|à l['’]âge de|all['’]età di) |(?:年齢|年龄|年齡|나이|연령|العمر|عمري|عمره|आयु|उम्र|อายุ|גיל)[ \t]?[:：=]?[ \t]?)$/iu,
);
const AM = new EndPattern(/(?:I am|I['’]m|ich bin|Ich bin) $/);
const AM_AFTER = /^(?:[.!,;)]|$| and (?:I|my|live|from)|, | from | male| female)/;

/** Ages of persons: after a label, or in a phrase about a person. */
export const AGE: PiiDetector = {
  id: "AGE",
  placeholder: "AGE",
  group: "dates",
  keywords: [],
  maxLength: AFTER,
  source: "https://cldr.unicode.org/translation/units",
  about: {
    name: "age of a person",
    form: "a number after a label, or with words that say it of somebody; some twenty languages",
  },
  find: (reading, _hits, from, meter) => {
    const { raw } = reading;
    const runs = digitRuns(reading);
    const matches: Match[] = [];
    const shapes = shapesOf(reading);
    for (let at = firstRunAfter(runs, from); at < runs.length; at++) {
      if (((shapes[at] ?? 0) & SHAPE.age) === 0) continue;
      const run = runs[at];
      if (run === undefined || run.start < from) continue;
      meter?.spend(RUN_STEPS);
      const end = ageEnd(raw, run.start, run.end);
      if (end > 0) matches.push({ start: run.start, end, score: 0.7 });
    }
    return matches;
  },
  stableUntil: (reading, _hits, from) => {
    const { raw } = reading;
    const runs = digitRuns(reading);
    for (let at = firstRunAfter(runs, Math.max(from, raw.length - AFTER)); at < runs.length; at++) {
      const run = runs[at];
      if (run !== undefined && run.end - run.start <= 3 && OPEN.test(raw.slice(run.end))) return run.start;
    }
    return raw.length;
  },
  examples: {
    hits: [
      ["age: 43", "43"],
      ['{"name":"Ann","age":43}', "43"],
      ["She is 43 years old.", "43 years old"],
      ["a 43-year-old woman from Leeds", "43-year-old"],
      ["aged 43, he left", "43"],
      ["I am 43.", "43"],
      ["der 43-jährige Mann", "43-jährige"],
      ["J'ai 43 ans", "43 ans"],
      ["Tengo 43 años", "43 años"],
      ["мне 43 года", "43 года"],
      ["43歳の男性", "43歳"],
      ["年龄：43", "43"],
    ],
    misses: [
      "The bridge is 43 years old",
      "a 12-year-old whisky",
      "Cache-Control: max-age: 43",
      "page: 43",
      "I am 43 minutes late",
      "age: 430",
      "il y a 43 ans",
      "43 years ago",
      "age: 4.5",
    ],
  },
};

/** Something may follow that makes it an age. */
const OPEN = /^[-\p{L}/.,'’ ]*$/u;

/** End of the age with these digits; -1 if they are not an age. */
function ageEnd(raw: string, start: number, end: number): number {
  if (isPart(raw, start, end)) return -1;
  const hasUnit = mayHaveUnit(raw, end);
  const isLabelled = mayBeLabelled(raw, start);
  if ((!hasUnit && !isLabelled) || !isYears(raw, start, end)) return -1;
  const unit = hasUnit ? unitAt(raw, start, end) : null;
  if (unit !== null) return end + unit.length;
  return isLabelled && isSaid(textBefore(raw, start), textAfter(raw, end)) ? end : -1;
}

const textBefore = (raw: string, start: number): string => raw.slice(Math.max(0, start - BEFORE), start);
const textAfter = (raw: string, end: number): string => raw.slice(end, end + AFTER);

/** Whether a label or `I am` comes before, and nothing after refers to the age of things. */
const isSaid = (before: string, after: string): boolean =>
  !OLD.test(after) && (LABEL.test(before) || (AM.test(before) && AM_AFTER.test(after)));

/** Digits of other scripts have no value here, which does not matter. */
function isYears(raw: string, start: number, end: number): boolean {
  let years = 0;
  for (let at = start; at < end; at++) {
    const code = raw.charCodeAt(at);
    if (!isAsciiDigit(code)) return true;
    years = years * 10 + code - ZERO;
  }
  return years !== 0 && years <= AGE_MAX;
}

const ZERO = 0x30;

/** First letters of the units above, ASCII ones. */
const UNIT_FIRST = new SignSet("ajlrtvyAJLRTVY");
/** … of those that apply to persons only. */
const OF_PERSONS_FIRST = new SignSet("jlvty");
const LOWER_Y = 0x79;
const UPPER_Y = 0x59;
/** Signs between a label and its number. */
const FILLER = new SignSet(" \t\"'`");
/** Ends of the labels that need no sign, and of those that a sign follows. */
const LABEL_ENDS = new WordEnds("st ed ge of on os de di am 'm ’m in is es");
const SIGNED_ENDS = new WordEnds("ge er ad de jd ek ěk ia ob ur ổi");

/** A cheap test for a unit after the number, with a space or dash between. */
function mayHaveUnit(raw: string, end: number): boolean {
  const code = firstAfter(raw, end);
  return code >= 0x80 || UNIT_FIRST.has(code);
}

/** The first sign after the number, a space or dash between or not. */
function firstAfter(raw: string, end: number): number {
  const code = raw.charCodeAt(end);
  return code === 0x20 || code === 0x2d ? raw.charCodeAt(end + 1) : code;
}

/** A cheap test for a label before the number. */
function mayBeLabelled(raw: string, start: number): boolean {
  let at = overFiller(raw, start);
  const sign = raw.charCodeAt(at - 1);
  const isSigned = sign === 0x3a || sign === 0x3d;
  if (isSigned) at = overFiller(raw, at - 1);
  const last = raw.charCodeAt(at - 1);
  if (!isLetterCode(last)) return false;
  return last >= 0x80 || (isSigned ? SIGNED_ENDS : LABEL_ENDS).has(raw.charCodeAt(at - 2), last);
}

function overFiller(raw: string, end: number): number {
  let at = end;
  while (at > end - 6 && FILLER.has(raw.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** The unit that makes the number an age, by itself or with the phrase before; `null` without one. */
function unitAt(raw: string, start: number, end: number): string | null {
  const first = firstAfter(raw, end);
  const after = textAfter(raw, end);
  const unit = mayBeOfPersons(first) ? OF_PERSONS.exec(after)?.[0] : undefined;
  if (unit !== undefined) return unit;
  if (first === LOWER_Y || first === UPPER_Y) return oldAt(raw, start, after);
  for (const [said, pattern] of SAID_BY_FIRST.get(first) ?? []) {
    const found = pattern.exec(after)?.[0];
    if (found !== undefined && said.test(textBefore(raw, start))) return found;
  }
  return null;
}

const mayBeOfPersons = (first: number): boolean => first >= 0x80 || OF_PERSONS_FIRST.has(first);

/** The English words after the number, if they apply to a person. */
function oldAt(raw: string, start: number, after: string): string | null {
  const old = OLD.exec(after)?.[0];
  if (old === undefined) return null;
  return PERSON_BEFORE.test(textBefore(raw, start)) || PERSON_AFTER.test(after.slice(old.length)) ? old : null;
}

/** What makes a number of the digits after it, and of those before: a joint, a currency, a letter. */
const PART_BEFORE = new SignSet("0123456789.,/$€£%+#_-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const PART_AFTER = new SignSet("0123456789%_°");
const JOINTS = new SignSet(".,:/");

/** A piece of a longer number, a date, a time, a sum or a name. */
function isPart(raw: string, start: number, end: number): boolean {
  const before = raw.charCodeAt(start - 1);
  const after = raw.charCodeAt(end);
  if (PART_BEFORE.has(before) || PART_AFTER.has(after)) return true;
  return (
    (before === 0x3a && isAsciiDigit(raw.charCodeAt(start - 2))) ||
    (JOINTS.has(after) && isAsciiDigit(raw.charCodeAt(end + 1)))
  );
}

import { memo, Reading } from "../../../text/reading.ts";
import { columnHeader, tablesOf } from "../../../text/tables/tables.ts";
import type { Span } from "../../../core/model.ts";
import type { PiiDetector } from "../groups.ts";
import { lettersStart } from "../candidates.ts";
import { HEADERS_MAX } from "../column-label.ts";
import { DATE_MAX, dateAt, eraStart, isMonth, MONTH_BEFORE } from "../dates.ts";
import { findAtRuns } from "../find-at-runs.ts";
import { LabelPattern, LabelPlaces } from "../label-places.ts";
import { digitRuns, firstRunAfter } from "../numbers.ts";
import { SHAPE } from "../digit-run-classes.ts";
import { StemLook } from "../keyword-scan.ts";

/** Stems of all ASCII labels of a date of birth. Non-ASCII labels are not covered. */
const STEMS = [
  ..."birth born dob d.ob do.b d.o.b bday b-day geb naissance anniversaire nac naixement nasc jaiotze compleanno".split(
    " ",
  ),
  ..."verjaardag syntynyt dag urodz ur. naroz naroden nar. rodj roj nasterii dzim gim lindur dogum ngay lahir".split(
    " ",
  ),
  ..."anganak kuzaliwa dyddiad ganwyd".split(" "),
  "nato ",
  "nata ",
];
const look = new StemLook(STEMS, "");

/** Whether there may be a label of a date of birth in `[start, end)`. */
export const mayHoldBirth = (reading: Reading, start: number, end: number): boolean =>
  look.mayHold(reading, start, end);

/** UTF-16 units before the date in which a label counts, and after it. */
const LABEL_REACH = 72;
const AFTER = 48;
/** How far up the column headers may be. */
const HEADER_REACH = 240;

// What forms, registers, vital records and code call it. Short words count with a separator only.
const WORDS = [
  "date[ _-]?of[ _-]?(?:the[ _-]?)?birth|birth[ _-]?da(?:te|y)|birthed|birth(?:[ _-]?dt)?(?=[\"']?\\s*[:=>])|(?<!\\p{L})(?:user|customer|patient|client|member|person|child|my|her|his)?[ _-]?(?:d\\.?o\\.?b|b-?day)(?!\\p{L})",
  "(?<![\\p{L}-])born(?!\\p{L}|-again)",
  "geburts(?:datum|tag)|gebdatum|geb[ _-]?dat|(?<!\\p{L})(?:geboren|geb(?:\\.|(?=[ :]))|gebürtig)",
  "date[ _-]?(?:de[ _-]?)?naissance|naissance|(?<!\\p{L})née?(?:\\(e\\)|·e)?s? (?:le|à|en|au)|anniversaire",
  "fecha[ _-]?(?:de[ _-]?)?nac(?:imiento|\\.)?|nacimiento|(?<!\\p{L})naci(?:d[oa]|ó|do\\(a\\))(?!\\p{L})|cumpleaños|data de naixement|nascu(?:t|da) el|xornada de nacemento|data de nacemento|jaiotze ?data",
  "data[ _-]?(?:de[ _-]?|do[ _-]?)?nasc(?:imento|\\.)?|nascimento|(?<!\\p{L})nascid[oa](?!\\p{L})|nasceu|aniversário",
  "data[ _-]?(?:di[ _-]?)?nascita|(?<!\\p{L})nat[oa] (?:il|a|in|nel)(?!\\p{L})|compleanno",
  "geboorte(?:datum|dag)|geb\\.? ?datum|verjaardag",
  "födelse(?:datum|dag)|(?<!\\p{L})född(?!\\p{L})|fødsels(?:dato|dag)|(?<!\\p{L})født(?!\\p{L})|fæðingardag|(?<!\\p{L})fædd(?:ur)?(?!\\p{L})|syntymä(?:aika|päivä)|(?<!\\p{L})syntynyt(?!\\p{L})|(?<!\\p{L})(?:f|s)\\.? ?dag",
  "data[ _-]?urodz(?:enia|\\.)?|(?<!\\p{L})(?:urodzon[yae]|urodził(?:a|em|am)?|ur\\.)|datum[ _-]?narozen[ií]|dátum[ _-]?narodenia|(?<!\\p{L})narozen[áaý]?(?!\\p{L})|naroden[áýa]|(?<!\\p{L})nar\\.|dan narození|datum[ _-]?ro(?:đ|dj|j)(?:enja|stva)|(?<!\\p{L})rođen[ao]?|(?<!\\p{L})rojen[ao]?(?!\\p{L})",
  "data[ _-]?na(?:ș|ş|s)terii|(?<!\\p{L})născut[ăa]?|születési|született|(?<!\\p{L})szül\\.|sünni(?:aeg|kuupäev|päev)|sündinud|dzim(?:šanas|usi|is|\\.)|gimimo|(?<!\\p{L})gim[ęeu]s|ditëlindja|datëlindja|lindur",
  "doğum[ _-]?(?:tarihi|günü)?|dogum[ _-]?tarihi|doğumlu|tarix[iı] doğum|doğulub",
  "ngày[ _-]?sinh|sinh ngày|ngay[ _-]?sinh|tanggal[ _-]?lahir|tgl\\.?[ _-]?lahir|tarikh[ _-]?lahir|(?<!\\p{L})lahir(?!\\p{L})|kapanganakan|ipinanganak|tarehe ya kuzaliwa|(?<!\\p{L})kuzaliwa|geboortedag|dyddiad geni|dáta breithe|ganwyd",
  "дата[ _-]?рожд(?:ения|\\.)?|родил(?:ся|ась|ись)|(?<!\\p{L})рожд[её]н(?:а|ный|ная)?|(?<!\\p{L})д\\. ?р\\.|день рождения|года рождения|дата[ _-]?народження|народи(?:вся|лася)|дата на раждане|роден[аи]?(?!\\p{L})|дата нараджэння|нарадзі(?:ўся|лася)|датум[ _-]?рођења|рођен[ао]?|датум на раѓање|туған күні|туулган күнү",
  "ημερομηνία[ _-]?γέννησης|ημ\\.? ?γέννησης|γεννήθηκ[εα]|γενν(?:ημένος|ημένη)|γέννησης",
  "生年月日|出生(?:年月日|日期|于|於|年月)?|誕生日|生日|生まれ|生年|생년월일|출생(?:일|년월일)?|생일|태어(?:난|났)",
  "تاريخ (?:ال)?ميلاد|الميلاد|المولود|مواليد|ولد(?:ت)? (?:في|بتاريخ)|تاریخ تولد|متولد|تاریخ پیدائش|پیدائش|תאריך לידה|נולד[הת]?|יום הולדת",
  "जन्म|জন্ম|பிறந்த|పుట్టిన|జన్మ|જન્મ|ਜਨਮ|ജനന|ಜನ್ಮ|ಹುಟ್ಟಿದ|วันเกิด|วัน\\s?เดือน\\s?ปี\\s?เกิด|เกิด(?:เมื่อ|วันที่)?|ծննդ|დაბადე|ថ្ងៃខែឆ្នាំកំណើត|ວັນເດືອນປີເກີດ|မွေး",
];
const LABEL = new LabelPattern(`(?:${WORDS.join("|")})`, 48);
/** `… is my date of birth`. */
const LABEL_AFTER = new RegExp(
  `^["'\`)\\]»”’]{0,2},? ?(?:\\(|\\[|[-–—]|(?:is|was|est|es|è|é|ist|war|jest|er|är|on|то|это|-|bu) )?(?:(?:my|his|her|their|your|our|the|a|meine?|sein|ihr|ma|sa|mi|su|la|il|de|o|min|mijn) )*(?:${WORDS.filter((_, at) => at !== 1).join("|")})`,
  "iu",
);
/** Something else happened on that day, or there is another date between. */
const OTHER =
  /\d{4}|\d[-./]\d|(?<!\p{L})(?:died|dead|deceased|hired|joined|married|since|until|till|expir\w*|issued?|created|updated|valid|moved|started?|graduated|signed|due|deadline|today|registered|version|released?|appointment|gestorben|verheiratet|mort|décédé|falleci|morto|muri)/iu;
const SECONDS = /^[T ]\d\d:\d\d/;

/** Dates that a label or a sentence makes a date of birth; the date alone. */
export const DATE_OF_BIRTH: PiiDetector = {
  id: "DATE_OF_BIRTH",
  placeholder: "DATE_OF_BIRTH",
  group: "dates",
  isContextual: true,
  keywords: [],
  maxLength: DATE_MAX,
  source: "https://cldr.unicode.org/translation/date-time/date-time-patterns",
  about: { name: "date of birth", form: "a date that a label, a sentence or the head of a table makes one" },
  find: (reading, _hits, from, meter) => {
    const { raw } = reading;
    if (hasManyButNoBirth(reading, from)) return [];
    const labels = new BirthLabels(reading);
    return findAtRuns(reading, { from, meter, shape: SHAPE.date }, (run, _at, done) => {
      const date = dateAt(raw, run.start, run.end - run.start);
      return date === null
        ? null
        : { ...date, score: date.start >= done && isOfBirth(reading, date, labels) ? 0.85 : 0 };
    });
  },
  stableUntil,
  examples: {
    hits: [
      ["DOB: 1990-04-12", "1990-04-12"],
      ["my date of birth is 12.04.1990.", "12.04.1990"],
      ["She was born on April 12th, 1990 in Leeds", "April 12th, 1990"],
      ["born in Ulm, Germany, on 14 March 1979.", "14 March 1979"],
      ["né le 12 avril 1990 à Lyon", "12 avril 1990"],
      ["Fecha de nacimiento: 12 de abril de 1990", "12 de abril de 1990"],
      ['{"birthDate":"1990-04-12T00:00:00Z"}', "1990-04-12"],
      ["geboren am 12. April 1990", "12. April 1990"],
      ["生年月日：1990年4月12日", "1990年4月12日"],
      ["生年月日 昭和60年4月12日", "昭和60年4月12日"],
      ["생년월일 1990년 4월 12일", "1990년 4월 12일"],
      ["Дата рождения: 12 апреля 1990 г.", "12 апреля 1990"],
      ["تاريخ الميلاد: ١٢/٠٤/١٩٩٠", "١٢/٠٤/١٩٩٠"],
      ["9-Nov-1962 is my date of birth", "9-Nov-1962"],
      ["id,joined,dob\n17,2024-03-01,1990-04-12\n", "1990-04-12"],
      ["született: 1990. április 12.", "1990. április 12."],
    ],
    misses: [
      "released on 1990-04-12",
      "born in 1990-04-12-5",
      "dob: 1990-13-42",
      "She was born in Leeds and joined on 12.04.2015",
      "id,dob,created\n17,,2024-03-01\n",
      "newborn screening, 12.04.2015",
      "2024-05-01T10:22:11Z INFO birthday job done",
    ],
  },
};

/** With fewer numbers, checking the whole text costs more than checking each date. */
const MANY = 16;

/** Whether there are many numbers at or after `from`, and nothing around them could make any of them a date of birth. */
function hasManyButNoBirth(reading: Reading, from: number): boolean {
  const runs = digitRuns(reading);
  if (runs.length - firstRunAfter(runs, from) < MANY || tablesOf(reading).length > 0) return false;
  return !mayHoldBirth(reading, from - HEADER_REACH - DATE_MAX, reading.raw.length);
}

function isOfBirth(reading: Reading, { start, end }: Span, labels: BirthLabels): boolean {
  const { raw } = reading;
  const header = columnHeader(reading, start);
  const isColumn = header !== null && reading.of(BIRTH_HEADERS)(header);
  if (!isColumn && !labels.mayStandIn(start - HEADER_REACH, end + AFTER)) return false;
  if (SECONDS.test(raw.slice(end, end + 6)) && !/^[T ]00:00/.test(raw.slice(end, end + 6))) return false;
  if (isColumn) return true;
  return (
    (labels.mayStandIn(start - LABEL_REACH, start) && isLabelled(start, labels)) ||
    (labels.mayStandIn(start - HEADER_REACH, start) && hasHeaderLabel(raw, start, labels)) ||
    (labels.mayStandIn(end, end + AFTER) && LABEL_AFTER.test(raw.slice(end, end + AFTER)))
  );
}

function isLabelled(start: number, labels: BirthLabels): boolean {
  const lowest = Math.max(0, start - LABEL_REACH);
  const gap = labels.textAfter(lowest, start);
  if (gap === null || OTHER.test(gap)) return false;
  const line = gap.indexOf("\n");
  // On the next line only as the value of a form's field.
  return line < 0 || /^[\s:*_|>"'-]*$/.test(gap);
}

/** The text after the last label; `null` without one. */
const afterLabel = (text: string): string | null => new BirthLabels(new Reading(text)).textAfter(0, text.length);

const BIRTH_HEADERS = memo(
  HEADERS_MAX,
  (header: string) =>
    afterLabel(`${header}:`)
      ?.replace(/[:)]+$/, "")
      .trim().length === 0,
);

/** Whether the header of the date's table column is a label, where rows have other fields than the header line. */
function hasHeaderLabel(raw: string, start: number, labels: BirthLabels): boolean {
  const nearest = Math.max(0, start - HEADER_REACH / 2);
  const row = nearest + raw.slice(nearest, start).lastIndexOf("\n");
  if (row < nearest) return false;
  const fields = raw.slice(row + 1, start);
  const sign = /[,;\t|]/.exec(fields + raw.slice(start, start + DATE_MAX))?.[0];
  // The first line may be cut off by the bound: then its columns cannot be counted.
  const lowest = Math.max(0, start - HEADER_REACH);
  const first = lowest > 0 ? raw.indexOf("\n", lowest) + 1 : 0;
  if (sign === undefined || first > row) return false;
  const column = countOf(fields, sign);
  for (let line = first; line <= row; line = raw.indexOf("\n", line) + 1)
    if (labels.headsOf(line, sign).has(column)) return true;
  return false;
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** Names of columns, UTF-16 units. */
const NAME_OF_COLUMN_MAX = 40;

/** The labels of one text, for all of its dates. */
class BirthLabels {
  readonly #reading: Reading;
  readonly #raw: string;
  readonly #places: LabelPlaces;
  readonly #headers = new Map<string, ReadonlySet<number>>();

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#raw = reading.raw;
    this.#places = new LabelPlaces(reading.raw, LABEL);
  }

  /** Whether one may be in `[start, end)` or overlap it. Call in order, as far as `HEADER_REACH`. */
  mayStandIn(start: number, end: number): boolean {
    if (!this.#places.isRead(end) && !mayHoldBirth(this.#reading, start, end)) return false;
    return this.#places.mayStandIn(start, end);
  }

  /** The text after the last one in `[start, end)`; `null` without one. */
  textAfter(start: number, end: number): string | null {
    const text = this.#raw.slice(start, end);
    const label = this.#places.lastEnd(text, { base: start, from: start, to: end });
    return label < 0 ? null : text.slice(label - start);
  }

  /** The columns whose header is a label in the line that begins at `start`, separated by `sign`. */
  headsOf(start: number, sign: string): ReadonlySet<number> {
    const key = `${sign}${start}`;
    const known = this.#headers.get(key);
    if (known !== undefined) return known;
    const end = this.#raw.indexOf("\n", start);
    const names = this.#raw.slice(start, end < 0 ? this.#raw.length : end).split(sign);
    const isHeader = (name: string): boolean =>
      name.length < NAME_OF_COLUMN_MAX && afterLabel(name)?.trim().length === 0;
    const headers = new Set(names.length < 2 ? [] : names.flatMap((name, at) => (isHeader(name) ? [at] : [])));
    if (this.#headers.size >= LINES_MAX) this.#headers.clear();
    this.#headers.set(key, headers);
    return headers;
  }
}

/** Cached lines: more than fit in `HEADER_REACH`. */
const LINES_MAX = 256;

/** A date that may continue, one whose label may follow, and a month name that a day may follow. */
function stableUntil(reading: Reading, _hits: unknown, from: number): number {
  const { raw } = reading;
  const runs = digitRuns(reading);
  const lowest = Math.max(from, raw.length - DATE_MAX - AFTER);
  const held = trailingWords(raw);
  for (let at = firstRunAfter(runs, lowest); at < runs.length; at++) {
    const run = runs[at];
    if (run === undefined) break;
    const date = dateAt(raw, run.start, run.end - run.start);
    if (date !== null) return Math.min(held, date.start);
    if (isOpen(raw, run.start)) return Math.min(held, monthStart(raw, run.start));
  }
  return held;
}

const OPEN = /^[\p{L}\p{M}\p{N} .,/'’:ºª-]*$/u;

/** Whether the rest of the text can be the beginning of a date. */
function isOpen(raw: string, at: number): boolean {
  return raw.length - at <= DATE_MAX && OPEN.test(raw.slice(at)) && raw.slice(at).split(" ").length <= 6;
}

/** Where the month's name or the era before `at` begins; `at` itself without one. */
function monthStart(raw: string, at: number): number {
  const lowest = Math.max(0, at - 20);
  const found = MONTH_BEFORE.exec(raw.slice(lowest, at));
  return found !== null && isMonth(found[1]) ? lowest + found.index : eraStart(raw, at);
}

/** Letters of a month's name, and signs after it. */
const NAME_MAX = 20;
const JOINTS_MAX = 3;
const LAST_NAME = new RegExp(String.raw`[\p{L}\p{M}]{1,${NAME_MAX}}[. /-]{0,${JOINTS_MAX}}$`, "u");

/** The last word: it may be a month's name or an era. A pattern searches for its beginning at each unit, so words of ASCII are walked. */
function trailingWords(raw: string): number {
  let end = raw.length;
  while (end > 0 && isJoint(raw.charCodeAt(end - 1))) if (raw.length - --end > JOINTS_MAX) return raw.length;
  const start = lettersStart(raw, end, NAME_MAX);
  if (start === end - NAME_MAX || !(raw.charCodeAt(start - 1) >= 0x80)) return start === end ? raw.length : start;
  const lowest = Math.max(0, raw.length - NAME_MAX - JOINTS_MAX - 1);
  const found = LAST_NAME.exec(raw.slice(lowest));
  return found === null ? raw.length : lowest + found.index;
}

/** `. /-` */
const isJoint = (code: number): boolean => code === 0x20 || (code >= 0x2d && code <= 0x2f);

import { isDigitCode, isLetterCode } from "./numbers.ts";
import { SignSet } from "./sign-set.ts";
import { EndPattern } from "./end-pattern.ts";

/**
 * Names of the months, long and short, in the forms that stand beside a day, in some seventy languages.
 *
 * @see https://cldr.unicode.org/translation/date-time/date-time-patterns
 */
export const MONTHS: ReadonlySet<string> = new Set(
  `
january february march april may june july august september october november december jan feb mar apr jun jul
aug sep oct nov dec januar februar märz mai juni juli oktober dezember mär okt dez sept janvier février mars
avril juin juillet août septembre octobre novembre décembre janv févr avr juil déc enero febrero marzo abril
mayo junio julio agosto septiembre octubre noviembre diciembre ene abr ago dic janeiro fevereiro março maio
junho julho setembro outubro novembro dezembro fev set out gennaio febbraio aprile maggio giugno luglio
settembre ottobre dicembre gen mag giu lug ott januari februari maart mei augustus mrt marts maj desember des
augusti tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta
marraskuuta joulukuuta tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu janúar febrúar apríl
maí júní júlí ágúst október nóvember jún júl ágú nóv styczeń luty marzec kwiecień czerwiec lipiec sierpień
wrzesień październik listopad grudzień stycznia lutego marca kwietnia maja czerwca lipca sierpnia września
października listopada grudnia sty lut kwi cze lip sie wrz paź lis gru leden únor březen duben květen červen
červenec srpen září říjen prosinec ledna února března dubna května června července srpna října listopadu
prosince led úno bře dub kvě čvn čvc srp zář říj pro január február marec máj januára februára apríla mája júna
júla augusta septembra októbra novembra decembra junij julij avgust avg siječanj veljača ožujak travanj svibanj
lipanj srpanj kolovoz rujan studeni prosinac siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza
rujna studenoga prosinca sij velj ožu tra svi kol ruj stu јануар фебруар март април мај јун јул август септембар
октобар новембар децембар јан феб мар апр авг сеп окт нов дец mart septembar oktobar novembar decembar јануари
февруари јуни јули септември октомври ноември декември фев ное дек януари май юни юли январь февраль апрель июнь
июль сентябрь октябрь ноябрь декабрь января февраля марта апреля мая июня июля августа сентября октября ноября
декабря янв февр сент нояб июн июл січень лютий березень квітень травень червень липень серпень вересень жовтень
листопад грудень січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня січ лют
бер квіт трав черв лип серп вер жовт лист груд студзень люты сакавік красавік чэрвень ліпень жнівень верасень
кастрычнік лістапад снежань студзеня лютага сакавіка красавіка чэрвеня ліпеня жніўня верасня кастрычніка
лістапада снежня сту сак кра чэр ліп жні кас ліс сне ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου
ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ
március április május június július augusztus szeptember febr márc ápr szept ianuarie februarie martie aprilie
iunie iulie septembrie octombrie noiembrie decembrie ian iun iul ocak şubat nisan mayıs haziran temmuz ağustos
eylül ekim kasım aralık oca şub nis haz tem ağu eyl eki kas ara jaanuar veebruar märts aprill juuni juuli
oktoober detsember jaan veebr dets janvāris februāris aprīlis maijs jūnijs jūlijs augusts septembris oktobris
novembris decembris jūn jūl sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis spalis
lapkritis gruodis sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio
gruodžio janar shkurt prill qershor korrik gusht shtator tetor nëntor dhjetor shk pri qer korr gush sht tet nën
dhj gener febrer març maig juny juliol agost setembre desembre ag urtarrila otsaila martxoa apirila maiatza
ekaina uztaila abuztua iraila urria azaroa abendua urt ots api eka uzt abu ira urr aza abe xaneiro febreiro xuño
xullo decembro xan xul eanáir feabhra márta aibreán bealtaine meitheamh iúil lúnasa fómhair samhain nollaig ean
feabh aib beal meith lún mfómh dfómh samh noll ionawr chwefror mawrth ebrill mehefin gorffennaf awst medi hydref
tachwedd rhagfyr ion chw maw ebr meh gor hyd tach rhag chwef gorff jannar frar marzu mejju ġunju lulju awwissu
settembru ottubru novembru diċembru fra mej ġun lul aww diċ maret agustus agu mac julai ogos disember ogo dis
pebrero marso hunyo hulyo setyembre oktubre nobyembre disyembre peb hun hul nob machi aprili agosti septemba
oktoba novemba desemba januarie junie julie जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर
दिसंबर जन॰ फ़र॰ जुल॰ अग॰ सित॰ अक्टू॰ नव॰ दिस॰ জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর
অক্টোবর নভেম্বর ডিসেম্বর জানু ফেব সেপ্ট অক্টো ডিসে এপ্রি জুল আগ সেপ নভে जानेवारी फेब्रुवारी एप्रिल मे जुलै ऑगस्ट
सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर जाने फेब्रु एप्रि ऑग सप्टें ऑक्टो नोव्हें डिसें ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல்
மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர் ஜன பிப் மார் ஏப் ஆக செப் அக் நவ டிச జనవరి ఫిబ్రవరి
మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్ జన ఫిబ్ర ఏప్రి ఆగ సెప్టెం అక్టో నవం డిసెం
جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت
سپتامبر اکتبر نوامبر دسامبر يناير فبراير أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر ינואר פברואר
מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר ינו׳ פבר׳ אפר׳ אוג׳ ספט׳ אוק׳ נוב׳ דצמ׳ มกราคม
กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม ม.ค ก.พ มี.ค เม.ย พ.ค
มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค yanvar fevral aprel iyun iyul avqust sentyabr oktyabr noyabr dekabr yan iyn iyl avq
sen noy dek қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан қаң ақп нау сәу
мам мау шіл там қыр қаз қар жел sentabr oktabr jänner feber mrz januarij februarij
`
    .trim()
    .split(/\s+/),
);

/** A written date with its offsets, half open. */
interface WrittenDate {
  readonly start: number;
  readonly end: number;
}

/** Longest date, UTF-16 units: `12th of September, 1990` and its like in other languages. */
export const DATE_MAX = 40;

const N = "[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]";
/** A numeric date ends where neither a digit nor another part follows. */
const END = `(?!${N}|[-./]${N}|[A-Za-z_])`;
const ISO_TAIL = `(?![0-9A-SU-Za-z_]|[-./]${N}|T(?!00:00))`;
const YEAR_FIRST = new RegExp(`(${N}{4})([-./\u060c]) ?(${N}{1,2})\\2 ?(${N}{1,2})${ISO_TAIL}`, "y");
const DAY_FIRST = new RegExp(
  `(${N}{1,2})(?:([-./])|([ .]) ?)(${N}{1,2})(?:\\2\\3|\\2|\\3) ?(${N}{4}|${N}{2})${END}`,
  "y",
);
const COMPACT = /((?:19|20)\d\d)(\d\d)(\d\d)(?![0-9A-Za-z_]|[-./]\d)/y;
const COMPACT_DAY = /(\d\d)(\d\d)((?:19|20)\d\d)(?![0-9A-Za-z_]|[-./]\d)/y;
const CJK = /(\d{4}|\d{1,2})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号日일]?/y;
/** Japanese eras and the Taiwanese calendar restart the year count. */
const ERA = new EndPattern(/(?:昭和|平成|令和|大正|民國|民国|西暦|西元|公元)\s?$/);
const JOIN = "(?:[ .,/-]{1,3}(?:de |del |di |of |d[’'] ?|da |do |ng )?|(?=\\p{L}))";
const DAY_NAME = new RegExp(
  `(${N}{1,2})(?:st|nd|rd|th|er|re|[ºªo°](?!\\p{L})|[.\u0e3a]|-?(?:е|го|ga|an|en|a)(?![\\p{L}]))?${JOIN}(\\p{L}[\\p{L}\\p{M}\u0970]{1,14})`,
  "uy",
);
const NAME_YEAR = new RegExp(
  `(?:[ .,'’/-]{1,3}(?:de |del |of |năm |ng )?|(?<=\\p{L}))(${N}{4}|${N}{2}(?=$|[^0-9:.,]|[.,](?!\\d)))(?![0-9A-Za-z_:]|[-./]\\d)`,
  "uy",
);
/** After the name of the month: `12th, 1990`, `12 1990`, `12`. */
const DAY_YEAR = new RegExp(
  `(${N}{1,2})(?:st|nd|rd|th)?[,.]?[ /-]{1,2}(?:of )?'?(${N}{4})(?![0-9A-Za-z_:]|[-./]\\d)`,
  "y",
);
/** After the year: `1990 April 12`, `1990. április 12.`, `1990 m. balandžio 12 d.`, `1990-Apr-12`. */
const YEAR_NAME = /(\d{4})(?:\. ?| m\. | ?- ?|, ?|[ /])(\p{L}[\p{L}\p{M}]{1,14})\.?[ -/](\d{1,2})(?!\d)(?:\.| d\.)?/uy;
/** The word right before a day. */
export const MONTH_BEFORE = new EndPattern(/(?<![\p{L}\p{M}])(\p{L}[\p{L}\p{M}\u0970]{1,14})\.?[ /-]{1,2}$/u);
const VIETNAMESE_MONTH = " tháng ";
const VIETNAMESE = /(\d{1,2}) tháng (\d{1,2}),? năm (\d{4})/y;

/** The date that begins with the digits at `at`, or with a month name right before them; `null` if there is none. */
export function dateAt(raw: string, at: number, digits: number): WrittenDate | null {
  if (digits > 8 || isJoined(raw, at) || !mayBeDate(raw, at, digits) || isInWord(raw, at)) return null;
  const end =
    digits === 8 ? compactEnd(raw, at) : digits > 4 ? -1 : (numericEnd(raw, at, digits) ?? namedEnd(raw, at, digits));
  if (end > at) return { start: eraStart(raw, at), end };
  return digits > 2 ? null : monthFirst(raw, at);
}

/** Signs between the parts of a date. */
const BETWEEN = new SignSet(" -./,\u060c'");

/** A cheap test of what follows the digits: a letter, or one more group, and then another or a year. */
function mayBeDate(raw: string, at: number, digits: number): boolean {
  if (digits > 4) return digits === 8;
  const next = afterSigns(raw, at + digits);
  const code = raw.charCodeAt(next);
  if (!isDigitCode(code)) return isLetterCode(code) || code === DEGREE;
  return digits !== 3 && next > at + digits && hasFurtherGroups(raw, digits, next);
}

/** Whether the groups from `next` have the lengths of a date, after a first group of that many digits. */
function hasFurtherGroups(raw: string, digits: number, next: number): boolean {
  const end = digitsEnd(raw, next);
  if (end - next > 2) return digits < 4 && end - next === 4;
  const last = afterSigns(raw, end);
  if (last === end) return raw.charCodeAt(end) >= 0x80;
  const length = digitsEnd(raw, last) - last;
  return length === 2 || length === (digits === 4 ? 1 : 4);
}

const DEGREE = 0xb0;
/** 年, and 년 above; spaces beyond ASCII lie below. */
const CJK_FIRST = 0x3001;
const SIGNS_MAX = 3;

function afterSigns(raw: string, start: number): number {
  let at = start;
  while (at - start < SIGNS_MAX && BETWEEN.has(raw.charCodeAt(at))) at += 1;
  return at;
}

/** At most five digits are counted. */
function digitsEnd(raw: string, start: number): number {
  let at = start;
  while (at - start < 5 && isDigitCode(raw.charCodeAt(at))) at += 1;
  return at;
}

/** Whether a sign and a digit before it make the digits part of a longer number. The asterisks of a partial mask count as digits. */
function isJoined(raw: string, at: number): boolean {
  if (!JOINTS.has(raw.charCodeAt(at - 1))) return false;
  const first = raw.charCodeAt(at - 2);
  return (first >= 0x30 && first <= 0x39) || first === STAR;
}

const STAR = 0x2a;
const JOINTS = new SignSet("-./:+");

/** Whether the digits are inside a word or an identifier in code. */
function isInWord(raw: string, at: number): boolean {
  const before = raw.charCodeAt(at - 1);
  // A letter after a backslash is an escape.
  if ((before >= 0x41 && before <= 0x5a) || (before >= 0x61 && before <= 0x7a))
    return (
      !/(?:\\[nrt]|[a-z]{3})$/.test(raw.slice(Math.max(0, at - 3), at)) || /[A-Za-z]{4}$/.test(raw.slice(at - 4, at))
    );
  return before === 0x5f || before === 0x24;
}

function numericEnd(raw: string, at: number, digits: number): number | null {
  // A sign follows directly: the digits are one part.
  if (digits === 4) {
    const yearFirst = match(YEAR_FIRST, raw, at);
    if (yearFirst !== null && isDate(yearFirst[1], yearFirst[3], yearFirst[4])) return YEAR_FIRST.lastIndex;
  } else if (isDigitCode(raw.charCodeAt(afterSigns(raw, at + digits)))) {
    const dayFirst = match(DAY_FIRST, raw, at);
    if (dayFirst !== null && isDayFirst(dayFirst)) return DAY_FIRST.lastIndex;
  }
  const cjk = mayBeCjk(raw, at + digits) ? match(CJK, raw, at) : null;
  return cjk !== null && isDate("2000", cjk[2], cjk[3]) ? CJK.lastIndex : null;
}

/** A cheap search for the year sign after the digits, with or without a space. */
const mayBeCjk = (raw: string, end: number): boolean =>
  raw.charCodeAt(end) >= CJK_FIRST || raw.charCodeAt(end + 1) >= CJK_FIRST;

function isDayFirst([, first, sign, , second, year]: RegExpExecArray): boolean {
  // Two short numbers with periods or spaces are a version or a quantity.
  if (year?.length === 2 && sign !== "/" && sign !== "-" && sign !== ".") return false;
  return isDate(year, first, second) || isDate(year, second, first);
}

function compactEnd(raw: string, at: number): number {
  const yearFirst = match(COMPACT, raw, at);
  if (yearFirst !== null && isDate(yearFirst[1], yearFirst[2], yearFirst[3])) return COMPACT.lastIndex;
  const dayFirst = match(COMPACT_DAY, raw, at);
  if (dayFirst === null) return -1;
  const [, first, second, year] = dayFirst;
  return isDate(year, first, second) || isDate(year, second, first) ? COMPACT_DAY.lastIndex : -1;
}

function namedEnd(raw: string, at: number, digits: number): number {
  if (digits === 4) {
    const yearName = match(YEAR_NAME, raw, at);
    return yearName !== null && isYear(yearName[1]) && isMonth(yearName[2]) ? YEAR_NAME.lastIndex : -1;
  }
  const vietnamese = raw.startsWith(VIETNAMESE_MONTH, at + digits) ? match(VIETNAMESE, raw, at) : null;
  if (vietnamese !== null && isDate(vietnamese[3], vietnamese[2], vietnamese[1])) return VIETNAMESE.lastIndex;
  return digits === 3 ? -1 : dayNameEnd(raw, at, digits);
}

/** End of a day, a month name and a year; -1 without them. */
function dayNameEnd(raw: string, at: number, digits: number): number {
  const plain = plainWordEnd(raw, at + digits);
  if (plain > 0)
    return isMonth(raw.slice(at + digits + 1, plain)) ? yearOf(raw, raw.slice(at, at + digits), plain) : -1;
  const dayName = match(DAY_NAME, raw, at);
  return dayName !== null && isMonth(dayName[2]) ? yearOf(raw, dayName[1], DAY_NAME.lastIndex) : -1;
}

const yearOf = (raw: string, day: string | undefined, after: number): number => (isDay(day) ? yearEnd(raw, after) : -1);

/**
 * End of the word of ASCII letters after a space, which `DAY_NAME` would match; 0 for a word of another form, or one that may
 * precede the month. Most numbers are followed by such a word, and this avoids the pattern.
 */
function plainWordEnd(raw: string, space: number): number {
  if (raw.charCodeAt(space) !== SPACE) return 0;
  const start = space + 1;
  let at = start;
  while (at - start <= NAME_MAX && isAsciiLetter(raw.charCodeAt(at))) at += 1;
  const length = at - start;
  const isParticle = length <= PARTICLE_MAX && raw.charCodeAt(at) === SPACE && PARTICLES.has(raw.slice(start, at));
  return length < 2 || length > NAME_MAX || raw.charCodeAt(at) >= 0x80 || isParticle ? 0 : at;
}

const SPACE = 0x20;
/** Letters of a month name. */
const NAME_MAX = 15;
const PARTICLES = new Set(["de", "del", "di", "of", "da", "do", "ng"]);
const PARTICLE_MAX = 3;
const isAsciiLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** End of the year after a month name, -1 without one. A period may abbreviate the name. */
function yearEnd(raw: string, after: number): number {
  const year = match(NAME_YEAR, raw, raw.startsWith(".", after) ? after + 1 : after);
  return year !== null && isYear(year[1]) ? NAME_YEAR.lastIndex : -1;
}

function monthFirst(raw: string, at: number): WrittenDate | null {
  const dayYear = match(DAY_YEAR, raw, at);
  if (dayYear === null || value(dayYear[1]) > 31 || !isYear(dayYear[2])) return null;
  const end = DAY_YEAR.lastIndex;
  const lowest = Math.max(0, at - 20);
  const month = MONTH_BEFORE.exec(raw.slice(lowest, at));
  return month !== null && isMonth(month[1]) ? { start: lowest + month.index, end } : null;
}

/** Where the name of an era right before `at` begins; `at` without one. */
export function eraStart(raw: string, at: number): number {
  if (raw.charCodeAt(at - 1) < 0x2e80) return at;
  const era = ERA.exec(raw.slice(Math.max(0, at - 4), at));
  return era === null ? at : Math.max(0, at - 4) + era.index;
}

function match(pattern: RegExp, raw: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(raw);
}

export const isMonth = (word: string | undefined): boolean =>
  word !== undefined && mayBeMonth(word) && (CAPITALISED.has(word) || MONTHS.has(word.toLowerCase()));

/** Their usual spelling in texts, which needs no lower-cased copy. */
const CAPITALISED = new Set(
  Array.from(MONTHS, (month) => `${month.charAt(0).toUpperCase()}${month.slice(1)}`).filter((month) =>
    /^[A-Z]/.test(month),
  ),
);

/** A cheap test of the first two letters; any word that begins with non-ASCII letters may be a month. */
const mayBeMonth = (word: string): boolean => PAIRS[pairOf(word)] !== 0;

/** 0: no month begins with the pair of letters. */
const PAIRS = new Uint8Array(1 << 10);
for (const month of MONTHS) PAIRS[pairOf(month)] = 1;

/** The first two letters, in lower case; 0 for non-ASCII letters. */
function pairOf(word: string): number {
  const first = word.charCodeAt(0);
  const second = word.charCodeAt(1);
  return isAsciiLetter(first) && isAsciiLetter(second) ? ((first & 31) << 5) | (second & 31) : 0;
}
PAIRS[0] = 1;

const isDay = (day: string | undefined): boolean => value(day) >= 1 && value(day) <= 31;

function isDate(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  return isYear(year) && value(month) >= 1 && value(month) <= 12 && isDay(day);
}

/** Birth years of people who may be alive, including the Thai, Persian and Hijri calendars. */
function isYear(year: string | undefined): boolean {
  const number = value(year);
  if (year?.length === 2) return true;
  return (number >= 1880 && number <= 2049) || (number >= 2420 && number <= 2592) || (number >= 1290 && number <= 1470);
}

/** Value of digits of any script; -1 without any. */
function value(digits: string | undefined): number {
  let sum = 0;
  for (const digit of digits ?? "") {
    const code = digit.charCodeAt(0);
    sum = sum * 10 + (code < 0x3a ? code - 0x30 : code - (code >= 0x966 ? 0x966 : code >= 0x6f0 ? 0x6f0 : 0x660));
  }
  return digits === undefined ? -1 : sum;
}

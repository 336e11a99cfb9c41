import { dictionary, USE } from "./dictionary.ts";
import { type Around, person, place, SCORE, type ScriptName } from "./rule.ts";

/**
 * Names in Chinese and Japanese, which part no words: a surname with signs of given names after it, where a title, a verb or a
 * boundary says that a person is meant.
 */

const HAN = /^\p{Script=Han}/u;
const HAN_END = /[\p{Script=Han}々]$/u;
const KANA = /[\u3040-\u30ff]/;
const KATAKANA = /^[\u30a0-\u30ff]/;
const KATAKANA_END = /[\u30a0-\u30ff]$/;

/** Persons of a rank, profession or politeness, after a name. */
const TITLE =
  /^(?:先生|女士|小姐|太太|夫人|经理|經理|老师|老師|医生|醫生|大夫|教授|博士|同学|同學|同志|主任|律师|律師|师傅|師傅|主席|总统|總統|总理|總理|部长|部長|院长|院長|校长|校長|局长|局長|书记|董事长|董事長|总监|總監|总裁|總裁|工程师|工程師|护士|護士|阿姨|叔叔|女儿|老板)/;
/** What follows the name of one who acts. */
const AFTER =
  /^(?:$|[\s，。、；：！？,.;:!?（(）)」』”"》]|说|說|表示|认为|認為|回答|称|稱|指出|告诉|告訴|在|的|和|与|與|跟|及|是|也|都|就|已|没|沒|不|将|將|会|會|要|去|来|來|写|寫|用|一起|今天|昨天|明天|负责|負責|今年|从|從|把|给|給|对|對|住|出生|于|被|让|讓|发|發|提|还|還|才|又|再|正|毕业|担任|擔任)/;
/** What stands before the name of a person. */
const BEFORE =
  /(?:^|[\s，。、；：！？,.;:!?（(「『“"《]|叫|是|和|与|與|跟|给|給|把|请|請|找|由|对|對|让|讓|向|被|为|為|致|同|及|见|見|问|問|约|約|寄|送|陪|姓名|患者|病人|客户|客戶|联系人|經理|经理|先生|女士|老师|老師|医生|醫生|同事|朋友|同学|同學|老婆|老公|妻子|丈夫|儿子|女儿|女兒|姐姐|妹妹|哥哥|弟弟|主任|教授|导演|導演|演员|演員|歌手|作家|总统|主席|总理|部的|负责人|据|據)$/u;
/** Longest of them, and one more unit. */
const CUE_MAX = 4;
/** Words of which the first sign may be a surname. */
const NO_SURNAME =
  /^(?:关于|由于|于是|高兴|白天|黄色|方便|万一|安全|马上|许多|程序|金额|石油|江水|温度|时间|成功|和平|常见|李子|高中|高一|高二|高三|高速|高考|高级|毛巾|花生|金色|程度|江南|白天|安心|安静|龙年|马年|牛年)/;

const chinese = (sign: string, use: number): boolean => dictionary().has(sign, use);

function chinesePerson({ left, right }: Around): ScriptName | null {
  const words = dictionary();
  const pair = right.slice(0, 2);
  const surname = words.has(pair, USE.chineseSurname) ? pair : right.slice(0, 1);
  if (!words.has(surname, USE.chineseSurname)) return null;
  const rest = right.slice(surname.length);
  const isNamed = words.has(rest.slice(0, 1), USE.chineseGiven) || TITLE.test(rest);
  if (!isNamed || NO_SURNAME.test(right)) return null;
  const isCued = BEFORE.test(left.slice(-CUE_MAX));
  // The sign before and the surname make an ordinary word: `国王`, `公司`.
  if (!isCued && words.has(left.slice(-1) + surname.slice(0, 1), USE.ordinary)) return null;
  return titled(surname, rest) ?? chineseName(surname, rest, isCued);
}

/** `王先生`, `王小明先生`. */
function titled(surname: string, rest: string): ScriptName | null {
  for (let length = 0; length <= 2; length++) {
    if (length > 0 && !chinese(rest[length - 1] ?? "", USE.chineseGiven)) return null;
    if (!TITLE.test(rest.slice(length))) continue;
    if (length === 0 && chinese(surname + (rest[0] ?? ""), USE.ordinary)) return null;
    return person(surname.length + length, SCORE.sure);
  }
  return null;
}

function chineseName(surname: string, rest: string, isCued: boolean): ScriptName | null {
  if (surname.length === 1 && chinese(surname + rest.slice(0, 1), USE.ordinary)) return null;
  for (const length of [2, 1]) {
    const score = isGiven(rest, length) ? scoreOf(rest, length, isCued) : 0;
    if (score > 0) return person(surname.length + length, score);
  }
  return null;
}

const isGiven = (rest: string, length: number): boolean =>
  rest.length >= length &&
  rest
    .slice(0, length)
    .split("")
    .every((sign) => chinese(sign, USE.chineseGiven));

/** How sure it is that the signs are a given name; 0: not enough. */
function scoreOf(rest: string, length: number, isCued: boolean): number {
  const given = rest.slice(0, length);
  const after = rest.slice(length);
  if (length === 2 && !isCued && chinese(given, USE.ordinary)) return 0;
  const isFollowed = AFTER.test(after);
  if (isCued && isFollowed) return SCORE.sure;
  // The last sign and the next one make a word.
  const isCut = HAN.test(after) && chinese(given.slice(-1) + after.slice(0, 1), USE.ordinary);
  return length === 2 && !isCut && (isCued || isFollowed) ? SCORE.likely : 0;
}

/** Politeness and ranks after a Japanese name. */
const HONORIFIC =
  /^[ \u3000]?(?:さん|様|さま|氏|くん|君|ちゃん|先生|部長|課長|社長|係長|会長|専務|常務|殿|選手|教授|博士|首相|大統領|監督|店長|主任)/;
/** What introduces a person who is named without one. */
const JAPANESE_BEFORE =
  /(?:^|[\s、。「（(：:])$|(?:担当の|部の|名前は|氏名は|友人の|同僚の|上司の|息子の|娘の|妻の|夫の|弟の|妹の|兄の|姉の|患者の|私は|僕は)$/u;
const JAPANESE_AFTER = /^(?:と申し|といい|と言い|です|でした|：|:|が|は|も|と|、|に|から|より)/u;
const NAME_AFTER = /^(?:$|[^\p{Script=Han}々])/u;
/** Words that end as a name with politeness: `奥さん`, `母さん`. */
const NO_GIVEN = /^[奥母父兄姉娘嫁叔伯祖客皆神坊]$/u;
const MORE_GIVEN = /^(?:[\p{Script=Han}々]{1,3}|[\u3041-\u3096]{2,4})/u;

function japanesePerson(around: Around): ScriptName | null {
  const { left, right } = around;
  const words = dictionary();
  if (HAN_END.test(left.slice(-2)) && !HONORIFIC.test(left)) return insideKanji(right);
  const surnames = lengths(right);
  for (const length of surnames) {
    const found = fullName(right, length);
    if (found !== null) return found;
  }
  const found = surnameAlone(around, surnames[0] ?? 0);
  if (found !== null) return found;
  const given = words.longest(right, USE.japaneseGiven);
  return given > 1 && HONORIFIC.test(right.slice(given)) ? person(given, SCORE.sure) : null;
}

/** `岡田様`, `担当の伊藤が`. */
function surnameAlone({ left, right }: Around, length: number): ScriptName | null {
  const surname = right.slice(0, length);
  if (length === 0 || NO_GIVEN.test(surname)) return null;
  const after = right.slice(length);
  if (HONORIFIC.test(after)) return person(length, SCORE.sure);
  return length > 1 && introduces(left, after, surname) ? person(length, SCORE.likely) : null;
}

/** Signs after another: `昨日山本さん`. */
function insideKanji(right: string): ScriptName | null {
  const length = lengths(right).find((each) => each > 1 && HONORIFIC.test(right.slice(each)));
  return length === undefined ? null : person(length, SCORE.likely);
}

/** Lengths of surnames that the text begins with, the longest first. */
function lengths(right: string): readonly number[] {
  const words = dictionary();
  return [3, 2, 1].filter((length) => words.has(right.slice(0, length), USE.japaneseSurname));
}

const introduces = (left: string, after: string, surname: string): boolean =>
  JAPANESE_BEFORE.test(left.slice(-CUE_MAX)) &&
  (/^(?:と申し|：|:)/u.test(after) || (/の$|は$/u.test(left) && JAPANESE_AFTER.test(after))) &&
  !dictionary().has(surname, USE.place);

/** `山本太郎`, `鈴木 花子`. */
function fullName(right: string, surname: number): ScriptName | null {
  const space = /^[ \u3000]/.test(right.slice(surname)) ? 1 : 0;
  const rest = right.slice(surname + space);
  const known = dictionary().longest(rest, USE.japaneseGiven, (length) => endsName(rest.slice(length)));
  if (known > 0 && surname + known > 2) return person(surname + space + known, SCORE.sure);
  const given = unknownGiven(rest, surname);
  return given === 0 ? null : person(surname + space + given, SCORE.likely);
}

/** Length of what ends like a given name, or has politeness after it; 0: of none. */
function unknownGiven(rest: string, surname: number): number {
  const [given = ""] = MORE_GIVEN.exec(rest) ?? [];
  const after = rest.slice(given.length);
  if (!HAN.test(given) || !endsName(after)) return 0;
  const isLike = surname > 1 && given.length > 1 && dictionary().has(given.slice(-1), USE.japaneseEnd);
  return isLike || (surname + given.length > 2 && HONORIFIC.test(after)) ? given.length : 0;
}

const endsName = (after: string): boolean => HONORIFIC.test(after) || NAME_AFTER.test(after);

/** Words that a place's name begins: its people, its language. */
const OF_PLACE = /^(?:人|语|語|话|話|文|菜|料理|字)/;

function hanPlace({ left, right }: Around): ScriptName | null {
  const isKatakana = KATAKANA.test(right);
  if (isKatakana && KATAKANA_END.test(left)) return null;
  const length = dictionary().longest(right, USE.place, (end) => !(isKatakana && KATAKANA.test(right.slice(end))));
  return length < 2 || OF_PLACE.test(right.slice(length)) ? null : place(length);
}

export function hanName(around: Around): ScriptName | null {
  const found = hanPlace(around);
  const isJapanese = KANA.test(around.left) || KANA.test(around.right);
  const named = isJapanese ? japanesePerson(around) : chinesePerson(around);
  // `山口さん` and `石川県` begin alike.
  return named !== null && (found === null || named.length >= found.length) ? named : found;
}

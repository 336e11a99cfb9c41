import { dictionary, USE } from "./dictionary.ts";
import { type Around, person, place, SCORE, type ScriptName } from "./rule.ts";

/** Names in Thai: a title and a given name, then perhaps a space and a surname. */

const list = (words: string): readonly string[] => words.split(" ");
/** Titles after which an unknown word with a surname is a name as well. */
const STRONG = list("นาย นางสาว น.ส. ดร. ด.ช. ด.ญ.");
/** What stands right before a given name. */
const TITLES = [...STRONG, ...list("นาง คุณ คุณหมอ พี่ น้อง อาจารย์ หมอ ลุง ป้า น้า ชื่อ ชื่อว่า พลเอก พ.ต.ท. ผศ. รศ. ศ.")];
/** Words that begin as a title with a given name: qualification, quality, virtue. */
const NO_NAME = /^(?:สมบัติ|ภาพ|ค่า|ธรรม|ลักษณะ|ประโยชน์|กรัฐมนตรี)/;
/** Whether one of the words ends the text, or a space after it. */
function endsWithOne(left: string, words: readonly string[]): boolean {
  const end = left.endsWith(" ") ? left.length - 1 : left.length;
  const last = left.charCodeAt(end - 1);
  return words.some((word) => word.charCodeAt(word.length - 1) === last && left.endsWith(word, end));
}
const PLACE_BEFORE = list("จังหวัด ประเทศ เมือง อำเภอ ที่ จาก ไป ใน ถึง");
/** A surname ends at a space; words that follow a given name instead begin otherwise. */
const SURNAME =
  /^ (?!(?:ได้|จะ|ไม่|ยัง|เป็น|โทร|ขอ|มา|ไป|ให้|และ|กับ|ที่|ว่า|ครับ|ค่ะ|คะ|อายุ|อยู่|มี|แต่|ก็|คือ|เมื่อ|วัน|ใน))[\u0e00-\u0e4e]{3,20}(?=$|[^\u0e00-\u0e4e])/;
const THAI_END = /[\u0e00-\u0e4e]$/;
const UNKNOWN = /^[\u0e01-\u0e4e]{3,14}(?= )/;
/** Longer names of places need nothing before them. */
const SURE_LENGTH = 5;
/** Given names of that length need no title before a surname. */
const LONG_GIVEN = 5;

function thaiPerson({ left, right }: Around): ScriptName | null {
  const isAlone = !THAI_END.test(left);
  const isTitled = endsWithOne(left, TITLES);
  if (isTitled ? NO_NAME.test(right) : !isAlone) return null;
  const given = dictionary().longest(right, USE.thaiGiven);
  if (given === 0) return endsWithOne(left, STRONG) ? unknown(right) : null;
  const [surname = ""] = SURNAME.exec(right.slice(given)) ?? [];
  if (isTitled) return person(given + surname.length, SCORE.sure);
  return surname !== "" && given >= LONG_GIVEN ? person(given + surname.length, SCORE.likely) : null;
}

function unknown(right: string): ScriptName | null {
  const [given = ""] = UNKNOWN.exec(right) ?? [];
  const [surname = ""] = SURNAME.exec(right.slice(given.length)) ?? [];
  return given === "" || surname === "" ? null : person(given.length + surname.length, SCORE.likely);
}

function thaiPlace({ left, right }: Around): ScriptName | null {
  const words = dictionary();
  if ((words.begins(right.charCodeAt(0)) & USE.place) === 0) return null;
  const length = words.longest(right, USE.place);
  return length >= SURE_LENGTH || (length > 2 && endsWithOne(left, PLACE_BEFORE)) ? place(length) : null;
}

export function thaiName(around: Around): ScriptName | null {
  // A vowel or tone sign begins no word.
  if (/^[\u0e30-\u0e3a\u0e45-\u0e4e]/.test(around.right)) return null;
  return thaiPerson(around) ?? thaiPlace(around);
}

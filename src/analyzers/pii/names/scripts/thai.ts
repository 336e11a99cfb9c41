import { dictionary, USE } from "./dictionary.ts";
import { type Around, person, place, SCORE, type ScriptName } from "./rule.ts";

/** Names in Thai: a title and a given name, then perhaps a space and a surname. */

/** What stands right before a given name. */
const TITLE =
  /(?:นาย|นาง|นางสาว|น\.ส\.|คุณ|คุณหมอ|ดร\.|ด\.ช\.|ด\.ญ\.|พี่|น้อง|อาจารย์|หมอ|ลุง|ป้า|น้า|ชื่อ|ชื่อว่า|พลเอก|พ\.ต\.ท\.|ผศ\.|รศ\.|ศ\.) ?$/;
/** Titles after which an unknown word with a surname is a name as well. */
const STRONG = /(?:นาย|นางสาว|น\.ส\.|ดร\.|ด\.ช\.|ด\.ญ\.) ?$/;
const PLACE_BEFORE = /(?:จังหวัด|ประเทศ|เมือง|อำเภอ|ที่|จาก|ไป|ใน|ถึง) ?$/;
/** A surname ends at a space; words that follow a given name instead begin otherwise. */
const SURNAME = /^ (?!(?:ได้|จะ|ไม่|ยัง|เป็น|โทร|ขอ|มา|ไป|ให้|และ|กับ|ที่|ว่า|ครับ|ค่ะ|คะ|อายุ|อยู่|มี|แต่|ก็|คือ|เมื่อ|วัน|ใน))[\u0e00-\u0e4e]{3,20}(?=$|[^\u0e00-\u0e4e])/;
const UNKNOWN = /^[\u0e01-\u0e4e]{3,14}(?= )/;
/** Longer names of places need nothing before them. */
const SURE_LENGTH = 5;
/** Given names of that length need no title before a surname. */
const LONG_GIVEN = 5;

function thaiPerson({ left, right }: Around): ScriptName | null {
  const isTitled = TITLE.test(left);
  const given = dictionary().longest(right, USE.thaiGiven);
  if (given === 0) return STRONG.test(left) ? unknown(right) : null;
  const [surname = ""] = SURNAME.exec(right.slice(given)) ?? [];
  if (isTitled) return person(given + surname.length, SCORE.sure);
  const isAlone = !/[\u0e00-\u0e4e]$/.test(left);
  return isAlone && surname !== "" && given >= LONG_GIVEN ? person(given + surname.length, SCORE.likely) : null;
}

function unknown(right: string): ScriptName | null {
  const [given = ""] = UNKNOWN.exec(right) ?? [];
  const [surname = ""] = SURNAME.exec(right.slice(given.length)) ?? [];
  return given === "" || surname === "" ? null : person(given.length + surname.length, SCORE.likely);
}

function thaiPlace({ left, right }: Around): ScriptName | null {
  const length = dictionary().longest(right, USE.place);
  return length >= SURE_LENGTH || (length > 2 && PLACE_BEFORE.test(left)) ? place(length) : null;
}

export function thaiName(around: Around): ScriptName | null {
  // A vowel or tone sign begins no word.
  if (/^[\u0e30-\u0e3a\u0e45-\u0e4e]/.test(around.right)) return null;
  return thaiPerson(around) ?? thaiPlace(around);
}

import { dictionary, USE } from "./dictionary.ts";
import { type Around, person, place, SCORE, type ScriptName } from "./rule.ts";

/** Names in Korean: a word is a surname of a syllable or two, a given name of two, and particles. */

const SYLLABLES = /^[\uac00-\ud7a3]+$/;
/** What follows a name in its word or after a space, and says that it is a person. */
const TITLE =
  /^ ?(?:씨|님|군|양|과장|부장|차장|대리|팀장|실장|사장|회장|이사|상무|전무|선생|교수|박사|기자|의원|대표|변호사|의사|간호사|원장|작가|감독|배우|가수|선수|대통령|장관|시장|검사|판사|매니저|주임|사원|어머니|아버지)/;
/** Particles and forms of `to be`. */
const PARTICLE =
  /^(?:이(?:가|는|를|랑|의|한테|에게)?|가|은|는|을|를|과|와|도|의|에게|에게서|께|께서|께서는|한테|랑|이랑|만|입니다|이에요|예요|이라고|라고|이며|이고|에게는|이다)?(?:$|[^\uac00-\ud7a3])/;
const PLACE_PARTICLE =
  /^(?:시|도|군|구|역|항)?(?:이|가|은|는|을|를|과|와|도|의|에|에서|에서는|에는|까지|부터|로|으로|행|산|발|이나|나|입니다|이에요|예요|만|보다)?(?:$|[^\uac00-\ud7a3])/;
/** What announces a person. */
const BEFORE =
  /(?:^|[^\uac00-\ud7a3])(?:이름은|성함은|저는|제가|나는|담당자는|담당자|환자|친구|친구는|고객|직원|안녕하세요,|남편|아내|아들|딸|형|누나|언니|오빠|동생|배우|가수|작가|감독|대통령|의원|대표)[ ]?$/;

/** Longest of them with a space, and one more unit. */
const CUE_MAX = 8;

/** Words that look like a surname and a known given name. */
const NO_PERSON: ReadonlySet<string> = new Set(
  "연예인 지지율 이용자 사용자 소유자 강아지 전시회 도서관 공동체 정상인 한국인 현대인 이민자 전문가 정치인 이미지 고등어 유치원 안내서 전화기".split(
    " ",
  ),
);

function koreanPerson({ left, right }: Around): ScriptName | null {
  const words = dictionary();
  const isDouble = words.has(right.slice(0, 2), USE.koreanSurname) && words.has(right.slice(2, 4), USE.koreanGiven);
  const surname = isDouble ? 2 : 1;
  const end = surname + 2;
  if (NO_PERSON.has(right.slice(0, end))) return null;
  const isForm = words.has(right.slice(0, surname), USE.koreanSurname) && SYLLABLES.test(right.slice(0, end));
  const score = isForm && right.length >= end ? scoreOf(left, right, end) : 0;
  return score > 0 ? person(end, score) : shortName(right);
}

/** How sure it is that a surname and two syllables are a name; 0: not enough. */
function scoreOf(left: string, right: string, end: number): number {
  const words = dictionary();
  const after = right.slice(end);
  const isKnown = words.has(right.slice(end - 2, end), USE.koreanGiven);
  if (isKnown) return TITLE.test(after) || PARTICLE.test(after) ? SCORE.sure : 0;
  if (words.has(right.slice(0, end), USE.ordinary)) return 0;
  return TITLE.test(after) || (PARTICLE.test(after) && BEFORE.test(left.slice(-CUE_MAX))) ? SCORE.likely : 0;
}

/** A surname of two syllables with any given name before a title, `남궁민 교수`, or a known given name: `민수 씨`. */
function shortName(right: string): ScriptName | null {
  const words = dictionary();
  if (words.has(right.slice(0, 2), USE.koreanSurname)) {
    const end = [4, 3].find((length) => SYLLABLES.test(right.slice(0, length)) && TITLE.test(right.slice(length)));
    if (end !== undefined) return person(end, SCORE.likely);
  }
  const given = right.slice(0, 2);
  return words.has(given, USE.koreanGiven) && /^ ?씨/.test(right.slice(2)) ? person(2, SCORE.likely) : null;
}

function koreanPlace({ right }: Around): ScriptName | null {
  const length = dictionary().longest(right, USE.place, (end) => PLACE_PARTICLE.test(right.slice(end)));
  return length < 2 ? null : place(length);
}

/** In a word. */
export function isInsideHangul(raw: string, at: number): boolean {
  const before = raw.charCodeAt(at - 1);
  return before >= 0xac00 && before <= 0xd7a3;
}

export function hangulName(around: Around): ScriptName | null {
  const found = koreanPlace(around);
  return found ?? koreanPerson(around);
}

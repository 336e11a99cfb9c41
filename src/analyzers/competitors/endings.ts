/** What may stand between a name and the end of the word: cases, plurals and particles, folded as names are. */

const words = (list: string): readonly string[] => list.split(/\s+/);

/** Behind any name: the plural of English and its neighbours, and Korean particles (National Institute of Korean Language, orthography §41). */
const ALWAYS = words("s es 은 는 이 가 을 를 의 에 와 과 도 로 만 랑 으로 에서 에게 까지 부터 보다 처럼 이나 하고");

/** Behind a name with a capital. */
const CASES = [
  // German, Dutch and Scandinavian
  "n en er e ens et ets ene",
  // Polish, Czech, Slovak, Slovene, Croatian
  "a u y i o owi em om ie ow ami ach ovi ou um ech ich ih im ima ega emu ju jem ja iem ze",
  // Lithuanian, Latvian
  "as is us ui ai ams io iui iu am",
  // Finnish and Estonian
  "in an un yn on han hen hin hon hun ssa ssä sta stä lla lle lta ksi na ta tta tten ja jen ia ille illa ilta issa ista it ien ina iin ineen aan een oon uun iksi l st sse",
  // Hungarian
  "t at ot nak nek ban ben bol ba be hoz hez tol val vel ra re rol nal nel ig ert kent je ek ok os es",
  // Turkish and Azerbaijani without an apostrophe
  "nin nun da de te dan den tan ten ya ye yi yu la le yla yle lar ler in",
  // Romanian
  "ul ului lui ilor",
  // Russian, Ukrainian, Bulgarian, Serbian
  "а у ом ем е ы и ой ою ов ам ами ах ю я ию ией ии ей ям ями ях ові єм ът та то те ку",
].flatMap(words);

/** In the place of a name's last vowel. */
const VOWEL_CASES = words("u y e i o ou ie ę ą em am ami ach om ei oj ы у е ой ою и ю ей ям ами ах ів");

const unaccented = (list: readonly string[]): ReadonlySet<string> =>
  new Set(list.map((ending) => ending.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "")));

export const ALWAYS_ENDINGS: ReadonlySet<string> = new Set(ALWAYS);
export const CASE_ENDINGS: ReadonlySet<string> = unaccented(CASES);
export const VOWEL_ENDINGS: ReadonlySet<string> = unaccented(VOWEL_CASES);

/** UTF-16 units. */
export const ENDING_MAX: number = Math.max(
  ...[...ALWAYS_ENDINGS, ...CASE_ENDINGS, ...VOWEL_ENDINGS].map((ending) => ending.length),
);

/** Prepositions that Hebrew and Arabic write in one with the word: `בגוגל`, in Google. As units. */
export const PREFIXES: ReadonlySet<number> = new Set(Array.from("בוהלמשכوبلفك", (letter) => letter.charCodeAt(0)));

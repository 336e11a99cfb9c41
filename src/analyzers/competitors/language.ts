/** Language data for matching names. Endings and letters are folded: in lower case and without accents. */

const words = (list: string): readonly string[] => list.split(/\s+/);
const set = (list: string): ReadonlySet<string> => new Set(words(list));
const unaccented = (list: string): ReadonlySet<string> => set(list.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, ""));

/** After any name: the plural of English and its neighbours, and Korean particles (National Institute of Korean Language, orthography §41). */
export const ALWAYS_ENDINGS: ReadonlySet<string> = set(
  "s es 은 는 이 가 을 를 의 에 와 과 도 로 만 랑 으로 에서 에게 까지 부터 보다 처럼 이나 하고",
);

/** After a name with a capital. */
export const CASE_ENDINGS: ReadonlySet<string> = unaccented(
  [
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
  ].join(" "),
);

/** In the place of a name's last vowel, which is one of `LAST_VOWELS`. */
export const VOWEL_ENDINGS: ReadonlySet<string> = unaccented(
  "u y e i o ou ie ę ą em am ami ach om ei oj ы у е ой ою и ю ей ям ами ах ів",
);
export const LAST_VOWELS = /[aeoая]$/;

/** UTF-16 units. */
export const ENDING_MAX: number = Math.max(
  ...[...ALWAYS_ENDINGS, ...CASE_ENDINGS, ...VOWEL_ENDINGS].map((ending) => ending.length),
);

/** Prepositions that Hebrew and Arabic join to the word: `בגוגל`, in Google. As units. */
export const PREFIXES: ReadonlySet<number> = new Set(Array.from("בוהלמשכوبلفك", (letter) => letter.charCodeAt(0)));

/** Letters that are also written as two. */
export const AS_TWO_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ä/gi, "ae"],
  [/ö/gi, "oe"],
  [/ü/gi, "ue"],
  [/ø/gi, "oe"],
  [/å/gi, "aa"],
  [/æ/gi, "ae"],
  [/œ/gi, "oe"],
  [/ß/g, "ss"],
];

/** Lower-case letters that Unicode does not decompose, final sigma, and `й`, which is not an `и` with an accent. */
export const FOLDED_LETTERS: ReadonlyMap<string, string> = new Map([
  ["ß", "ß"],
  ["ł", "l"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["ı", "i"],
  ["ς", "σ"],
  ["й", "й"],
]);

/** Digits that are typed for letters. As units. */
export const LEET: ReadonlyMap<number, number> = new Map(
  words("0o 1l 3e 4a 5s").map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

/** Words for "and", if the name has a sign. */
export const ANDS: readonly string[] = words("and und et y e en og och");

/** English endings; without one, a longer word may be an ordinary one. */
export const ENGLISH_ENDINGS: readonly string[] = words("s es d ed er ers ing ly y");

/** English words after a name at the beginning of a sentence that ordinary words hardly have there. */
export const COMPANY_WORDS: ReadonlySet<string> = set(
  "announced announces launched launches acquired acquires released releases unveiled unveils hired hires fired sells sold charges offers " +
    "said says claims claimed denied reported reports refused sued employs employees invests invested raised plans wants owns bought " +
    "inc corp corporation ltd llc plc gmbh ag sa co company ceo cfo cto pay shares stock customers support subscription",
);

/** Keywords before the name of a type. `from`, `new` and `type` also occur in prose. */
export const CODE_WORDS: ReadonlySet<string> = set(
  "class extends implements interface import struct enum def function const let var public private return instanceof throws package",
);

/** Short words, which do not show whether a line is a title. */
export const SMALL_WORDS: ReadonlySet<string> = set("a an the of in on at to for and or by with from vs as is");

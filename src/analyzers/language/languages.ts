import type { Script } from "./scripts.ts";

/**
 * Which languages are recognised, and by what: some scripts belong to one language or a few that nothing else is written in; among the
 * languages of the others the detector decides.
 */

/** Languages of the detector by script, by its own names (ISO 639-1; `no` is Bokmål and Nynorsk, `ms` Malay and Indonesian). */
export const DETECTED: Partial<Readonly<Record<Script, readonly string[]>>> = {
  Latin: "az ca cs da de en es et eu fi fr hr hu is it lt lv ms nl no pl pt ro sk sl sq sv tl tr vi yo".split(" "),
  Cyrillic: "be bg ru sr uk".split(" "),
  Arabic: "ar fa ku ur".split(" "),
  Devanagari: "hi mr".split(" "),
};

/** Scripts that say the language. */
export const BY_SCRIPT: Partial<Readonly<Record<Script, string>>> = {
  Greek: "el",
  Armenian: "hy",
  Georgian: "ka",
  Hebrew: "he",
  Bengali: "bn",
  Gurmukhi: "pa",
  Gujarati: "gu",
  Oriya: "or",
  Tamil: "ta",
  Telugu: "te",
  Kannada: "kn",
  Malayalam: "ml",
  Sinhala: "si",
  Thai: "th",
  Lao: "lo",
  Khmer: "km",
  Myanmar: "my",
  Ethiopic: "am",
  Tibetan: "bo",
  Thaana: "dv",
  Hangul: "ko",
  Kana: "ja",
  Han: "zh",
};

/** Languages that the detector has no name for, and what it takes their texts for. */
export const TAKEN_FOR: Readonly<Record<string, readonly string[]>> = {
  af: ["nl"],
  as: ["bn"],
  bs: ["hr", "sr"],
  ckb: ["ku"],
  fil: ["tl"],
  gl: ["pt", "es"],
  id: ["ms"],
  lb: ["de"],
  mai: ["hi", "mr"],
  mk: ["bg", "sr"],
  nb: ["no"],
  ne: ["hi", "mr"],
  nn: ["no"],
  sa: ["hi", "mr"],
  ti: ["am"],
  yi: ["he"],
  yue: ["zh"],
};

/** Languages so near to each other that a sentence of one is often taken for the other. */
const NEAR: readonly (readonly string[])[] = [
  ["da", "no", "sv"],
  ["hr", "sl"],
  ["pt", "es", "ca", "it"],
  ["it", "ro"],
  ["cs", "sk", "sl", "hr", "pl"],
  ["hi", "mr"],
  ["be", "uk"],
  ["bg", "sr"],
  ["fa", "ur", "ku"],
  ["nl", "de"],
  ["fi", "et"],
  ["tr", "az"],
  ["ms", "tl"],
  ["lt", "lv"],
  ["fr", "ca"],
];

export const isNear = (one: string, other: string): boolean =>
  NEAR.some((group) => group.includes(one) && group.includes(other));

/** Letters that a language of its script does not have. */
export const ALIEN: Readonly<Record<string, RegExp>> = {
  // One may stand in a dialect's word or in a name.
  ar: /[پچژگ](?=.*[پچژگ])/gs,
  be: /[иїєґъщ]/gi,
  bg: /[ыэёіїєґўјљњћђџ]/gi,
  fa: /[ةٹڈڑےں]/g,
  // Russian has ъ before these vowels only, Bulgarian before consonants.
  ru: /[іїєґўјљњћђџ]|ъ(?![еёюя])/gi,
  sr: /[йыэщъьяюёіїєґў]/gi,
  uk: /[ыэъёўјљњћђџ]/gi,
};

const scriptsOf = (): ReadonlyMap<string, Script> => {
  const found = new Map<string, Script>();
  for (const script in BY_SCRIPT) note(script, BY_SCRIPT);
  for (const script in DETECTED) note(script, DETECTED);
  return found;

  function note(script: string, table: Readonly<Record<string, string | readonly string[]>>): void {
    if (!isScript(script)) return;
    for (const language of [table[script] ?? []].flat()) found.set(language, script);
  }
};

function isScript(name: string): name is Script {
  return name in BY_SCRIPT || name in DETECTED;
}

/** Language → its script, for every language that is recognised. */
export const SCRIPT_OF: ReadonlyMap<string, Script> = scriptsOf();

/** Tags that may stand in a configuration. */
export const KNOWN: readonly string[] = [...SCRIPT_OF.keys(), ...Object.keys(TAKEN_FOR)].toSorted();

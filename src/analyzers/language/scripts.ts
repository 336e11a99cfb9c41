/** Scripts that are told apart, and how much text of each says which language it is. */

interface ScriptInfo {
  /** Fewest letters of a sentence that is judged. */
  readonly lettersMin: number;
  /** How much a letter counts beside one of an alphabet: an ideograph is a word. */
  readonly weight: number;
}

const alphabet: ScriptInfo = { lettersMin: 20, weight: 1 };
const abjad: ScriptInfo = { lettersMin: 16, weight: 1.2 };

const SCRIPTS = {
  Latin: alphabet,
  Cyrillic: alphabet,
  Greek: alphabet,
  Armenian: alphabet,
  Georgian: alphabet,
  Hebrew: abjad,
  Arabic: abjad,
  Devanagari: abjad,
  Bengali: abjad,
  Gurmukhi: abjad,
  Gujarati: abjad,
  Oriya: abjad,
  Tamil: abjad,
  Telugu: abjad,
  Kannada: abjad,
  Malayalam: abjad,
  Sinhala: abjad,
  Thai: abjad,
  Lao: abjad,
  Khmer: abjad,
  Myanmar: abjad,
  Ethiopic: { lettersMin: 12, weight: 1.5 },
  Tibetan: abjad,
  Thaana: abjad,
  Hangul: { lettersMin: 9, weight: 2 },
  Han: { lettersMin: 8, weight: 2.5 },
  Kana: { lettersMin: 8, weight: 2 },
} as const satisfies Readonly<Record<string, ScriptInfo>>;

export type Script = keyof typeof SCRIPTS;

const NAMES: readonly Script[] = keysOf(SCRIPTS);

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
}

const PATTERNS: readonly RegExp[] = NAMES.map((name) =>
  name === "Kana" ? /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u : new RegExp(`\\p{Script=${name}}`, "u"),
);
const LETTER = /[\p{L}\p{M}]/u;

/** Unit → 1 + the index of its script, as it is seen; 0 = not seen yet, `NONE` = no letter of a script that is known. */
const scripts = new Uint8Array(0x10000);
const NONE = 255;

function scriptIndex(code: number): number {
  return (scripts[code] ||= indexOf(String.fromCharCode(code)));
}

function indexOf(character: string): number {
  if (!LETTER.test(character)) return NONE;
  const index = PATTERNS.findIndex((pattern) => pattern.test(character));
  return index < 0 ? NONE : index + 1;
}

/** Whether the unit is of a script that is written without spaces. */
export function isUnspaced(code: number): boolean {
  if (code < 0xe00) return false;
  const name = NAMES[scriptIndex(code) - 1];
  return (
    name === "Han" || name === "Kana" || name === "Thai" || name === "Lao" || name === "Khmer" || name === "Myanmar"
  );
}

/** What most of a text is written in; Japanese is `Kana`, its ideographs included. */
export interface Writing {
  readonly script: Script;
  readonly letters: number;
  /** Share of the letters of each script, weighted. */
  readonly shares: ReadonlyMap<Script, number>;
}

/** Share of the letters that must be of one script, weighted. */
const SHARE_MIN = 0.6;
/** Share of kana among kana and ideographs from which on a text is Japanese. */
const KANA_MIN = 0.1;

/** The script of a text; `null` when it mixes several, or has too few letters of one to say anything. */
export function writingOf(text: string): Writing | null {
  const counts = new Map<Script, number>();
  for (let at = 0; at < text.length; at++) {
    const name = NAMES[scriptIndex(text.charCodeAt(at)) - 1];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  joinKana(counts);
  const weights = [...counts].map(([script, letters]) => ({
    script,
    letters,
    weight: letters * SCRIPTS[script].weight,
  }));
  const sum = weights.reduce((all, { weight }) => all + weight, 0);
  const best = weights.reduce((most, one) => (one.weight > most.weight ? one : most), NOTHING);
  if (best.weight === 0 || best.weight < SHARE_MIN * sum) return null;
  const shares = new Map(weights.map(({ script, weight }) => [script, weight / sum]));
  return { script: best.script, letters: best.letters, shares };
}

const NOTHING: { readonly script: Script; readonly letters: number; readonly weight: number } = {
  script: "Latin",
  letters: 0,
  weight: 0,
};

function joinKana(counts: Map<Script, number>): void {
  const kana = counts.get("Kana") ?? 0;
  const han = counts.get("Han") ?? 0;
  if (kana === 0) return;
  const all = kana + han;
  counts.set("Kana", kana >= KANA_MIN * all ? all : 0);
  counts.set("Han", kana >= KANA_MIN * all ? 0 : all);
}

export const lettersMin = (script: Script): number => SCRIPTS[script].lettersMin;

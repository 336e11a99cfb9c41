// oxlint-disable sallyport/layers -- analyzers read no files; a package that only some processes should load is loaded like this
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
// oxlint-enable sallyport/layers
import type { eld } from "eld/extrasmall";
import { lazy } from "../../core/lazy.ts";
import { ALIEN, BY_SCRIPT, DETECTED, isNear } from "./languages.ts";
import { chineseOf, isChinese, lettersMin, type Script, type Writing, writingOf } from "./scripts.ts";
import type { Allowed } from "./tags.ts";

/** A language that is not allowed, and how sure it is, 0..1. */
export interface Foreign {
  readonly language: string;
  readonly score: number;
}

/** What a piece of wording says: too little, what is allowed, or something else. */
export type Judgement =
  | { readonly kind: "short" }
  | { readonly kind: "undetermined" | "allowed" }
  | ({ readonly kind: "foreign" } & Foreign);

/** How sure a script is that says its language, or that no allowed language is written in it. */
const SCRIPT_SCORE = 0.99;
const CHINESE_SCORE = 0.9;
/** Share of letters in the script of an allowed language from which on a sentence is one of that language with many foreign terms. */
const MIXED_MIN = 0.12;
/** Different characters that a sentence has at least, spaces and marks among them: laughter has fewer. */
const DIFFERENT_MIN = 9;
/** Words of a sentence with spaces that is shorter than that many letters: fewer make a heading. */
const WORDS_MIN = 3;
const HEADING_MAX = 40;
/** What the fit of a sentence that is so long (letters) must differ by for a score of a half; between them it is interpolated. */
const MARGINS: readonly (readonly [letters: number, margin: number])[] = [
  [20, 0.16],
  [30, 0.1],
  [45, 0.055],
  [80, 0.045],
  [160, 0.04],
];
/** Near languages must differ by more. */
const NEAR_FACTOR = 1.5;
/** What is left of a language's fit where the wording has one letter that it does not have, and several: one may belong to a name. */
const ALIEN_FACTORS = [1, 0.85, 0.8];
/** What is left of the fit of Arabic that is written on a Persian keyboard: most of what is, is Persian. */
const KEYBOARD_FACTOR = 0.94;
/** A fit below is no sentence of any language. */
const FIT_MIN = 0.45;
/** Weaker findings are none, whatever the threshold. */
const SCORE_MIN = 0.25;

/** Judges the wording of a sentence, or of a few short ones. */
export function judge(wording: string, allowed: Allowed): Judgement {
  const writing = writingOf(wording);
  if (writing === null || writing.letters < lettersMin(writing.script)) return { kind: "short" };
  const { script, letters } = writing;
  const languages = allowed.languages.get(script);
  if (languages === undefined && isMixed(wording, writing, allowed)) return { kind: "undetermined" };
  const own = BY_SCRIPT[script];
  if (own !== undefined) return byScript(wording, { own, languages, allowed });
  if (isLaughter(wording)) return { kind: "undetermined" };
  if (isHeading(wording, letters)) return { kind: "short" };
  const fit = fitOf(wording);
  if (languages?.has(fit.language) === true && alienFactor(wording, fit.language) === 1) return { kind: "allowed" };
  return byFit(fitsOf(wording, script, fit), { letters, languages: languages ?? null });
}

const isLaughter = (wording: string): boolean => new Set(wording.toLowerCase()).size < DIFFERENT_MIN;
const isHeading = (wording: string, letters: number): boolean =>
  letters < HEADING_MAX && (wording.match(/\S*\p{L}\S*/gu)?.length ?? 0) < WORDS_MIN;

/** Whether a sentence in another script may be one of an allowed language, with many terms of others or without kana. */
function isMixed(wording: string, { script, shares }: Writing, allowed: Allowed): boolean {
  if (script === "Han" && allowed.languages.has("Kana") && !isChinese(wording)) return true;
  return [...shares].some(([other, share]) => share >= MIXED_MIN && allowed.languages.has(other));
}

/** How well the wording fits the languages of its script; less where it has letters that a language does not know. */
function fitsOf(wording: string, script: Script, fit: Fit): ReadonlyMap<string, number> {
  const scores = script === "Arabic" ? spelledScores(wording) : fit.scores();
  const fits = new Map<string, number>();
  for (const language of DETECTED[script] ?? [])
    fits.set(language, (scores[language] ?? 0) * alienFactor(wording, language));
  return fits;
}

/** Each language's score in the letters of its own keyboard. */
function spelledScores(wording: string): Readonly<Record<string, number>> {
  const arabic = spelled(wording, "ar");
  const factor = hasPersianLetters(wording) ? KEYBOARD_FACTOR : 1;
  return { ...fitOf(spelled(wording, "fa")).scores(), ar: (fitOf(arabic).scores()["ar"] ?? 0) * factor };
}

function alienFactor(wording: string, language: string): number {
  const alien = ALIEN[language];
  const count = alien === undefined ? 0 : (wording.match(alien)?.length ?? 0);
  return ALIEN_FACTORS[Math.min(count, ALIEN_FACTORS.length - 1)] ?? 1;
}

/** Languages of one script: the one that fits best must fit better than each that is allowed. */
function byFit(
  fits: ReadonlyMap<string, number>,
  { letters, languages }: { readonly letters: number; readonly languages: ReadonlySet<string> | null },
): Judgement {
  const [best, fit] = strongest(fits);
  if (best === null) return { kind: "undetermined" };
  if (languages === null) return { kind: "foreign", language: best, score: SCRIPT_SCORE };
  if (languages.has(best)) return { kind: "allowed" };
  const allowedFit = Math.max(0, ...[...languages].map((language) => fits.get(language) ?? 0));
  const isNearOne = [...languages].some((language) => isNear(language, best));
  const margin = marginAt(letters) * (isNearOne ? NEAR_FACTOR : 1);
  const ratio = (fit - allowedFit) / margin;
  const score = Math.min(SCRIPT_SCORE, ratio < 1 ? ratio / 2 : 1 - 1 / (2 * ratio));
  if (fit < FIT_MIN || score < SCORE_MIN) return { kind: "undetermined" };
  return { kind: "foreign", language: best, score: Math.round(score * 1000) / 1000 };
}

function byScript(
  wording: string,
  {
    own,
    languages,
    allowed,
  }: { readonly own: string; readonly languages: ReadonlySet<string> | undefined; readonly allowed: Allowed },
): Judgement {
  if (languages === undefined) {
    const written = own === "zh" ? chineseOf(wording) : null;
    return { kind: "foreign", language: written === null ? own : `zh-${written}`, score: SCRIPT_SCORE };
  }
  if (own !== "zh" || allowed.chinese === null) return { kind: "allowed" };
  const written = chineseOf(wording);
  if (written === null) return { kind: "undetermined" };
  return written === allowed.chinese
    ? { kind: "allowed" }
    : { kind: "foreign", language: `zh-${written}`, score: CHINESE_SCORE };
}

function strongest(fits: ReadonlyMap<string, number>): readonly [string | null, number] {
  let best: readonly [string | null, number] = [null, 0];
  for (const [language, fit] of fits) if (fit > best[1]) best = [language, fit];
  return best;
}

function marginAt(letters: number): number {
  let before = MARGINS[0] ?? [0, 1];
  for (const point of MARGINS) {
    if (letters <= point[0]) {
      const share = point[0] === before[0] ? 0 : (letters - before[0]) / (point[0] - before[0]);
      return before[1] + (point[1] - before[1]) * share;
    }
    before = point;
  }
  return before[1];
}

type Detector = typeof eld;

/**
 * Reads the detector's tables: a quarter of a second, once, and some thirty megabytes, which only a process with such a policy should
 * spend. Configured policies are prepared before the process is ready; the first inline one waits. Read like this, rather than by
 * `import()`, so that policies stay synchronous: V8 makes the tables in one go on this thread, so a background would not spare the wait.
 */
export const loadDetector = lazy((): Detector => {
  // The package's exports name no module for `require`, so it is named by its file.
  const file = fileURLToPath(import.meta.resolve("eld/extrasmall"));
  const module: { readonly eld: Detector } = createRequire(import.meta.url)(file);
  return module.eld;
});

/** What the detector says of a text, of which it reads some 350 bytes. */
interface Fit {
  /** The language that fits best, `""` for none. */
  readonly language: string;
  /** How well it fits each language, 0..1; those that do not fit at all are absent. Costs as much as telling the best. */
  readonly scores: () => Readonly<Record<string, number>>;
}

function fitOf(text: string): Fit {
  const { language, getScores } = loadDetector().detect(text);
  return { language, scores: getScores };
}

/**
 * Letters that one alphabet has twice: which of them stands in a text says what keyboard it was written on, not in what language. Arabic
 * is written with Persian letters on many telephones, Persian and Urdu with Arabic ones (Unicode, chapter 9.2: yeh and kaf).
 */

/** Vowel signs and the stroke that makes a word longer, which few texts have. */
const MARKS = /\u0640|[\u064b-\u065f]|\u0670/g;
const PERSIAN_LETTERS = /[یک]/g;
const ARABIC_LETTERS = /[يىك]/g;

const hasPersianLetters = (wording: string): boolean => /[یک]/.test(wording);

/** The wording as someone writes it who has the keyboard of the language. */
function spelled(wording: string, language: string): string {
  const bare = wording.replaceAll(MARKS, "");
  return language === "ar"
    ? bare.replaceAll(PERSIAN_LETTERS, (letter) => (letter === "ک" ? "ك" : "ي"))
    : bare.replaceAll(ARABIC_LETTERS, (letter) => (letter === "ك" ? "ک" : "ی"));
}

import { disguisedForms, plainForm, type Form } from "./disguises.ts";
import { GRAM, GramTable, rolled } from "./grams.ts";
import { Letters } from "./letters.ts";
import { secretValues } from "./secret-values.ts";
import { ValueTable } from "./value-table.ts";
import { BOILERPLATE, COMMON_WORDS, INTRODUCTION, ORDER_WORDS, PROHIBITION, PROMPT_WORDS } from "./words.ts";

/** Longest beginning of a prompt that is known again, UTF-16 units. */
export const PROMPT_MAX = 256 * 1024;
/** Longest beginning that is known again in disguise as well. */
export const DISGUISED_MAX = 16 * 1024;

/** Weights are whole numbers, so that sums do not depend on where they begin: a usual word has so many. */
export const WORD_WEIGHT = 1000;
const COMMON_SHARE = 0.2;
const ORDER_SHARE = 1.5;
/** Codes, amounts and names with digits are what must not leak. */
const NUMBER_SHARE = 1.5;
/** Of all words of a sentence that forbids something. */
const FORBIDDEN_SHARE = 1.5;
/** Of all words of a sentence that the assistant introduces itself with. */
const INTRODUCTION_SHARE = 0.4;
/** Words of a sentence that forbids something, besides those of any such sentence: fewer name no secret, but the prompt itself. */
const SECRET_WORDS_MIN = 3;
/** Of a sign of a script without spaces. */
const IDEOGRAPH_SHARE = 0.45;
const KANA_SHARE = 0.15;
const UNSPACED_SHARE = 0.15;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer ones are cut, UTF-16 units. */
const SENTENCE = /[^.!?。！？।\n]{1,1000}/gu;
const IDEOGRAPH = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Of a canary, of which a part as long as a gram is enough, and of a letter of a secret value. */
export const CERTAIN = 1_000_000;

/** What an answer is compared with: a system prompt, in its own words and in disguise. */
export class PromptIndex {
  readonly grams: GramTable;
  /** Values of it that must not leak, however short. */
  readonly values: ValueTable;
  /** All forms' symbols; 0 between two forms. */
  readonly symbols: Uint16Array;
  /** For each symbol the unit of the prompt that it stands for, and its share of that unit's weight. */
  readonly #sources: Int32Array;
  readonly #shares: Float32Array;
  /** Weight of each unit of the prompt. */
  readonly #weights: Float32Array;
  /** Where the canary begins. */
  readonly #end: number;

  /** @param canary a random text that no one could write by chance; `""`: none */
  constructor(prompt: string, canary = "") {
    const kept = prompt.slice(0, PROMPT_MAX);
    this.#end = kept.length;
    this.values = ValueTable.of(secretValues(kept));
    const whole = canary === "" ? kept : `${kept}\n${canary}`;
    const disguised = kept.length > DISGUISED_MAX ? kept.slice(0, DISGUISED_MAX) : whole;
    const { symbols, sources, shares } = symbolsOf([plainForm(whole), ...disguisedForms(disguised)]);
    this.symbols = symbols;
    this.#sources = sources;
    this.#shares = shares;
    this.grams = new GramTable(symbols);
    const weights = wordWeights(kept);
    this.#weights = new Float32Array(whole.length);
    this.#weights.set(weights);
    this.#weights.fill(CERTAIN, this.#end + 1);
    this.#clear(this.#weights, BOILERPLATE);
  }

  /** The weights beside texts that others have written: what they say themselves is no secret. */
  weightsBeside(texts: readonly string[]): Weights {
    const units = this.#weights.slice();
    this.#clear(units, texts);
    let total = 0;
    for (let at = 0; at < this.#end; at++) total += units[at] ?? 0;
    return {
      total,
      of: (place) => Math.round((units[this.#sources[place] ?? 0] ?? 0) * (this.#shares[place] ?? 0)),
    };
  }

  #clear(units: Float32Array, texts: readonly string[]): void {
    const letters = new Letters();
    for (const text of texts) {
      letters.clear();
      letters.read(text, 0);
      eachGram(letters, this.grams, (place) => {
        for (let at = place; at < place + GRAM; at++) {
          const source = this.#sources[at] ?? 0;
          if (source < this.#end) units[source] = 0;
        }
      });
    }
  }
}

/** What the symbols of an index weigh. */
export interface Weights {
  /** Of the whole prompt. */
  readonly total: number;
  /** Of the symbol at a place. */
  readonly of: (place: number) => number;
}

/** Calls `found` with the place of each gram of the letters that the table has. */
function eachGram(letters: Letters, grams: GramTable, found: (place: number) => void): void {
  const { symbols, count } = letters;
  let hash = 0;
  let run = 0;
  for (let at = 0; at < count; at++) {
    if (letters.isApart(at)) run = hash = 0;
    hash = rolled(hash, run >= GRAM ? (symbols[at - GRAM] ?? 0) : 0, symbols[at] ?? 0);
    run += 1;
    if (run < GRAM) continue;
    const place = grams.find(hash, symbols, at - GRAM + 1);
    if (place >= 0) found(place);
  }
}

function symbolsOf(forms: readonly Form[]): {
  readonly symbols: Uint16Array;
  readonly sources: Int32Array;
  readonly shares: Float32Array;
} {
  const read = forms.map((form) => {
    const letters = new Letters();
    letters.read(form.text, 0);
    return { form, letters };
  });
  const length = read.reduce((sum, { letters }) => sum + letters.count + 1, 0);
  const [symbols, sources, shares] = [new Uint16Array(length), new Int32Array(length), new Float32Array(length)];
  let at = 0;
  for (const { form, letters } of read) {
    for (let index = 0; index < letters.count; index++) {
      const start = letters.starts[index] ?? 0;
      const units = (letters.ends[index] ?? 0) - start;
      symbols[at] = letters.symbols[index] ?? 0;
      sources[at] = form.sources[start] ?? 0;
      shares[at] = ((form.shares[start] ?? 0) * units) / siblings(letters, index);
      at += 1;
    }
    at += 1;
  }
  return { symbols, sources, shares };
}

/** How many symbols the character of a symbol has become. */
function siblings({ starts, count }: Letters, index: number): number {
  let [first, last] = [index, index];
  while (first > 0 && starts[first - 1] === starts[index]) first -= 1;
  while (last + 1 < count && starts[last + 1] === starts[index]) last += 1;
  return last - first + 1;
}

function wordWeights(prompt: string): Float32Array {
  const weights = new Float32Array(prompt.length);
  fillWords(prompt, weights);
  for (const { 0: sentence, index } of prompt.matchAll(SENTENCE)) {
    const share = sentenceShare(sentence);
    for (let at = index; at < index + sentence.length; at++) weights[at] = (weights[at] ?? 0) * share;
  }
  return weights;
}

function sentenceShare(sentence: string): number {
  if (!PROHIBITION.test(sentence)) return INTRODUCTION.test(sentence) ? INTRODUCTION_SHARE : 1;
  return isAboutItself(sentence) ? COMMON_SHARE : FORBIDDEN_SHARE;
}

/** "These instructions are confidential": what any refusal says. */
function isAboutItself(sentence: string): boolean {
  const words = (sentence.match(WORD) ?? []).map((word) => word.toLowerCase());
  if (!words.some((word) => PROMPT_WORDS.has(word))) return false;
  return (
    words.filter((word) => !PROMPT_WORDS.has(word) && wordShare(word) >= 1 && !ORDER_WORDS.has(word)).length <
    SECRET_WORDS_MIN
  );
}

function fillWords(prompt: string, weights: Float32Array): void {
  for (const { 0: word, index } of prompt.matchAll(WORD)) {
    const share = wordShare(word.toLowerCase());
    for (let at = 0; at < word.length; at++)
      weights[index + at] = WORD_WEIGHT * (signShare(word.charAt(at)) ?? share / word.length);
  }
}

function wordShare(word: string): number {
  if (ORDER_WORDS.has(word)) return ORDER_SHARE;
  if (COMMON_WORDS.has(word) || word.length === 1) return COMMON_SHARE;
  return /\p{N}/u.test(word) && word.length > 2 ? NUMBER_SHARE : 1;
}

/** `null` where words are parted by spaces. */
function signShare(sign: string): number | null {
  if (sign < "\u0e00") return null;
  if (IDEOGRAPH.test(sign)) return IDEOGRAPH_SHARE;
  if (KANA.test(sign)) return KANA_SHARE;
  return UNSPACED.test(sign) ? UNSPACED_SHARE : null;
}

import type { Fitting } from "./fitting.ts";
import type { SaidList } from "./label-window.ts";
import { type CompiledRule, isNumberOf, meantScore, namedScore } from "./score.ts";
import type { WrittenNumber } from "./written.ts";

const UNTRIED = 0;
const PASSED = 1;
const FAILED = 2;

/**
 * A number, and what speaks for it: of the rules that it is a number of, the surest counts, and of equally sure ones the first. A rule
 * is tried only when it would be surer than what is known.
 */
export class JudgedNumber {
  readonly #number: WrittenNumber;
  readonly #fitting: Fitting;
  readonly #rules: readonly CompiledRule[];
  /** By places: several labels ask for the same rules. */
  #trials: Uint8Array | null = null;
  #place = -1;
  #score = 0;
  #isOther = false;

  constructor(number: WrittenNumber, fitting: Fitting, rules: readonly CompiledRule[]) {
    this.#number = number;
    this.#fitting = fitting;
    this.#rules = rules;
  }

  /** The surest rule, and how sure it is; `null`: it is a number of none that is reported. */
  get best(): { readonly kind: string; readonly score: number } | null {
    const rule = this.#ruleAt(this.#place)?.rule;
    return rule === undefined ? null : { kind: rule.id, score: this.#score };
  }

  /** Whether it is a number of some rule, reported or not. */
  get isKnown(): boolean {
    return this.#place >= 0 || this.#isOther;
  }

  /** Takes the rule at `index` for worth `score`, if the number is one of it; 0 = nothing. */
  consider(index: number, score: number): void {
    this.#raise(this.#fitting.placeOf(index), score);
  }

  /** Takes the rules that the labels name, or of whose category they speak, for what that is worth. */
  listen(labels: readonly SaidList[]): void {
    for (const { said } of labels)
      for (const label of said)
        for (const index of label.named) {
          const place = this.#fitting.placeOf(index);
          if (place >= 0) this.#raise(place, namedScore(this.#rules[index], label));
        }
    // Those with a check digit are worth more than those without.
    for (const part of ["checked", "unchecked"] as const)
      for (const { said } of labels)
        for (const label of said)
          for (const place of this.#fitting.chosen(label.meant)[part])
            this.#raise(place, meantScore(this.#ruleAt(place), label, this.#number));
  }

  #ruleAt(place: number): CompiledRule | undefined {
    return this.#rules[this.#fitting.rules[place] ?? -1];
  }

  #raise(place: number, score: number): void {
    if (score === 0 || place < 0) return;
    const isReported = this.#ruleAt(place)?.isReported === true;
    if (isReported ? !this.#isSurer(place, score) : this.isKnown) return;
    if (!this.#passes(place)) return;
    if (isReported) {
      this.#place = place;
      this.#score = score;
    } else this.#isOther = true;
  }

  #isSurer(place: number, score: number): boolean {
    return score > this.#score || (score === this.#score && place < this.#place);
  }

  #passes(place: number): boolean {
    const trials = (this.#trials ??= new Uint8Array(this.#fitting.rules.length));
    if (trials[place] === UNTRIED) {
      const rule = this.#ruleAt(place);
      trials[place] = rule !== undefined && isNumberOf(rule, this.#number) ? PASSED : FAILED;
    }
    return trials[place] === PASSED;
  }
}

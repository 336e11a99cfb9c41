import type { Span } from "../../../core/model.ts";
import type { SpanFinding } from "../../run-detectors.ts";
import type { Meter } from "../../step-meter.ts";
import { digitRuns, firstRunAfter } from "../numbers.ts";
import {
  closedEnd,
  continuesInWords,
  isOfCode,
  isPartOfNumber,
  isWholeText,
  MARGIN_MAX,
  nextStart,
  nextWord,
} from "./edges.ts";
import { type Fitting, RuledForms } from "./fitting.ts";
import { leadLength } from "./form.ts";
import { LabelReader, RIGHT_LENGTH_MIN, wordUnits, type Lead } from "./label-context.ts";
import { LEFT_WINDOW, RIGHT_WINDOW, type LabelWindow, type SaidList } from "./label-window.ts";
import { Outlines } from "./outline.ts";
import { FormRecognizer } from "./recognizer.ts";
import type { IdRule } from "./rule.ts";
import {
  compileRule,
  aloneScore,
  FORM_MAX,
  isNumberOf,
  isSomeNumber,
  mayBeSomeNumber,
  meantScore,
  namedScore,
  strongScore,
  type CompiledRule,
} from "./score.ts";
import { isTooShort, WrittenNumber } from "./written.ts";
import type { Reading } from "../../../text/reading.ts";

/** How far around a position a decision reaches, UTF-16 units. */
export const ID_REACH = LEFT_WINDOW + FORM_MAX + RIGHT_WINDOW;

/** What a label calls an identifier, in no form that is known, or mistyped. */
export const ID_NUMBER = "ID_NUMBER";
const UNKNOWN_SCORE = 0.5;

/** Cost of each step: at a possible start of a number, along it, at a possible form, and at its labels. */
const START_STEPS = 4;
const WALK_STEPS = 20;
const FORM_STEPS = 30;
const JUDGE_STEPS = 60;

/** Finds identifiers: by a label beside them, or where their form and check digits leave no doubt. A number is one thing, the surest. */
export class IdScanner {
  readonly #rules: readonly CompiledRule[];
  readonly #recognizer: FormRecognizer<Fitting>;
  readonly #labels: LabelReader;
  /** Of the strong forms. */
  readonly #outlines: Outlines;
  /** Longest stretch of letters before the first digit of a form, UTF-16 units. */
  readonly #leadMax: number;

  /**
   * @param isReported The kinds that are reported; of the others only that a number is no unknown one is known.
   * @throws {TypeError} when a form or label cannot be read, or is too long.
   */
  constructor(list: readonly IdRule[], isReported: (kind: string) => boolean = () => true) {
    // Of equally sure kinds the first counts, as where findings overlap.
    const rules = list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    this.#rules = rules.map((rule) => compileRule(rule, isReported(rule.id)));
    const ruled = new RuledForms(rules);
    this.#recognizer = new FormRecognizer(ruled.forms, (forms) => ruled.fitting(forms));
    this.#labels = new LabelReader(rules);
    this.#outlines = new Outlines(rules.flatMap((rule) => rule.strong ?? []));
    this.#leadMax = ruled.forms.reduce((longest, form) => Math.max(longest, leadLength(form)), 0);
  }

  /** Findings that start at or after `from`, in order of start, then end, then kind. Linear in the text. */
  find(reading: Reading, from: number, meter?: Meter): readonly SpanFinding[] {
    const { raw } = reading;
    const search: Search = { window: this.#labels.open(reading), findings: [], judged: new Map(), meter };
    const isShort = raw.length <= FORM_MAX + 2 * MARGIN_MAX;
    const runs = digitRuns(reading);
    let next = from;
    for (let at = firstRunAfter(runs, from); at < runs.length; at++) {
      const run = runs[at];
      if (run === undefined) break;
      // Every form has a digit near its beginning.
      const digit = run.start;
      for (next = Math.max(next, digit - this.#leadMax); next <= digit; next++) {
        next = nextStart(reading, run, next);
        if (next > digit) break;
        meter?.spend(START_STEPS);
        if (isShort || this.#labels.isNear(search.window, next, next + FORM_MAX) || this.#outlines.fits(reading, next))
          this.#walk(search, next);
      }
    }
    return search.findings.sort(byPlace);
  }

  #walk(search: Search, start: number): void {
    const { raw, reading } = search.window;
    if (isOfCode(raw, start)) return;
    search.meter?.spend(WALK_STEPS);
    let lead: Lead | undefined;
    this.#recognizer.walk(reading, start, (stop, complete, counted) => {
      if (isTooShort(counted) || isPartOfNumber(raw, stop)) return;
      const fitting = complete.partFor(counted);
      const hasForm = fitting.rules.length > 0;
      if (!hasForm && !mayBeSomeNumber(counted)) return;
      search.meter?.spend(FORM_STEPS);
      const span = { start, end: closedEnd(raw, start, stop) };
      const { before, header } = (lead ??= this.#labels.lead(search.window, start));
      const after = this.#labels.after(search.window, span, counted.wordUnits);
      // In a row of groups most have separators that no form has.
      if (!hasForm && !before.speaksOfSome && !after.speaksOfSome && !header.speaksOfSome) return;
      if (!continuesInWords(raw, start, stop)) this.#judge(search, span, { fitting, before, after, header });
    });
  }

  /** See `PreparedAnalyzer.stableUntil`. */
  stableUntil(reading: Reading, from: number): number {
    const { raw } = reading;
    const lowest = Math.max(from, raw.length - FORM_MAX - RIGHT_WINDOW - MARGIN_MAX);
    for (let start = nextWord(reading, lowest, raw.length); start < raw.length;) {
      let isOpen = false;
      const stop = this.#recognizer.walk(reading, start, (end) => {
        const isLong = wordUnits(raw, start, end) >= RIGHT_LENGTH_MIN;
        isOpen ||= end + (isLong ? RIGHT_WINDOW : 2) > raw.length;
      });
      if (isOpen || stop === raw.length) return start;
      start = nextWord(reading, start + 1, raw.length);
    }
    return raw.length;
  }

  #judge(search: Search, span: Span, candidate: Candidate): void {
    const { raw, reading } = search.window;
    const isWhole = candidate.fitting.alone.length > 0 && isWholeText(raw, span.start, span.end);
    const found = isWhole
      ? this.#findingOf(reading, span, { candidate, isWhole })
      : this.#judgeOnce(search, span, candidate);
    if (found !== null) search.findings.push({ ...found, span });
  }

  /** In a text the same numbers come again after the same labels. */
  #judgeOnce({ window: { raw, reading }, judged, meter }: Search, span: Span, candidate: Candidate): Found | null {
    const labels = keyOf(candidate);
    const known = judged.get(labels) ?? new Map<string, Found | null>();
    if (labels === 0) return this.#findingOf(reading, span, { candidate, isWhole: false });
    const written = raw.slice(span.start, span.end);
    let found = known.get(written);
    if (found !== undefined) return found;
    meter?.spend(JUDGE_STEPS);
    found = this.#findingOf(reading, span, { candidate, isWhole: false });
    if (judged.size >= LABELS_MAX) judged.clear();
    if (known.size >= NUMBERS_MAX) known.clear();
    judged.set(labels, known.set(written, found));
    return found;
  }

  #findingOf(
    reading: Reading,
    span: Span,
    { candidate, isWhole }: { readonly candidate: Candidate; readonly isWhole: boolean },
  ): Found | null {
    const number = new WrittenNumber(reading, span);
    if (isTooShort(number)) return null;
    const { fitting, before, after, header } = candidate;
    const judged = new JudgedNumber(number, fitting, this.#rules);
    for (const { index, forms } of fitting.strong(number.separators))
      judged.consider(index, strongScore(this.#rules[index], forms, number));
    if (isWhole) for (const index of fitting.alone) judged.consider(index, aloneScore(this.#rules[index], number));
    judged.listen([before, after, header]);
    if (judged.isKnown) return judged.best;
    const isSome = before.speaksOfSome || after.speaksOfSome || header.speaksOfSome;
    return isSome && isSomeNumber(number) ? { kind: ID_NUMBER, score: UNKNOWN_SCORE } : null;
  }
}

/** Bounds on the caches of one search. */
const LABELS_MAX = 64;
const NUMBERS_MAX = 64;

type Found = Pick<SpanFinding, "kind" | "score">;

/** What a number may be by its form, and its labels. */
interface Candidate extends Lead {
  readonly fitting: Fitting;
  readonly after: SaidList;
}

/** Lists of labels that are distinguished, and lists of column headers. */
const LISTS_MAX = 2 ** 20;
const LISTS_OF_HEADERS_MAX = 2 ** 10;

/** Identifies the labels of a number; 0 without any, or with too many. */
function keyOf({ before, after, header }: Candidate): number {
  if (before.id >= LISTS_MAX || after.id >= LISTS_MAX || header.id >= LISTS_OF_HEADERS_MAX) return 0;
  return (header.id * LISTS_MAX + before.id) * LISTS_MAX + after.id;
}

/** What is known of one text while it is searched. */
interface Search {
  readonly window: LabelWindow;
  readonly findings: SpanFinding[];
  /** Labels of numbers → the numbers as written → the result. */
  readonly judged: Map<number, Map<string, Found | null>>;
  readonly meter: Meter | undefined;
}

const UNTRIED = 0;
const PASSED = 1;
const FAILED = 2;

/**
 * A number and its evidence. Of the matching rules, the one with the highest score counts, and the first of equal ones. A rule is tried
 * only if it can exceed the score so far.
 */
class JudgedNumber {
  readonly #number: WrittenNumber;
  readonly #fitting: Fitting;
  readonly #rules: readonly CompiledRule[];
  /** By place: several labels request the same rules. */
  #trials: Uint8Array | null = null;
  #place = -1;
  #score = 0;
  #isOther = false;

  constructor(number: WrittenNumber, fitting: Fitting, rules: readonly CompiledRule[]) {
    this.#number = number;
    this.#fitting = fitting;
    this.#rules = rules;
  }

  /** The rule with the highest score, and that score; `null` if no reported rule matches. */
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
          if (place >= 0) this.#raise(place, namedScore(this.#rules[index], label, this.#number));
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

function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

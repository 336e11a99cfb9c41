import type { Span } from "../../../core/model.ts";
import type { SpanFinding } from "../../run-detectors.ts";
import { digitRuns, firstRunAfter } from "../numbers.ts";
import {
  closedEnd,
  goesOnInWords,
  isOfCode,
  isPartOfNumber,
  isWholeText,
  MARGIN_MAX,
  nextStart,
  nextWord,
} from "./edges.ts";
import { type Fitting, RuledForms } from "./fitting.ts";
import { leadLength } from "./form.ts";
import { LabelReader, RIGHT_LENGTH_MIN, speaksOfSomeNumber, wordUnits } from "./label-context.ts";
import { LEFT_WINDOW, RIGHT_WINDOW, type LabelWindow } from "./label-window.ts";
import { JudgedNumber, type Trials } from "./judged-number.ts";
import { Outlines } from "./outline.ts";
import { FormRecognizer } from "./recognizer.ts";
import type { IdRule } from "./rule.ts";
import {
  compileRule,
  aloneScore,
  FORM_MAX,
  isSomeNumber,
  mayBeSomeNumber,
  strongScore,
  type CompiledRule,
} from "./score.ts";
import { isTooShort, WrittenNumber } from "./written.ts";

/** How far around a position a decision reaches, UTF-16 units. */
export const ID_REACH = LEFT_WINDOW + FORM_MAX + RIGHT_WINDOW;

/** What a label calls an identifier, in no form that is known, or mistyped. */
export const ID_NUMBER = "ID_NUMBER";
const UNKNOWN_SCORE = 0.5;

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
   * @param isReported The kinds that are reported; of the others it is only told that a number is no unknown one.
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
  find(raw: string, from: number): readonly SpanFinding[] {
    const search: Search = { window: this.#labels.open(raw), findings: [], trials: new Map() };
    const isShort = raw.length <= FORM_MAX + 2 * MARGIN_MAX;
    const runs = digitRuns(raw);
    let next = from;
    for (let at = firstRunAfter(runs, from); at < runs.length; at++) {
      const run = runs[at];
      if (run === undefined) break;
      // A form comes to a digit soon.
      const digit = run.start;
      for (next = Math.max(next, digit - this.#leadMax); next <= digit; next++) {
        next = nextStart(raw, run, next);
        if (next > digit) break;
        if (isShort || this.#labels.isNear(search.window, next, next + FORM_MAX) || this.#outlines.fits(raw, next))
          this.#walk(search, next);
      }
    }
    return search.findings.sort(byPlace);
  }

  #walk(search: Search, start: number): void {
    const { raw } = search.window;
    if (isOfCode(raw, start)) return;
    this.#recognizer.walk(raw, start, (stop, complete, counted) => {
      if (isTooShort(counted) || isPartOfNumber(raw, stop)) return;
      const fitting = complete.partFor(counted);
      if (fitting.rules.length === 0 && !mayBeSomeNumber(counted)) return;
      const span = { start, end: closedEnd(raw, start, stop) };
      const { wordUnits: length } = counted;
      // In a row of groups most have separators that no form has.
      if (fitting.rules.length === 0 && !this.#labels.speaksOfSome(search.window, { span, wordUnits: length })) return;
      if (!goesOnInWords(raw, start, stop)) this.#judge(search, span, fitting);
    });
  }

  /** See `PreparedAnalyzer.heldFrom`. */
  heldFrom(raw: string, from: number): number {
    const lowest = Math.max(from, raw.length - FORM_MAX - RIGHT_WINDOW - MARGIN_MAX);
    for (let start = nextWord(raw, lowest, raw.length); start < raw.length;) {
      let isOpen = false;
      const stop = this.#recognizer.walk(raw, start, (end) => {
        const isLong = wordUnits(raw, start, end) >= RIGHT_LENGTH_MIN;
        isOpen ||= end + (isLong ? RIGHT_WINDOW : 2) > raw.length;
      });
      if (isOpen || stop === raw.length) return start;
      start = nextWord(raw, start + 1, raw.length);
    }
    return raw.length;
  }

  #judge(search: Search, span: Span, fitting: Fitting): void {
    const { window, findings } = search;
    const number = new WrittenNumber(window.raw, span);
    if (isTooShort(number)) return;
    const labels = this.#labels.read(window, number);
    const strong = fitting.strong(number.separators);
    const isWhole = fitting.alone.length > 0 && isWholeText(window.raw, span.start, span.end);
    if (strong.length === 0 && !isWhole && !labels.some((list) => list.length > 0)) return;
    const judged = new JudgedNumber(number, fitting, this.#rules, search.trials);
    for (const { index, forms } of strong) judged.consider(index, strongScore(this.#rules[index], forms, number));
    if (isWhole) for (const index of fitting.alone) judged.consider(index, aloneScore(this.#rules[index], number));
    judged.listen(labels);
    const { best } = judged;
    if (best !== null) findings.push({ ...best, span: number.span });
    if (judged.isKnown) return;
    if (labels.some((list) => list.some(speaksOfSomeNumber)) && isSomeNumber(number))
      findings.push({ kind: ID_NUMBER, score: UNKNOWN_SCORE, span: number.span });
  }
}

/** What is known of one text while it is searched. */
interface Search {
  readonly window: LabelWindow;
  readonly findings: SpanFinding[];
  readonly trials: Trials;
}

function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

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
import { ANY_LABEL, LabelReader, RIGHT_LENGTH_MIN, wordUnits, type Said } from "./label-context.ts";
import { LEFT_WINDOW, RIGHT_WINDOW, type LabelWindow } from "./label-window.ts";
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
  speaksOfSomeNumber,
  strongScore,
  type CompiledRule,
} from "./score.ts";
import { isTooShort, WrittenNumber } from "./written.ts";

/** How far around a position a decision reaches, UTF-16 units. */
export const ID_REACH = LEFT_WINDOW + FORM_MAX + RIGHT_WINDOW;

/** What a label calls an identifier, in no form that is known, or mistyped. */
export const ID_NUMBER = "ID_NUMBER";
const UNKNOWN_SCORE = 0.5;

/** Finds identifiers: by a label beside them, or where their form and check digits leave no doubt. */
export class IdScanner {
  readonly #rules: readonly CompiledRule[];
  readonly #recognizer: FormRecognizer<Fitting>;
  readonly #labels: LabelReader;
  /** Of the strong forms. */
  readonly #outlines: Outlines;
  /** Longest stretch of letters before the first digit of a form, UTF-16 units. */
  readonly #leadMax: number;

  /** @throws {TypeError} when a form or label cannot be read, or is too long. */
  constructor(rules: readonly IdRule[]) {
    this.#rules = rules.map(compileRule);
    const ruled = new RuledForms(rules);
    this.#recognizer = new FormRecognizer(ruled.forms, (forms) => ruled.fitting(forms));
    this.#labels = new LabelReader(rules);
    this.#outlines = new Outlines(rules.flatMap((rule) => rule.strong ?? []));
    this.#leadMax = ruled.forms.reduce((longest, form) => Math.max(longest, leadLength(form)), 0);
  }

  /** Findings that start at or after `from`, in order of start, then end, then kind. Linear in the text. */
  find(raw: string, from: number): readonly SpanFinding[] {
    const findings: SpanFinding[] = [];
    const window = this.#labels.open(raw);
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
        if (isShort || this.#labels.isNear(window, next, next + FORM_MAX) || this.#outlines.fits(raw, next))
          this.#walk(window, next, findings);
      }
    }
    return findings.sort(byPlace);
  }

  #walk(window: LabelWindow, start: number, findings: SpanFinding[]): void {
    if (isOfCode(window.raw, start)) return;
    this.#recognizer.walk(window.raw, start, (end, fitting, counted) => {
      if (!isTooShort(counted) && !isPartOfNumber(window.raw, end))
        this.#judge(window, { start, end }, { fitting, findings });
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

  #judge(window: LabelWindow, { start, end: stop }: Span, { fitting, findings }: Candidate): void {
    const { raw } = window;
    if (goesOnInWords(raw, start, stop)) return;
    const end = closedEnd(raw, start, stop);
    const number = new JudgedNumber(raw, { start, end }, findings);
    if (isTooShort(number)) return;
    for (const { index, forms } of fitting.strong(number.separators))
      this.#consider(index, number, strongScore(this.#rules[index], forms, number));
    if (fitting.alone.length > 0 && isWholeText(raw, start, end))
      for (const index of fitting.alone) this.#consider(index, number, aloneScore(this.#rules[index], number));
    const question = mayBeSomeNumber(number) ? ANY_LABEL : fitting;
    this.#judgeLabels(this.#labels.read(window, number, question), fitting, number);
  }

  #judgeLabels(labels: readonly Said[], fitting: Fitting, number: JudgedNumber): void {
    for (const label of labels) {
      const { named, meant } = fitting.chosenBy(label);
      for (const index of named) this.#consider(index, number, namedScore(this.#rules[index], label));
      for (const index of meant) this.#consider(index, number, meantScore(this.#rules[index], label, number));
    }
    if (!number.isFound && labels.some(speaksOfSomeNumber) && isSomeNumber(number))
      number.add(ID_NUMBER, UNKNOWN_SCORE);
  }

  /** Adds a finding of the rule, or raises the one that is there. */
  #consider(index: number, number: JudgedNumber, score: number): void {
    const compiled = this.#rules[index];
    if (score === 0 || compiled === undefined || number.isRefused(index)) return;
    if (number.raise(compiled.rule.id, score)) return;
    if (isNumberOf(compiled, number)) number.add(compiled.rule.id, score);
    else number.refuse(index);
  }
}

interface Candidate {
  readonly fitting: Fitting;
  readonly findings: SpanFinding[];
}

/** A candidate that is being judged, and what was found of it. */
class JudgedNumber extends WrittenNumber {
  readonly #findings: SpanFinding[];
  /** Index of its first finding. */
  readonly #first: number;
  /** Rules that were tried in vain, by their indexes; hardly ever one. */
  #refused: Set<number> | null = null;

  constructor(raw: string, span: Span, findings: SpanFinding[]) {
    super(raw, span);
    this.#findings = findings;
    this.#first = findings.length;
  }

  isRefused(index: number): boolean {
    return this.#refused?.has(index) ?? false;
  }

  refuse(index: number): void {
    (this.#refused ??= new Set()).add(index);
  }

  get isFound(): boolean {
    return this.#findings.length > this.#first;
  }

  /** Whether a finding of the kind is there; it gets the higher score. */
  raise(kind: string, score: number): boolean {
    for (let at = this.#first; at < this.#findings.length; at++) {
      const known = this.#findings[at];
      if (known?.kind !== kind) continue;
      if (known.score < score) this.#findings[at] = { ...known, score };
      return true;
    }
    return false;
  }

  add(kind: string, score: number): void {
    this.#findings.push({ kind, score, span: this.span });
  }
}

function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

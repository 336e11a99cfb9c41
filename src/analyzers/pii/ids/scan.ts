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
import { LabelReader, RIGHT_LENGTH_MIN, wordUnits } from "./label-context.ts";
import { LEFT_WINDOW, RIGHT_WINDOW, type LabelWindow, type SaidList } from "./label-window.ts";
import { JudgedNumber } from "./judged-number.ts";
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
    const search: Search = { window: this.#labels.open(raw), findings: [], judged: new Map() };
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
      const labels = this.#labels.read(search.window, { span, wordUnits: counted.wordUnits });
      // In a row of groups most have separators that no form has.
      if (fitting.rules.length === 0 && !labels.some(({ speaksOfSome }) => speaksOfSome)) return;
      if (!goesOnInWords(raw, start, stop)) this.#judge(search, span, { fitting, labels });
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

  #judge(search: Search, span: Span, judged: Candidate): void {
    const { raw } = search.window;
    const isSaid = judged.labels.some(({ said }) => said.length > 0);
    const isWhole = judged.fitting.alone.length > 0 && isWholeText(raw, span.start, span.end);
    const found =
      isSaid && !isWhole ? this.#judgeOnce(search, span, judged) : this.#findingOf(raw, span, { ...judged, isWhole });
    if (found !== null) search.findings.push({ ...found, span });
  }

  /** In a text the same numbers come again behind the same labels. */
  #judgeOnce({ window: { raw }, judged }: Search, span: Span, candidate: Candidate): Found | null {
    const key = `${raw.slice(span.start, span.end)}${candidate.labels.map((list) => `|${list.key}`).join("")}`;
    const known = judged.get(key);
    if (known !== undefined) return known;
    const found = this.#findingOf(raw, span, { ...candidate, isWhole: false });
    if (judged.size >= JUDGED_MAX) judged.clear();
    judged.set(key, found);
    return found;
  }

  #findingOf(
    raw: string,
    span: Span,
    { fitting, labels, isWhole }: Candidate & { readonly isWhole: boolean },
  ): Found | null {
    const number = new WrittenNumber(raw, span);
    if (isTooShort(number)) return null;
    const judged = new JudgedNumber(number, fitting, this.#rules);
    for (const { index, forms } of fitting.strong(number.separators))
      judged.consider(index, strongScore(this.#rules[index], forms, number));
    if (isWhole) for (const index of fitting.alone) judged.consider(index, aloneScore(this.#rules[index], number));
    judged.listen(labels);
    if (judged.isKnown) return judged.best;
    const isSome = labels.some(({ speaksOfSome }) => speaksOfSome) && isSomeNumber(number);
    return isSome ? { kind: ID_NUMBER, score: UNKNOWN_SCORE } : null;
  }
}

/** Bound on what is kept of a text that is searched. */
const JUDGED_MAX = 512;

type Found = Pick<SpanFinding, "kind" | "score">;

/** What a number may be by its form, and what is said of it. */
interface Candidate {
  readonly fitting: Fitting;
  readonly labels: readonly SaidList[];
}

/** What is known of one text while it is searched. */
interface Search {
  readonly window: LabelWindow;
  readonly findings: SpanFinding[];
  /** Numbers as they are written, with what is said of them → what they are. */
  readonly judged: Map<string, Found | null>;
}

function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

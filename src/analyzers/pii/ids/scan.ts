import type { Span } from "../../../core/model.ts";
import type { SpanFinding } from "../../run-detectors.ts";
import { digitRuns, firstRunAfter } from "../numbers.ts";
import { compactOf, leadLength, separatorsOf } from "./form.ts";
import {
  LabelReader,
  LEFT_WINDOW,
  RIGHT_LENGTH_MIN,
  RIGHT_WINDOW,
  wordUnits,
  type LabelWindow,
  type Said,
} from "./label-context.ts";
import { Outlines } from "./outline.ts";
import {
  closedEnd,
  goesOnInWords,
  isOfCode,
  isPartOfNumber,
  isTooShort,
  isWholeText,
  MARGIN_MAX,
  nextWord,
} from "./edges.ts";
import { FormRecognizer, isWordUnit } from "./recognizer.ts";
import type { IdRule } from "./rule.ts";
import {
  compileRule,
  aloneScore,
  FORM_MAX,
  isNumberOf,
  isSomeNumber,
  meantScore,
  namedScore,
  speaksOfSomeNumber,
  strongScore,
  type CompiledRule,
  type Written,
} from "./score.ts";

/** How far around a position a decision reaches, UTF-16 units. */
export const ID_REACH = LEFT_WINDOW + FORM_MAX + RIGHT_WINDOW;

/** What a label calls an identifier, in no form that is known, or mistyped. */
export const ID_NUMBER = "ID_NUMBER";
const UNKNOWN_SCORE = 0.5;

/** Finds identifiers: by a label beside them, or where their form and check digits leave no doubt. */
export class IdScanner {
  readonly #rules: readonly CompiledRule[];
  /** Form → the rules that count in it without a label, by their indexes. */
  readonly #strongOf: readonly (readonly StrongForm[])[];
  readonly #aloneOf: readonly (readonly number[])[];
  /** Form → the rules that have it. */
  readonly #rulesOf: readonly (readonly number[])[];
  /** The same for the forms that a walk completes together, which are the same lists again and again. */
  readonly #fitting = new WeakMap<readonly number[], Fitting>();
  readonly #recognizer: FormRecognizer;
  readonly #labels: LabelReader;
  /** Of the strong forms. */
  readonly #outlines: Outlines;
  /** Longest stretch of letters before the first digit of a form, UTF-16 units. */
  readonly #leadMax: number;

  /** @throws {TypeError} when a form or label cannot be read, or is too long. */
  constructor(rules: readonly IdRule[]) {
    this.#rules = rules.map(compileRule);
    const strong = new Map<string, StrongForm[]>();
    const alone = new Map<string, number[]>();
    const all = new Map<string, number[]>();
    for (const [index, rule] of rules.entries()) {
      for (const form of new Set([...rule.forms, ...(rule.strong ?? [])])) {
        strong.set(form, strong.get(form) ?? []);
        all.set(form, [...(all.get(form) ?? []), index]);
        alone.set(form, [...(alone.get(form) ?? []), ...(rule.isAlone === true ? [index] : [])]);
      }
      for (const form of rule.strong ?? [])
        for (const separators of separatorsOf(form)) strong.get(form)?.push({ index, separators });
    }
    const forms = [...strong.keys()];
    this.#strongOf = [...strong.values()];
    this.#aloneOf = [...alone.values()];
    this.#rulesOf = [...all.values()];
    this.#recognizer = new FormRecognizer(forms);
    this.#labels = new LabelReader(rules);
    this.#outlines = new Outlines(rules.flatMap((rule) => rule.strong ?? []));
    this.#leadMax = forms.reduce((longest, form) => Math.max(longest, leadLength(form)), 0);
  }

  /** Findings that start at or after `from`, in order of start, then end, then kind. Linear in the text. */
  find(raw: string, from: number): readonly SpanFinding[] {
    const findings: SpanFinding[] = [];
    const window = this.#labels.open(raw);
    const isShort = raw.length <= FORM_MAX + 2 * MARGIN_MAX;
    const runs = digitRuns(raw);
    let next = from;
    for (let at = firstRunAfter(runs, from); at < runs.length; at++) {
      // A form comes to a digit soon.
      const digit = runs[at]?.start ?? 0;
      for (next = Math.max(next, digit - this.#leadMax); next <= digit; next++) {
        next = nextWord(raw, next, digit + 1);
        if (next > digit) break;
        if (isShort || this.#labels.isNear(window, next, next + FORM_MAX) || this.#outlines.fits(raw, next))
          this.#walk(window, next, findings);
      }
    }
    return findings.sort(byPlace);
  }

  #walk(window: LabelWindow, start: number, findings: SpanFinding[]): void {
    if (isOfCode(window.raw, start)) return;
    this.#recognizer.walk(window.raw, start, (end, forms) => {
      if (!isPartOfNumber(window.raw, end)) this.#judge(window, { start, end }, { forms, findings });
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

  #judge(window: LabelWindow, { start, end: stop }: Span, { forms, findings }: Candidate): void {
    if (isTooShort(window.raw, start, stop) || goesOnInWords(window.raw, start, stop)) return;
    const end = closedEnd(window.raw, start, stop);
    const labels = this.#labels.read(window, { start, end });
    const fitting = this.#fittingOf(forms);
    const isAlone = fitting.alone.length > 0 && isWholeText(window.raw, start, end);
    const sure = fitting.strong.size === 0 ? undefined : fitting.strong.get(separatorsIn(window.raw, start, end));
    if (labels.length === 0 && sure === undefined && !isAlone) return;
    const number = new JudgedNumber(window.raw, { start, end }, findings);
    for (const index of sure ?? NO_RULES) this.#consider(index, number, strongScore(this.#rules[index], number));
    if (isAlone)
      for (const index of fitting.alone) this.#consider(index, number, aloneScore(this.#rules[index], number));
    this.#judgeLabels(labels, fitting, number);
  }

  #fittingOf(forms: readonly number[]): Fitting {
    let known = this.#fitting.get(forms);
    if (known === undefined) {
      const strong = new Map<string, Set<number>>();
      for (const { index, separators } of forms.flatMap((form) => this.#strongOf[form] ?? []))
        strong.set(separators, (strong.get(separators) ?? new Set<number>()).add(index));
      known = {
        strong,
        alone: [...new Set(forms.flatMap((form) => this.#aloneOf[form] ?? []))],
        rules: new Set(forms.flatMap((form) => this.#rulesOf[form] ?? [])),
        chosen: new Map(),
      };
      this.#fitting.set(forms, known);
    }
    return known;
  }

  #judgeLabels(labels: readonly Said[], fitting: Fitting, number: JudgedNumber): void {
    for (const label of labels) {
      for (const index of chosenOf(fitting, label.named))
        this.#consider(index, number, namedScore(this.#rules[index], label));
      for (const index of chosenOf(fitting, label.meant))
        this.#consider(index, number, meantScore(this.#rules[index], label, number));
    }
    if (!number.isFound && labels.some(speaksOfSomeNumber) && isSomeNumber(number))
      number.add(ID_NUMBER, UNKNOWN_SCORE);
  }

  /** Adds a finding of the rule, or raises the one that is there. */
  #consider(index: number, number: JudgedNumber, score: number): void {
    const compiled = this.#rules[index];
    if (score === 0 || compiled === undefined || number.refused.has(index)) return;
    if (number.raise(compiled.rule.id, score)) return;
    if (isNumberOf(compiled, number)) number.add(compiled.rule.id, score);
    else number.refused.add(index);
  }
}

/** The rules of a label that have one of the forms. Labels are few, and each list of forms meets the same ones again. */
function chosenOf({ rules, chosen }: Fitting, asked: readonly number[]): readonly number[] {
  if (asked.length === 0) return asked;
  let known = chosen.get(asked);
  if (known === undefined) {
    known = asked.filter((index) => rules.has(index));
    chosen.set(asked, known);
  }
  return known;
}

/** The rules that have one of the forms that are complete at a place, by their indexes. */
interface Fitting {
  /** Without a label. By the separators that the number is written with: most numbers have others, and need no further look. */
  readonly strong: ReadonlyMap<string, ReadonlySet<number>>;
  /** When the text is nothing else. */
  readonly alone: readonly number[];
  readonly rules: ReadonlySet<number>;
  /** The rules of labels → those of them that are among `rules`. */
  readonly chosen: Map<readonly number[], readonly number[]>;
}

interface StrongForm {
  /** Of the rule. */
  readonly index: number;
  readonly separators: string;
}

const NO_RULES: ReadonlySet<number> = new Set();

/** The separators in `[start, end)`, in order. */
function separatorsIn(raw: string, start: number, end: number): string {
  let separators = "";
  for (let at = start; at < end; at++) if (!isWordUnit(raw.charCodeAt(at))) separators += raw.charAt(at);
  return separators;
}

interface Candidate {
  /** Complete forms, by their indexes. */
  readonly forms: readonly number[];
  readonly findings: SpanFinding[];
}

/** Letters of Mexico's taxpayers that forms have as any letter. */
const RARE_LETTER = /[Ññ&]/;
const withoutRareLetters = (text: string): string => (RARE_LETTER.test(text) ? text.replaceAll(/[Ññ&]/g, "N") : text);

/** A candidate that is being judged, and what was found of it. */
class JudgedNumber implements Written {
  readonly #raw: string;
  readonly #span: Span;
  readonly #findings: SpanFinding[];
  /** Index of its first finding. */
  readonly #first: number;
  /** Rules that were tried in vain, by their indexes. */
  readonly refused = new Set<number>();
  #written: string | undefined;
  #compact: string | undefined;

  constructor(raw: string, span: Span, findings: SpanFinding[]) {
    this.#raw = raw;
    this.#span = span;
    this.#findings = findings;
    this.#first = findings.length;
  }

  get written(): string {
    return (this.#written ??= withoutRareLetters(this.#raw.slice(this.#span.start, this.#span.end)));
  }

  get compact(): string {
    return (this.#compact ??= compactOf(this.written));
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
    this.#findings.push({ kind, score, span: this.#span });
  }
}

function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

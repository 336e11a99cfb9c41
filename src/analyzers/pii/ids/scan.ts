import type { Span } from "../../../core/model.ts";
import type { SpanFinding } from "../../run-detectors.ts";
import { compactOf, formLength, leadLength, loosePattern } from "./form.ts";
import {
  LabelReader,
  LEFT_WINDOW,
  RIGHT_LENGTH_MIN,
  RIGHT_WINDOW,
  wordUnits,
  type LabelWindow,
} from "./label-context.ts";
import { compileRule, scoreOf, type CompiledRule } from "./score.ts";
import { FormRecognizer, isWordUnit } from "./recognizer.ts";
import type { IdRule } from "./rule.ts";

/** Longest form, UTF-16 units. */
const FORM_MAX = 48;
/** How far around a position a decision reaches, UTF-16 units. */
export const ID_REACH = LEFT_WINDOW + FORM_MAX + RIGHT_WINDOW;
/** A text that is nothing but a number may begin and end with so much space. */
const MARGIN_MAX = 8;

const DIGIT = /[0-9]/g;

/** Finds identifiers: by a label beside them, or where their form and check digits leave no doubt. */
export class IdScanner {
  readonly #rules: readonly CompiledRule[];
  readonly #rulesOfForm: readonly (readonly number[])[];
  readonly #patterns: readonly RegExp[];
  readonly #recognizer: FormRecognizer;
  readonly #labels: LabelReader;
  readonly #possible = new WeakMap<readonly number[], PossibleRules>();
  /** Longest stretch of letters before the first digit of a form, UTF-16 units. */
  readonly #leadMax: number;

  /** @throws {TypeError} when a form or label cannot be read, or is too long. */
  constructor(rules: readonly IdRule[]) {
    this.#rules = rules.map(compileRule);
    const owners = new Map<string, number[]>();
    for (const [index, rule] of rules.entries())
      for (const form of new Set([...rule.forms, ...(rule.strong ?? [])]))
        owners.set(form, [...(owners.get(form) ?? []), index]);
    const forms = [...owners.keys()];
    const tooLong = forms.find((form) => formLength(form) > FORM_MAX);
    if (tooLong !== undefined) throw new TypeError(`form ${tooLong} is longer than ${FORM_MAX}`);
    this.#rulesOfForm = [...owners.values()];
    this.#patterns = forms.map(loosePattern);
    this.#recognizer = new FormRecognizer(forms);
    this.#labels = new LabelReader(rules);
    this.#leadMax = forms.reduce((longest, form) => Math.max(longest, leadLength(form)), 0);
  }

  /** Findings that start at or after `from`, in order of start, then end, then kind. Linear in the text. */
  find(raw: string, from: number): readonly SpanFinding[] {
    const findings: SpanFinding[] = [];
    const window = this.#labels.open(raw);
    for (let start = this.#nextStart(raw, from); start >= 0; start = this.#nextStart(raw, start + 1))
      this.#recognizer.walk(raw, start, (end, forms) => {
        if (!isPartOfNumber(raw, end)) this.#judge(window, { start, end }, { forms, findings });
      });
    return findings.sort(byPlace);
  }

  /** The next word at which a form can begin: it must come to a digit soon. */
  #nextStart(raw: string, from: number): number {
    DIGIT.lastIndex = from;
    const digit = DIGIT.exec(raw)?.index ?? -1;
    return digit < 0 ? -1 : nextWord(raw, Math.max(from, digit - this.#leadMax));
  }

  /** See `PreparedAnalyzer.heldFrom`. */
  heldFrom(raw: string, from: number): number {
    const lowest = Math.max(from, raw.length - FORM_MAX - RIGHT_WINDOW - MARGIN_MAX);
    for (let start = nextWord(raw, lowest); start >= 0; start = nextWord(raw, start + 1)) {
      let isOpen = false;
      const stop = this.#recognizer.walk(raw, start, (end) => {
        const isLong = wordUnits(raw, start, end) >= RIGHT_LENGTH_MIN;
        isOpen ||= end + (isLong ? RIGHT_WINDOW : 2) > raw.length;
      });
      if (isOpen || stop === raw.length) return start;
    }
    return raw.length;
  }

  #judge(window: LabelWindow, { start, end }: Span, { forms, findings }: Candidate): void {
    const said = this.#labels.read(window, { start, end });
    const isSaid = said.rules.size > 0 || said.categories.size > 0;
    const { all, unlabelled } = this.#rulesOf(forms);
    const possible = isSaid ? all : unlabelled;
    if (possible.length === 0) return;
    const written = window.raw.slice(start, end);
    const isAlone = isWholeText(window.raw, start, end);
    const compact = compactOf(written);
    const first = findings.length;
    for (const { index, form } of possible) {
      const compiled = this.#rules[index];
      if (compiled === undefined || isAmong(compiled.rule.id, findings, first)) continue;
      const score = scoreOf(compiled, said, { index, written, isAlone });
      if (score > 0 && this.#patterns[form]?.test(written) === true && compiled.rule.check?.(compact) !== false)
        findings.push({ kind: compiled.rule.id, score, span: { start, end } });
    }
  }

  /** The rules of complete forms; computed once for each combination that the recogniser knows. */
  #rulesOf(forms: readonly number[]): PossibleRules {
    const known = this.#possible.get(forms);
    if (known !== undefined) return known;
    const all = forms.flatMap((form) => (this.#rulesOfForm[form] ?? []).map((index) => ({ index, form })));
    const rules = { all, unlabelled: all.filter(({ index }) => this.#rules[index]?.needsLabel === false) };
    this.#possible.set(forms, rules);
    return rules;
  }
}

/** A rule and the form of it that a number has, by their indexes. */
interface PossibleRule {
  readonly index: number;
  readonly form: number;
}

interface PossibleRules {
  readonly all: readonly PossibleRule[];
  /** Those that may count without a label. */
  readonly unlabelled: readonly PossibleRule[];
}

interface Candidate {
  /** Complete forms, by their indexes. */
  readonly forms: readonly number[];
  readonly findings: SpanFinding[];
}

/** The next offset from `from` on at which a word with letters or digits begins; -1 when there is none. */
function nextWord(raw: string, from: number): number {
  for (let at = from; at < raw.length; at++)
    if (
      isWordUnit(raw.charCodeAt(at)) &&
      (at === 0 || !isWordUnit(raw.charCodeAt(at - 1))) &&
      !continuesNumber(raw, at)
    )
      return at;
  return -1;
}

const isDigitCode = (code: number): boolean => code >= 48 && code <= 57;
const isJoint = (code: number): boolean => code === 45 || code === 46 || code === 47;

/** `12.5…`, `3-7…`: the digits before belong to it. */
const continuesNumber = (raw: string, at: number): boolean =>
  isDigitCode(raw.charCodeAt(at)) && isJoint(raw.charCodeAt(at - 1)) && isDigitCode(raw.charCodeAt(at - 2));

/** What follows belongs to the number: it is a longer one. */
const isPartOfNumber = (raw: string, end: number): boolean =>
  isDigitCode(raw.charCodeAt(end - 1)) && isJoint(raw.charCodeAt(end)) && isDigitCode(raw.charCodeAt(end + 1));

/** Whether one of the findings from `first` on is of that kind: several forms of a rule can fit a number. */
function isAmong(kind: string, findings: readonly SpanFinding[], first: number): boolean {
  for (let at = first; at < findings.length; at++) if (findings[at]?.kind === kind) return true;
  return false;
}

/** Whether the text is nothing but the number. */
const isWholeText = (raw: string, start: number, end: number): boolean =>
  start <= MARGIN_MAX &&
  raw.length <= end + MARGIN_MAX &&
  raw.slice(0, start).trim() === "" &&
  /^[\s.!]*$/.test(raw.slice(end));

function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

import { formLength, loosePattern, parseForm, strictPattern, type StrictForm } from "./form.ts";
import { isNear } from "./label-context.ts";
import type { SaidLabel } from "./label-window.ts";
import type { IdRule } from "./rule.ts";

/** Longest form, UTF-16 units. */
export const FORM_MAX = 48;

/** What each way to be known is worth. */
export const ID_SCORE = {
  ownLabel: 0.95,
  ownLabelUnchecked: 0.85,
  /** Its name, said of another country's number. */
  otherCountry: 0.6,
  country: 0.9,
  countryUnchecked: 0.75,
  category: 0.65,
  categoryUnchecked: 0.5,
  /** A number of no country in particular: the least that a label can say. */
  general: 0.51,
  strong: 0.8,
  alone: 0.55,
} as const;

/** A rule made ready to be tried. */
export interface CompiledRule {
  readonly rule: IdRule;
  /** All forms, separators missing or other ones. */
  readonly pattern: RegExp;
  /** Each form as it is written, where a text that is nothing else counts. */
  readonly forms: readonly RegExp[];
  /** Letters and digits of the shortest and the longest form. */
  readonly lengthMin: number;
  readonly lengthMax: number;
  readonly isChecked: boolean;
  readonly isReported: boolean;
}

/** @throws {TypeError} when a form cannot be read, or is too long. */
export function compileRule(rule: IdRule, isReported: boolean): CompiledRule {
  const { forms } = rule;
  const tooLong = forms.find((form) => formLength(form) > FORM_MAX);
  if (tooLong !== undefined) throw new TypeError(`form ${tooLong} is longer than ${FORM_MAX}`);
  const lengths = forms.map(compactLengths);
  return {
    rule,
    pattern: loosePattern(forms),
    forms: rule.isAlone === true ? forms.map(strictPattern) : [],
    lengthMin: Math.min(...lengths.map(({ min }) => min)),
    lengthMax: Math.max(...lengths.map(({ max }) => max)),
    isChecked: isChecked(rule),
    isReported,
  };
}

/** Whether its check confirms a number, rather than only ruling others out. */
export const isChecked = (rule: IdRule): boolean => rule.check !== undefined && rule.isWeak !== true;

function compactLengths(form: string): { readonly min: number; readonly max: number } {
  const elements = parseForm(form).filter(({ isSeparator }) => !isSeparator);
  return { min: elements.reduce((sum, { min }) => sum + min, 0), max: elements.reduce((sum, { max }) => sum + max, 0) };
}

/** Whether the number has a form of the rule and passes its check. */
export function isNumberOf(compiled: CompiledRule, { written, compact }: Written): boolean {
  const { rule, pattern, lengthMin, lengthMax } = compiled;
  if (compact.length < lengthMin || compact.length > lengthMax) return false;
  // People set letters apart from digits, wherever the printed form has its separators.
  const hasForm = pattern.test(written) || (!MIXED_JOINT.test(written) && pattern.test(compact));
  return hasForm && rule.check?.(compact) !== false;
}

/** A separator between two digits or between two letters. */
const MIXED_JOINT = /\d[^0-9A-Za-z]+\d|[A-Za-z][^0-9A-Za-z]+[A-Za-z]/;

/** A number as written in the text, and its letters and digits alone. */
export interface Written {
  /** How many digits it has. */
  readonly digits: number;
  readonly written: string;
  readonly compact: string;
}

/** Whether the label may speak of a number of the rule: one that is near where no check confirms the number. */
function speaksOf(said: SaidLabel, { isChecked }: CompiledRule, { written }: Written): boolean {
  if (isChecked) return !said.isUnsure || PUNCTUATED.test(written);
  return isNear(said) && (!said.isUnsure || CODE.test(written));
}

/** The same of a label of its category: of bare digits nearly all pass the check of some country. */
const meansNumberOf = (said: SaidLabel, compiled: CompiledRule, number: Written): boolean =>
  speaksOf(said, compiled, number) &&
  !isOther(said, compiled.rule) &&
  (!compiled.isChecked || !said.isLoose || PUNCTUATED.test(number.written));

/** Capitals and four digits: no word of a sentence. */
const CODE = /^(?=.*[A-Z])(?:[A-Z -]*\d){4}[A-Z0-9 -]*$/;
/** What a quantity lacks. */
const PUNCTUATED = /[A-Za-z/(]|\d-/;

/** What a label that names the rule is worth; 0 = nothing. */
export function namedScore(compiled: CompiledRule | undefined, said: SaidLabel, number: Written): number {
  if (compiled === undefined || !speaksOf(said, compiled, number)) return 0;
  const { rule, isChecked } = compiled;
  if (isOther(said, rule)) return ID_SCORE.otherCountry;
  return isChecked ? ID_SCORE.ownLabel : ID_SCORE.ownLabelUnchecked;
}

/** What a label of the rule's category is worth. */
export function meantScore(compiled: CompiledRule | undefined, said: SaidLabel, number: Written): number {
  if (compiled === undefined || !meansNumberOf(said, compiled, number)) return 0;
  const { rule, isChecked } = compiled;
  if (said.country !== null && rule.country !== null) return isChecked ? ID_SCORE.country : ID_SCORE.countryUnchecked;
  if (isChecked) return ID_SCORE.category;
  if (number.compact.length < UNKNOWN_LENGTH_MIN) return 0;
  return rule.country === null ? ID_SCORE.general : ID_SCORE.categoryUnchecked;
}

/** Whether the text speaks of another country's number. */
const isOther = ({ country }: SaidLabel, rule: IdRule): boolean =>
  country !== null && rule.country !== null && country !== rule.country;

/** What it is worth without a label that the number has one of the forms, which little else has. */
export function strongScore(
  compiled: CompiledRule | undefined,
  forms: readonly StrictForm[],
  { written, compact }: Written,
): number {
  if (compiled === undefined || !forms.some((form) => form.fits(written)) || TIMESTAMP.test(written)) return 0;
  return compiled.rule.checkAlone?.(compact) === false ? 0 : ID_SCORE.strong;
}

/** Date and time in one piece, with milliseconds or without. */
const TIMESTAMP = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:\d{3})?$/;

/** What a text is worth that is nothing but the number, in its own form or without separators. */
export function aloneScore(compiled: CompiledRule | undefined, { written, compact }: Written): number {
  if (compiled === undefined || compiled.rule.checkAlone?.(compact) === false) return 0;
  const upper = written.toUpperCase();
  return LIGHTLY_SEPARATED.test(upper) || compiled.forms.some((form) => form.test(upper)) ? ID_SCORE.alone : 0;
}

/** Spaces and hyphens separate numbers that have no separators. */
const LIGHTLY_SEPARATED = /^[0-9A-Z]+(?:[ -][0-9A-Z]+)*$/;

/** Whether it may be an identifier that fits no rule: another country's, or mistyped. Dates occur beside labels too. */
export function isSomeNumber(number: Written): boolean {
  if (!mayBeSomeNumber(number) || number.compact.length < UNKNOWN_LENGTH_MIN) return false;
  return !DATE.test(number.written) && !WORDS.test(number.written) && !SIZE.test(number.written);
}

/** Whether it has as many digits as such a number. */
export const mayBeSomeNumber = ({ digits }: Pick<Written, "digits">): boolean => digits >= UNKNOWN_DIGITS_MIN;

/** Words beside the digits: the sentence continues. */
const WORDS = / [A-Za-z]?[a-z]{2}|[A-Za-z]?[a-z]{2} |[A-Z][a-z] |^[a-z]{4}/;
/** Width and height, a range. */
const SIZE = /^\d{1,5}[xX]\d{1,5}$|^\d{1,4}-\d{1,4}[a-z]{1,3}$/;

/** Letters and digits, digits: what a number of unknown form must have. */
const UNKNOWN_LENGTH_MIN = 6;
const UNKNOWN_DIGITS_MIN = 4;
const DATE =
  /^(?:(?:19|20)\d\d[-./ ]?\d\d?[-./ ]?\d\d?|\d\d?[-./ ]\d\d?[-./ ](?:19|20)?\d\d|\d\d? [A-Za-z]{3,9}\.? (?:19|20)\d\d)/;

import { strictPattern } from "./form.ts";
import type { LabelContext, Said } from "./label-context.ts";
import type { IdRule } from "./rule.ts";

/** Without a check digit, the label must be this near: UTF-16 units. */
const UNCHECKED_REACH = 36;

const SCORE = {
  ownLabel: 0.95,
  ownLabelUnchecked: 0.85,
  /** Its name, said of another country's number. */
  otherCountry: 0.6,
  country: 0.9,
  countryUnchecked: 0.75,
  category: 0.65,
  strong: 0.8,
  alone: 0.55,
} as const;

/** A rule with its strong forms compiled. */
export interface CompiledRule {
  readonly rule: IdRule;
  readonly strong: readonly RegExp[];
  readonly isChecked: boolean;
  readonly needsLabel: boolean;
}

export function compileRule(rule: IdRule): CompiledRule {
  const strong = (rule.strong ?? []).map(strictPattern);
  const needsLabel = strong.length === 0 && rule.isAlone !== true;
  return { rule, strong, isChecked: rule.check !== undefined && rule.isWeak !== true, needsLabel };
}

/** What the surroundings make of a number in a form of the rule, its check not regarded; 0 = nothing. */
export function scoreOf(
  compiled: CompiledRule,
  said: LabelContext,
  { index, written, isAlone }: { readonly index: number; readonly written: string; readonly isAlone: boolean },
): number {
  const { rule, isChecked } = compiled;
  const isNear = ({ gap, isParted }: Said): boolean => isChecked || (gap <= UNCHECKED_REACH && !isParted);
  const own = said.rules.get(index);
  let best = formScore(compiled, written, isAlone);
  if (own !== undefined && isNear(own)) best = Math.max(best, ownScore(rule, own, isChecked));
  for (const category of rule.categories) {
    const general = said.categories.get(category);
    if (general !== undefined && isNear(general)) best = Math.max(best, categoryScore(rule, general, isChecked));
  }
  return best;
}

function formScore({ rule, strong }: CompiledRule, written: string, isAlone: boolean): number {
  if (strong.some((pattern) => pattern.test(written))) return SCORE.strong;
  return isAlone && rule.isAlone === true ? SCORE.alone : 0;
}

function ownScore(rule: IdRule, { country }: Said, isChecked: boolean): number {
  if (country !== null && rule.country !== null && country !== rule.country) return SCORE.otherCountry;
  return isChecked ? SCORE.ownLabel : SCORE.ownLabelUnchecked;
}

function categoryScore(rule: IdRule, { country }: Said, isChecked: boolean): number {
  if (country !== null && country === rule.country) return isChecked ? SCORE.country : SCORE.countryUnchecked;
  if (country !== null && rule.country !== null) return 0;
  return isChecked || rule.country === null ? SCORE.category : 0;
}

import { separatorsOf, StrictForm } from "./form.ts";
import type { Said } from "./label-context.ts";
import type { IdRule } from "./rule.ts";
import { separatorsKey } from "./written.ts";

/** A rule's forms that count without a label. */
export interface StrongRule {
  /** Of the rule. */
  readonly index: number;
  readonly forms: readonly StrictForm[];
}

/** A form with the rules that have it, by their indexes. */
interface RuledForm {
  readonly rules: number[];
  /** Those for which a text counts that is nothing else. */
  readonly alone: number[];
  /** Those for which it counts without a label. */
  readonly strong: number[];
  readonly strict: StrictForm;
  /** The separators that it is written with: more than one list when some may be missing. */
  readonly separators: readonly number[];
}

/** The forms of some rules, each once. */
export class RuledForms {
  readonly forms: readonly string[];
  readonly #ruled: readonly RuledForm[];

  /** @throws {TypeError} when a form cannot be read. */
  constructor(rules: readonly IdRule[]) {
    const ruled = new Map<string, RuledForm>();
    for (const [index, rule] of rules.entries()) {
      const strong = new Set(rule.strong ?? []);
      for (const form of new Set([...rule.forms, ...strong])) {
        const known = ruled.get(form) ?? ruledForm(form);
        ruled.set(form, known);
        known.rules.push(index);
        if (rule.isAlone === true) known.alone.push(index);
        if (strong.has(form)) known.strong.push(index);
      }
    }
    this.forms = [...ruled.keys()];
    this.#ruled = [...ruled.values()];
  }

  /** What it means that forms are complete together, by their indexes. */
  fitting(forms: readonly number[]): Fitting {
    return new Fitting(
      forms.flatMap((form) => {
        const ruled = this.#ruled[form];
        return ruled === undefined ? [] : [ruled];
      }),
    );
  }
}

const ruledForm = (form: string): RuledForm => ({
  rules: [],
  alone: [],
  strong: [],
  strict: new StrictForm(form),
  separators: [...new Set(separatorsOf(form).map(separatorsKey))],
});

/** What a label names, and of which categories it speaks. */
type Naming = Pick<Said, "label" | "named" | "meant">;

/** The rules of a label that have one of the forms. */
interface Chosen {
  readonly named: readonly number[];
  readonly meant: readonly number[];
}

/** The rules that have one of the forms that are complete at a place. Many of them meet no number, so it is worked out when it is asked for. */
export class Fitting {
  readonly #forms: readonly RuledForm[];
  #alone: readonly number[] | undefined;
  #strong: ReadonlyMap<number, readonly StrongRule[]> | undefined;
  #rules: ReadonlySet<number> | undefined;
  /** Labels are few, and each list of forms meets the same ones again. */
  #chosen: Map<number, Chosen> | undefined;

  constructor(forms: readonly RuledForm[]) {
    this.#forms = forms;
  }

  /** Those for which a text counts that is nothing else, by their indexes. */
  get alone(): readonly number[] {
    return (this.#alone ??= [...new Set(this.#forms.flatMap(({ alone }) => alone))]);
  }

  /** Those that count without a label when a number has these separators: most numbers have others, and need no further look. */
  strong(separators: number): readonly StrongRule[] {
    return (this.#strong ??= strongOf(this.#forms)).get(separators) ?? NO_RULES;
  }

  /** Whether the label speaks of one of them. */
  isChosenBy(label: Naming): boolean {
    const { named, meant } = this.chosenBy(label);
    return named.length > 0 || meant.length > 0;
  }

  chosenBy({ label, named, meant }: Naming): Chosen {
    const known = this.#chosen?.get(label);
    if (known !== undefined) return known;
    const rules = (this.#rules ??= new Set(this.#forms.flatMap((form) => form.rules)));
    const isFitting = (index: number): boolean => rules.has(index);
    const chosen = { named: named.filter(isFitting), meant: meant.filter(isFitting) };
    (this.#chosen ??= new Map()).set(label, chosen);
    return chosen;
  }
}

const NO_RULES: readonly StrongRule[] = [];

function strongOf(forms: readonly RuledForm[]): ReadonlyMap<number, readonly StrongRule[]> {
  const strong = new Map<number, Map<number, StrictForm[]>>();
  for (const form of forms)
    for (const separators of form.separators) {
      const ofRules = strong.get(separators) ?? new Map<number, StrictForm[]>();
      for (const index of form.strong) ofRules.set(index, [...(ofRules.get(index) ?? []), form.strict]);
      if (ofRules.size > 0) strong.set(separators, ofRules);
    }
  return new Map(
    Array.from(strong, ([separators, ofRules]) => [
      separators,
      Array.from(ofRules, ([index, strict]) => ({ index, forms: strict })),
    ]),
  );
}

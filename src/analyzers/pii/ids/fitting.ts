import { type Joined, jointsOf, separatorsOf, StrictForm } from "./form.ts";
import type { IdRule } from "./rule.ts";
import { isChecked } from "./score.ts";
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
  readonly joints: ReadonlyMap<number, readonly number[]>;
}

/** The forms of some rules, each once. */
export class RuledForms {
  readonly forms: readonly string[];
  readonly #ruled: readonly RuledForm[];
  /** Rules with check digits, by their indexes. */
  readonly #checked: ReadonlySet<number>;

  /** @throws {TypeError} when a form cannot be read. */
  constructor(rules: readonly IdRule[]) {
    const ruled = new Map<string, RuledForm>();
    for (const [index, rule] of rules.entries()) {
      const strong = new Set(rule.strong ?? []);
      for (const form of new Set(rule.forms)) {
        const known = ruled.get(form) ?? ruledForm(form);
        ruled.set(form, known);
        known.rules.push(index);
        if (rule.isAlone === true) known.alone.push(index);
        if (strong.has(form)) known.strong.push(index);
      }
    }
    this.forms = [...ruled.keys()];
    this.#ruled = [...ruled.values()];
    this.#checked = new Set(rules.flatMap((rule, index) => (isChecked(rule) ? [index] : [])));
  }

  /** What it means that forms are complete together, by their indexes. */
  fitting(forms: readonly number[]): Fitting {
    return new Fitting(
      forms.flatMap((form) => {
        const ruled = this.#ruled[form];
        return ruled === undefined ? [] : [ruled];
      }),
      this.#checked,
    );
  }
}

const ruledForm = (form: string): RuledForm => ({
  rules: [],
  alone: [],
  strong: [],
  strict: new StrictForm(form),
  separators: [...new Set(separatorsOf(form).map(separatorsKey))],
  joints: jointsOf(form),
});

/** The rules that a label speaks of, as places in the list of a fitting, ascending. */
interface Chosen {
  readonly checked: readonly number[];
  readonly unchecked: readonly number[];
}

/** Bounds on the caches for forms of one length: by the separators of numbers, and by the remaining forms. */
const WRITTEN_MAX = 256;
const PARTS_MAX = 64;

/** The forms of one length. */
interface Sized {
  /** All places where one of them may have a separator. */
  readonly joints: number;
  /** Each way to place separators in a form. */
  readonly ways: readonly (readonly [joints: number, form: RuledForm])[];
  /** The separators of a number → the remaining forms. */
  readonly written: Map<number, Fitting>;
  /** The remaining forms, by their indexes in the list of all → their meaning. */
  readonly parts: Map<string, Fitting>;
}

/** The rules with one of the forms that are complete at a place. Computed on demand, since many of them meet no number. */
export class Fitting {
  readonly #forms: readonly RuledForm[];
  readonly #checked: ReadonlySet<number>;
  #alone: readonly number[] | undefined;
  #strong: ReadonlyMap<number, readonly StrongRule[]> | undefined;
  #rules: readonly number[] | undefined;
  #places: ReadonlyMap<number, number> | undefined;
  /** Lists of labels are few, and each list of forms meets the same ones again. */
  readonly #chosen = new Map<readonly number[], Chosen>();
  /** Count of letters and digits → the forms of that length. */
  readonly #sized = new Map<number, Sized>();

  constructor(forms: readonly RuledForm[], checked: ReadonlySet<number>) {
    this.#forms = forms;
    this.#checked = checked;
  }

  /** The rules by their indexes, ascending. */
  get rules(): readonly number[] {
    return (this.#rules ??= [...new Set(this.#forms.flatMap((form) => form.rules))].sort((a, b) => a - b));
  }

  /** Index of a rule in `rules`; -1 if absent. */
  placeOf(index: number): number {
    this.#places ??= new Map(this.rules.map((rule, place) => [rule, place]));
    return this.#places.get(index) ?? -1;
  }

  /** Those for which a text counts that is nothing else, by their indexes. */
  get alone(): readonly number[] {
    return (this.#alone ??= [...new Set(this.#forms.flatMap(({ alone }) => alone))]);
  }

  /** Those that count without a label when a number has these separators: most numbers have others, and need no further look. */
  strong(separators: number): readonly StrongRule[] {
    return (this.#strong ??= strongOf(this.#forms)).get(separators) ?? NO_RULES;
  }

  /** The rules that a list of a label holds as well. The list is ascending, and the same one each time. */
  chosen(list: readonly number[]): Chosen {
    const known = this.#chosen.get(list);
    if (known !== undefined) return known;
    const places = placesIn(this.rules, list);
    const isSure = (place: number): boolean => this.#checked.has(this.rules[place] ?? -1);
    const chosen = { checked: places.filter(isSure), unchecked: places.filter((place) => !isSure(place)) };
    this.#chosen.set(list, chosen);
    return chosen;
  }

  /**
   * What of it is left for a number that has separators where it has them: in most rows of groups, nothing. Letters and digits
   * may be set apart in any form.
   */
  partFor({ wordUnits, joints, hasInnerJoint }: Joined): Fitting {
    if (!hasInnerJoint) return this;
    let sized = this.#sized.get(wordUnits);
    if (sized === undefined) this.#sized.set(wordUnits, (sized = sizedOf(this.#forms, wordUnits)));
    if ((joints & ~sized.joints) !== 0) return NO_RULES_FIT;
    const known = sized.written.get(joints);
    if (known !== undefined) return known;
    const part = partOf(sized, joints, this.#checked);
    if (sized.written.size >= WRITTEN_MAX) sized.written.clear();
    sized.written.set(joints, part);
    return part;
  }
}

const NO_RULES_FIT = new Fitting([], new Set());

function sizedOf(forms: readonly RuledForm[], wordUnits: number): Sized {
  const ways = forms.flatMap((form) => (form.joints.get(wordUnits) ?? []).map((joints) => [joints, form] as const));
  return {
    joints: ways.reduce((all, [joints]) => all | joints, 0),
    ways,
    written: new Map(),
    parts: new Map(),
  };
}

function partOf({ ways, parts }: Sized, joints: number, checked: ReadonlySet<number>): Fitting {
  const forms = new Set<RuledForm>();
  let name = "";
  for (const [at, [places, form]] of ways.entries())
    if ((joints & ~places) === 0 && !forms.has(form)) {
      forms.add(form);
      name += `${at} `;
    }
  if (forms.size === 0) return NO_RULES_FIT;
  const known = parts.get(name);
  if (known !== undefined) return known;
  const part = new Fitting([...forms], checked);
  if (parts.size >= PARTS_MAX) parts.clear();
  parts.set(name, part);
  return part;
}

/** The indexes in `rules` of those that are also in `list`; both are ascending. */
function placesIn(rules: readonly number[], list: readonly number[]): readonly number[] {
  const places: number[] = [];
  let at = 0;
  for (const [place, rule] of rules.entries()) {
    while ((list[at] ?? Infinity) < rule) at += 1;
    if (list[at] === rule) places.push(place);
  }
  return places;
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

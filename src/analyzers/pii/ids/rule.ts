import type { PiiGroup } from "../groups.ts";

/**
 * What a label may call a number without naming it: `tax id`, `passport`. The words for them, in many languages, stand in
 * `labels.ts`.
 */
export const CATEGORIES = [
  "bank",
  "company",
  "device",
  "driver",
  "health",
  "national",
  "passport",
  "phone",
  "plate",
  "social",
  "tax",
  "vehicle",
] as const;

export type Category = (typeof CATEGORIES)[number];

/** A kind of identifier: the whole detector is this record, which a card holds (see `idCards`). */
export interface IdRule {
  /** Public `type`, `[A-Z][A-Z0-9_]*`, with the country first: `BR_CPF`. Unique. */
  readonly id: string;
  /** What it is, for the documentation: `Brazil: taxpayer number of a person (CPF)`. */
  readonly name: string;
  /** ISO 3166-1 alpha-2, or `null` where no country issues it. */
  readonly country: string | null;
  /**
   * How it is written; see `form.ts` for the language. Beside a label every separator may be missing or be another one, and
   * letters may be small.
   */
  readonly forms: readonly string[];
  /**
   * Those of `forms` that count without any label, written exactly so (capital letters, these separators), `check` passed. For
   * forms that little else has: never bare digits up to 13.
   */
  readonly strong?: readonly string[];
  /** Whether a text that is nothing but the number counts, `check` passed. For checks that a random number rarely passes. */
  readonly isAlone?: boolean;
  /** Check digits, dates and ranges. `compact`: letters in upper case, digits, no separators. Absent = none is published. */
  readonly check?: (compact: string) => boolean;
  /** `check` only rules things out: a label must stand as near as without one. */
  readonly isWeak?: boolean;
  /** What `strong` and `isAlone` ask for beyond `check`, where the number itself has no check digit but most carry one. */
  readonly checkAlone?: (compact: string) => boolean;
  /**
   * Words that name it, lower case; a space also stands for `_`, `-` and for nothing (`taxId`), accents are ignored. English
   * and local: `cpf`, `cadastro de pessoas fisicas`. Words that people also use otherwise belong to a category, or into the lists of
   * `label-marks.ts`; those of two letters, or three with a vowel, need no entry.
   */
  readonly labels: readonly string[];
  /** Under which general words it is asked for. */
  readonly categories: readonly Category[];
  /** Absent: by its categories, see `groupOf`. */
  readonly group?: PiiGroup;
  /** Where the format is documented. */
  readonly source: string;
  /** Numbers that must be found after a label, invented or published as samples. */
  readonly examples: readonly [string, ...string[]];
  /** Nearest neighbours that must not be found after a label: wrong check digit, date or length. */
  readonly misses: readonly string[];
}

/** Of a number with several categories the first of these that it has: most numbers of persons serve health insurances as well. */
const GROUP_OF: readonly (readonly [Category, PiiGroup])[] = [
  ["national", "government"],
  ["social", "government"],
  ["tax", "government"],
  ["passport", "government"],
  ["driver", "government"],
  ["company", "government"],
  ["health", "health"],
  ["bank", "financial"],
  ["plate", "vehicle"],
  ["vehicle", "vehicle"],
  ["device", "network"],
  ["phone", "contact"],
];

/** The group of a number: its own, or by its categories; without any, `government`. */
export const groupOf = ({ group, categories }: Pick<IdRule, "group" | "categories">): PiiGroup =>
  group ?? GROUP_OF.find(([category]) => categories.includes(category))?.[1] ?? "government";

import type { Kind } from "../analyzer.ts";
import type { PiiGroup } from "./groups.ts";
import { ID_RULES } from "./ids/registry.ts";
import { groupOf } from "./ids/rule.ts";
import { ID_NUMBER } from "./ids/scan.ts";
import { PII_DETECTORS } from "./registry.ts";

/** An entity type that the policy reports. */
export interface PiiType extends Kind {
  readonly group: PiiGroup;
  /** See `PiiDetector.isContextual`. */
  readonly isContextual: boolean;
  /** It identifies an organization, or may: a name beside it need not be that of a private person. */
  readonly isOfCompany: boolean;
}

const plainType = (id: string, group: PiiGroup, source: string): PiiType => ({
  id,
  placeholder: id,
  group,
  source,
  isContextual: false,
  isOfCompany: false,
});

/** Every entity type that the policy reports, once. */
export const PII_TYPES: readonly PiiType[] = [
  ...new Map(
    [
      ...ID_RULES.map((rule) => ({
        ...plainType(rule.id, groupOf(rule), rule.source),
        isOfCompany: rule.categories.includes("company"),
      })),
      ...PII_DETECTORS.map(({ id, placeholder, group, source, isContextual = false }) => ({
        ...plainType(id, group, source),
        placeholder,
        isContextual,
      })),
      plainType(ID_NUMBER, "government", "https://www.nist.gov/publications/nist-sp-800-122"),
    ].map((kind) => [kind.id, kind] as const),
  ).values(),
];

/** What others know of them. */
export const PII_KINDS: readonly Kind[] = PII_TYPES.map(({ id, placeholder, source }) => ({ id, placeholder, source }));

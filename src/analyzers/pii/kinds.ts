import type { Kind } from "../analyzer.ts";
import { ID_RULES } from "./ids/registry.ts";
import { ID_NUMBER } from "./ids/scan.ts";
import { PII_DETECTORS } from "./registry.ts";

/** Every entity type that the policy reports, once. */
export const PII_KINDS: readonly Kind[] = [
  ...new Map(
    [
      ...PII_DETECTORS.map(({ id, placeholder, source }) => ({ id, placeholder, source })),
      ...ID_RULES.map(({ id, source }) => ({ id, placeholder: id, source })),
      { id: ID_NUMBER, placeholder: ID_NUMBER, source: "https://www.nist.gov/publications/nist-sp-800-122" },
    ].map((kind) => [kind.id, kind] as const),
  ).values(),
];

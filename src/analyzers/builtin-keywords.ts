import { KeywordIndex } from "./keywords.ts";
import { PII_DETECTORS } from "./pii/registry.ts";
import { SECRET_DETECTORS } from "./secrets/registry.ts";

let shared: KeywordIndex | undefined;

/** The one index of all built-in detectors, built on first use: a text is scanned once for all policies. */
export function builtinKeywords(): KeywordIndex {
  return (shared ??= new KeywordIndex([...SECRET_DETECTORS, ...PII_DETECTORS]));
}

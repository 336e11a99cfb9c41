import type { IdRule } from "./rule.ts";
import { EUROPEAN_IDS } from "./rules/europe.ts";

/** The identifiers of `pii_detection`: one list a region. */
export const ID_RULES: readonly IdRule[] = [...EUROPEAN_IDS];

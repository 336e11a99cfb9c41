import type { IdRule } from "./rule.ts";

/** The identifiers of `pii_detection`: one list a region. */
export const ID_RULES: readonly IdRule[] = [];

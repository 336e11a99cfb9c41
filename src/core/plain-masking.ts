import type { Policy } from "./model.ts";

/** How a policy masks, and what it allows, by default; inline policies cannot change it. */
export const PLAIN_MASKING = {
  restores: false,
  maskStyle: "placeholder",
  allow: null,
  ignoreTestValues: false,
} as const satisfies Partial<Policy>;

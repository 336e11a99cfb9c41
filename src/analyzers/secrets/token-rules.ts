import type { TokenRule } from "../token-rule.ts";
import { AI_TOKENS } from "./detectors/ai-tokens.ts";
import { BUSINESS_TOKENS } from "./detectors/business-tokens.ts";
import { CLOUD_TOKENS } from "./detectors/cloud-tokens.ts";
import { CODE_TOKENS } from "./detectors/code-tokens.ts";
import { MESSAGING_TOKENS } from "./detectors/messaging-tokens.ts";
import { OBSERVABILITY_TOKENS } from "./detectors/observability-tokens.ts";

/** Every token that is known by a literal inside it. */
export const TOKEN_RULES: readonly TokenRule[] = [
  ...AI_TOKENS,
  ...BUSINESS_TOKENS,
  ...CLOUD_TOKENS,
  ...CODE_TOKENS,
  ...MESSAGING_TOKENS,
  ...OBSERVABILITY_TOKENS,
];

import type { TokenRule } from "../token-rule.ts";
import { AI_TOKENS } from "./detectors/ai-tokens.ts";
import { AZURE_TOKENS } from "./detectors/azure-tokens.ts";
import { BUSINESS_TOKENS } from "./detectors/business-tokens.ts";
import { CLOUD_TOKENS } from "./detectors/cloud-tokens.ts";
import { CODE_TOKENS } from "./detectors/code-tokens.ts";
import { COMMERCE_TOKENS } from "./detectors/commerce-tokens.ts";
import { DATA_TOKENS } from "./detectors/data-tokens.ts";
import { MESSAGING_TOKENS } from "./detectors/messaging-tokens.ts";
import { OBSERVABILITY_TOKENS } from "./detectors/observability-tokens.ts";
import { WALLET_TOKENS } from "./detectors/wallet-tokens.ts";
import { WEB_TOKENS } from "./detectors/web-tokens.ts";

/** Every token that is known by a literal inside it. */
export const TOKEN_RULES: readonly TokenRule[] = [
  ...AI_TOKENS,
  ...AZURE_TOKENS,
  ...BUSINESS_TOKENS,
  ...CLOUD_TOKENS,
  ...CODE_TOKENS,
  ...COMMERCE_TOKENS,
  ...DATA_TOKENS,
  ...MESSAGING_TOKENS,
  ...OBSERVABILITY_TOKENS,
  ...WALLET_TOKENS,
  ...WEB_TOKENS,
];

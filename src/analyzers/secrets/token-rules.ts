import type { TokenRule } from "../token-rule.ts";
import { AI_TOKENS } from "./detectors/ai-tokens.ts";
import { BUSINESS_TOKENS, COMMERCE_TOKENS, MESSAGING_TOKENS } from "./detectors/business-tokens.ts";
import { AZURE_TOKENS, CLOUD_TOKENS } from "./detectors/cloud-tokens.ts";
import { CODE_TOKENS, DATA_TOKENS, OBSERVABILITY_TOKENS } from "./detectors/developer-tokens.ts";
import { WALLET_TOKENS, WEB_TOKENS } from "./detectors/web-tokens.ts";

/** The lists of token formats, by who issues them; the documentation has a section for each. */
export const TOKEN_FAMILIES: readonly (readonly [title: string, rules: readonly TokenRule[]])[] = [
  ["Models and agents", AI_TOKENS],
  ["Azure", AZURE_TOKENS],
  ["Clouds, hosting, databases, vaults", CLOUD_TOKENS],
  ["Code, packages, builds", CODE_TOKENS],
  ["Data, experiments, services for developers", DATA_TOKENS],
  ["Messages", MESSAGING_TOKENS],
  ["Observability", OBSERVABILITY_TOKENS],
  ["Office, design, business", BUSINESS_TOKENS],
  ["Payments and shops", COMMERCE_TOKENS],
  ["Vaults, sign-in, wallets, networks", WALLET_TOKENS],
  ["Web and social networks", WEB_TOKENS],
];

/** Every token that is known by a literal inside it. */
export const TOKEN_RULES: readonly TokenRule[] = TOKEN_FAMILIES.flatMap(([, rules]) => rules);

import type { SpanDetector } from "../detector.ts";
import { AI_TOKENS } from "./detectors/ai-tokens.ts";
import { ASSIGNED_SECRET } from "./detectors/assigned-secret.ts";
import { BASIC_CREDENTIALS, BEARER_TOKEN } from "./detectors/authorization.ts";
import { BUSINESS_TOKENS } from "./detectors/business-tokens.ts";
import { CLOUD_TOKENS } from "./detectors/cloud-tokens.ts";
import { CODE_TOKENS } from "./detectors/code-tokens.ts";
import { COMMAND_PASSWORD } from "./detectors/command-password.ts";
import { JSON_WEB_TOKEN } from "./detectors/json-web-token.ts";
import { LABELLED_TOKENS } from "./detectors/labelled-tokens.ts";
import { MESSAGING_TOKENS } from "./detectors/messaging-tokens.ts";
import { OBSERVABILITY_TOKENS } from "./detectors/observability-tokens.ts";
import { PRIVATE_KEY, PRIVATE_KEY_BASE64 } from "./detectors/private-key.ts";
import { URL_PASSWORD } from "./detectors/url-password.ts";

/** Rules that judge by the name in front of a value: they give way where a rule with a format of its own found something. */
export const GENERIC_SECRETS: readonly SpanDetector[] = [ASSIGNED_SECRET, BEARER_TOKEN, COMMAND_PASSWORD];

/** The built-in rules of `secrets_keys_detection`; a token format is one record in its list. */
export const SECRET_DETECTORS: readonly SpanDetector[] = [
  ...AI_TOKENS,
  ...BUSINESS_TOKENS,
  ...CLOUD_TOKENS,
  ...CODE_TOKENS,
  ...GENERIC_SECRETS,
  ...LABELLED_TOKENS,
  ...MESSAGING_TOKENS,
  ...OBSERVABILITY_TOKENS,
  BASIC_CREDENTIALS,
  JSON_WEB_TOKEN,
  PRIVATE_KEY,
  PRIVATE_KEY_BASE64,
  URL_PASSWORD,
];

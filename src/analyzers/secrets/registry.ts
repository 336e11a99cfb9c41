import type { SpanDetector } from "../detector.ts";
import { tokenDetector } from "../token-rule.ts";
import { ASSIGNED_SECRET } from "./detectors/assigned-secret.ts";
import { CLIENT_ID } from "./detectors/client-id.ts";
import { COMMAND_PASSWORD } from "./detectors/command-password.ts";
import { DEFINED_CONSTANT } from "./detectors/defined-constant.ts";
import { FOREIGN_LABEL } from "./detectors/foreign-label.ts";
import { BASIC_CREDENTIALS, BEARER_TOKEN, SESSION_COOKIE } from "./detectors/http-credentials.ts";
import { JSON_WEB_KEY } from "./detectors/json-web-key.ts";
import { JSON_WEB_TOKEN } from "./detectors/json-web-token.ts";
import { KUBERNETES_SECRET } from "./detectors/kubernetes-secret.ts";
import { LABELLED_TOKENS } from "./detectors/labelled-tokens.ts";
import { LOGIN_CREDENTIALS } from "./detectors/login-credentials.ts";
import { LOGIN_PAIR } from "./detectors/login-pair.ts";
import { NAMED_VALUE } from "./detectors/named-value.ts";
import { ONE_TIME_SEED } from "./detectors/one-time-seed.ts";
import { PRIVATE_KEY, PRIVATE_KEY_BASE64 } from "./detectors/private-key.ts";
import { PROVIDER_SECRET } from "./detectors/provider-secret.ts";
import { SEED_PHRASE } from "./detectors/seed-phrase.ts";
import { TRAILING_LABEL } from "./detectors/trailing-label.ts";
import { SHAPED_TOKEN } from "./detectors/shaped-token.ts";
import { SIGNED_ADDRESS, URL_PASSWORD } from "./detectors/url-secrets.ts";
import { USER_TOKEN } from "./detectors/user-token.ts";
import { TOKEN_RULES } from "./token-rules.ts";

/** Rules that judge by the name before a value: they give way where a rule with a format of its own found something. */
export const GENERIC_SECRETS: readonly SpanDetector[] = [
  ASSIGNED_SECRET,
  BEARER_TOKEN,
  CLIENT_ID,
  COMMAND_PASSWORD,
  FOREIGN_LABEL,
  LOGIN_CREDENTIALS,
  LOGIN_PAIR,
  NAMED_VALUE,
  PROVIDER_SECRET,
  TRAILING_LABEL,
  USER_TOKEN,
];

/** The built-in rules of `secrets_keys_detection`; a token format is one row in its list. */
export const SECRET_DETECTORS: readonly SpanDetector[] = [
  ...TOKEN_RULES.map(tokenDetector),
  ...GENERIC_SECRETS,
  ...LABELLED_TOKENS,
  BASIC_CREDENTIALS,
  DEFINED_CONSTANT,
  JSON_WEB_KEY,
  JSON_WEB_TOKEN,
  KUBERNETES_SECRET,
  ONE_TIME_SEED,
  PRIVATE_KEY,
  PRIVATE_KEY_BASE64,
  SEED_PHRASE,
  SESSION_COOKIE,
  SHAPED_TOKEN,
  SIGNED_ADDRESS,
  URL_PASSWORD,
];

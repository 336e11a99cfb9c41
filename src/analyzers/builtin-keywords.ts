import { lazy } from "../core/lazy.ts";
import { KeywordIndex } from "./keywords.ts";
import { PII_DETECTORS } from "./pii/registry.ts";
import { SECRET_DETECTORS } from "./secrets/registry.ts";

/** The one index of all built-in detectors, built on first use: a text is scanned once for all policies. */
export const builtinKeywords = lazy(() => new KeywordIndex([...SECRET_DETECTORS, ...PII_DETECTORS]));

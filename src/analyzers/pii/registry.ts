import type { SpanDetector } from "../detector.ts";

/** The entity types of `pii_detection`: one line each, sorted. */
export const PII_DETECTORS: readonly SpanDetector[] = [];

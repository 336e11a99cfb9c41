import { describe, test } from "node:test";
import type { SpanDetector } from "../../src/analyzers/detector.ts";
import { KeywordIndex } from "../../src/analyzers/keywords.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { runDetectors } from "../../src/analyzers/run-detectors.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { Reading } from "../../src/text/reading.ts";
import { assertQuick } from "../support/timing.ts";

/** Adversarial text, UTF-16 units. */
const HOSTILE_LENGTH = 100_000;
/** A detector that is linear takes a few milliseconds for it; a quadratic one takes minutes. */
const HOSTILE_MS_MAX = 1500;

/** Texts that make a careless pattern walk the same characters again and again. */
function hostileTexts(detector: SpanDetector): readonly string[] {
  const samples = detector.examples.hits.slice(0, 2).map(([, matched]) => matched);
  const units = [
    ...detector.keywords.slice(0, 3),
    ...detector.keywords.slice(0, 2).map((keyword) => `${keyword}=`),
    ...detector.keywords.slice(0, 2).map((keyword) => `${keyword} `),
    ...samples,
    ...samples.map((sample) => sample.slice(0, -1)),
    "a",
    "1",
    "1-",
    " ",
  ];
  return units.map((unit) => unit.repeat(Math.ceil(HOSTILE_LENGTH / unit.length)));
}

describe("time is linear on hostile text", () => {
  for (const detector of [...PII_DETECTORS, ...SECRET_DETECTORS])
    test(detector.id, () => {
      const index = new KeywordIndex([detector]);
      for (const raw of hostileTexts(detector))
        assertQuick(() => runDetectors([detector], new Reading(raw), { from: 0 }, index), HOSTILE_MS_MAX);
    });
});

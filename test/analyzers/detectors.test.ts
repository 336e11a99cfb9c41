import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SpanDetector } from "../../src/analyzers/detector.ts";
import { KeywordIndex } from "../../src/analyzers/keywords.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { runDetectors } from "../../src/analyzers/run-detectors.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { Reading } from "../../src/text/reading.ts";
import { assertUniqueIds } from "../support/unique.ts";

/** Every registry of span detectors: one line each. */
const REGISTRIES: readonly (readonly [name: string, detectors: readonly SpanDetector[]])[] = [
  ["pii", PII_DETECTORS],
  ["secrets", SECRET_DETECTORS],
];

/** The policy default: weaker findings are for those who ask. */
const THRESHOLD = 0.5;
const indexes = new Map<SpanDetector, readonly [readonly SpanDetector[], KeywordIndex]>();

function spans(detector: SpanDetector, raw: string): readonly string[] {
  let own = indexes.get(detector);
  if (own === undefined) indexes.set(detector, (own = [[detector], new KeywordIndex([detector])]));
  return runDetectors(own[0], new Reading(raw), { from: 0 }, own[1])
    .filter((finding) => finding.score >= THRESHOLD)
    .map((finding) => raw.slice(finding.span.start, finding.span.end));
}

for (const [name, detectors] of REGISTRIES)
  describe(`${name} registry`, () => {
    test("ids and placeholders are well formed, ids are unique", () => {
      assertUniqueIds(detectors, `src/analyzers/${name}`);
      for (const { id, placeholder } of detectors) {
        assert.match(id, /^[A-Za-z][A-Za-z0-9_-]*$/);
        assert.match(placeholder, /^[A-Z][A-Z0-9_]*$/, id);
      }
    });

    test("every detector says where its format is documented and shows both sides", () => {
      for (const { id, source, examples } of detectors) {
        assert.match(source, /^https:\/\/\S+$/, id);
        assert.ok(examples.hits.length > 0, id);
        assert.ok(examples.misses.length > 0, id);
      }
    });

    test("every hit is found with its exact span", () => {
      for (const detector of detectors)
        for (const [raw, matched] of detector.examples.hits) {
          assert.ok(spans(detector, raw).includes(matched), `${detector.id}: ${raw}`);
          assert.ok(matched.length <= detector.maxLength, detector.id);
        }
    });

    test("no miss is found", () => {
      for (const detector of detectors)
        for (const raw of detector.examples.misses)
          assert.deepEqual(spans(detector, raw), [], `${detector.id}: ${raw}`);
    });

    test("held text begins inside the text and never before its beginning", () => {
      for (const detector of detectors)
        for (const [raw] of detector.examples.hits) {
          const index = new KeywordIndex([detector]);
          const held = detector.stableUntil(new Reading(raw), index.hits(new Reading(raw)).get(detector) ?? [], 0);
          assert.ok(held >= 0 && held <= raw.length, detector.id);
        }
    });
  });

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { normalizeMetadata, policyFromWire } from "../../src/config/to-config.ts";
import { policySchema } from "../../src/config/config-schema.ts";

describe("normalizeMetadata", () => {
  for (const metadata of ["", [], null, undefined])
    test(`takes ${JSON.stringify(metadata)} for none`, () => assert.equal(normalizeMetadata(metadata), null));
  for (const metadata of ["text", ["a"], [["name", "pattern"]]])
    test(`keeps ${JSON.stringify(metadata)}`, () => assert.deepEqual(normalizeMetadata(metadata), metadata));
});

describe("policyFromWire", () => {
  const wire = policySchema.parse({ policy_name: "pii_detection", action: "flag" });

  test("fills in the defaults", () => {
    assert.deepEqual(policyFromWire(wire, "chat"), {
      id: "chat:pii_detection",
      name: "pii_detection",
      action: "flag",
      scope: null,
      metadata: null,
      threshold: null,
      mask: false,
      restores: false,
      maskStyle: "placeholder",
      allow: null,
      ignoreTestValues: false,
      stream: "window",
      onError: "block",
      timeoutMs: 500,
    });
  });

  test("turns a sensitivity into the threshold of its policy", () => {
    const thresholds = (["low", "medium", "high"] as const).map(
      (sensitivity) =>
        policyFromWire({ ...wire, policy_name: "toxicity_detection", sensitivity }, "chat").threshold ?? Number.NaN,
    );
    assert.ok(
      thresholds.every((threshold, index) => threshold > (thresholds[index + 1] ?? 0)),
      String(thresholds),
    );
    assert.equal(policyFromWire({ ...wire, threshold: 0.3, sensitivity: "low" }, "chat").threshold, 0.3);
  });

  test("takes restoring for masking", () => {
    const masking = ([false, true, "restore"] as const).map((mask) => policyFromWire({ ...wire, mask }, "chat"));
    assert.deepEqual(
      masking.map(({ mask, restores }) => [mask, restores]),
      [
        [false, false],
        [true, false],
        [true, true],
      ],
    );
  });

  test("keeps a chosen id", () => assert.equal(policyFromWire({ ...wire, policy_id: "p" }, "chat").id, "p"));
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Finding } from "../../src/core/model.ts";
import { movable, serializeOutcome, deserializeOutcome } from "../../src/threads/findings-serialization.ts";

const finding = fc.record(
  {
    kind: fc.constantFrom("EMAIL_ADDRESS", "PERSON", "rule\n1"),
    score: fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }).map((score) => score + 0),
    span: fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)).map(([start, end]) => ({ start, end })),
    decoded: fc.constantFrom("base64", "homoglyph"),
    label: fc.constantFrom("Globex", "Acme", ""),
  },
  { requiredKeys: ["kind", "score"], noNullPrototype: true },
) as fc.Arbitrary<Finding>;

describe("serialized outcomes", () => {
  test("say after the way there what they said before", () => {
    fc.assert(
      fc.property(fc.array(finding), fc.nat(), (findings, durationUs) => {
        const outcome = { kind: "findings", findings, durationUs } as const;
        const serialized = [serializeOutcome(outcome)];
        const [moved] = structuredClone(serialized, { transfer: movable(serialized) });
        assert.ok(moved !== undefined);
        assert.deepEqual(deserializeOutcome(moved), outcome);
      }),
    );
  });

  test("keep a failure", () => {
    const failed = { kind: "failed", reason: "error", durationUs: 7 } as const;
    assert.deepEqual(deserializeOutcome(serializeOutcome(failed)), failed);
    assert.deepEqual(movable([failed]), []);
  });
});

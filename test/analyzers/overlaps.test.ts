import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { bySureness, isInside, withoutOverlaps, type OverlapRule } from "../../src/analyzers/overlaps.ts";
import { resolveOverlaps } from "../../src/analyzers/pii/resolve-overlaps.ts";
import type { SpanFinding } from "../../src/analyzers/run-detectors.ts";
import { runs } from "../support/runs.ts";
import { assertAtMost, leastMs } from "../support/timing.ts";

const RUNS = runs(3000);

const finding = (kind: string, start: number, end: number, score = 0.8): SpanFinding => ({
  kind,
  score,
  span: { start, end },
});
const written = (findings: readonly SpanFinding[]): readonly string[] =>
  findings.map(({ kind, span }) => `${kind} ${span.start}-${span.end}`);

const plain: OverlapRule = { order: bySureness, yields: () => true };

const random = fc
  .uniqueArray(
    fc.record({
      kind: fc.constantFrom("STREET_ADDRESS", "PERSON", "LOCATION", "PHONE_NUMBER", "IBAN_CODE", "US_SSN"),
      start: fc.nat(400),
      length: fc.integer({ min: 1, max: 90 }),
      score: fc.constantFrom(0.5, 0.6, 0.65, 0.85, 0.95, 1),
    }),
    { maxLength: 24, selector: ({ kind, start, length }) => `${kind} ${start} ${length}` },
  )
  .map((list) =>
    list
      .map(({ kind, start, length, score }) => finding(kind, start, start + length, score))
      .toSorted((a, b) => a.span.start - b.span.start),
  );

/** Each finding compared with all that stay so far. */
function plainly(findings: readonly SpanFinding[], rule: OverlapRule): readonly SpanFinding[] {
  let kept: readonly SpanFinding[] = [];
  for (const later of findings.toSorted(rule.order)) {
    const rivals = kept.filter(({ span }) => span.start < later.span.end && span.end > later.span.start);
    const pieces = new Set(rivals.filter((rival) => rule.givesWay?.(rival, later) === true));
    if (rivals.some((rival) => !pieces.has(rival) && rule.yields(later, rival))) continue;
    kept = [...kept.filter((other) => !pieces.has(other)), later];
  }
  return findings.filter((finding) => kept.includes(finding));
}

describe("withoutOverlaps", () => {
  test("keeps what a comparison of all with all keeps, in whatever order they are given", () => {
    const some = fc.oneof(
      random,
      random.map((findings) => findings.toReversed()),
    );
    const rule: OverlapRule = {
      order: bySureness,
      yields: isInside,
      givesWay: (kept, later) => kept.score < 1 && isInside(kept, later),
    };
    fc.assert(
      fc.property(some, (findings) => {
        assert.deepEqual(written(withoutOverlaps(findings, rule)), written(plainly(findings, rule)));
      }),
      { numRuns: RUNS },
    );
  });

  test("keeps the surer, then the longer, in the order given", () => {
    const findings = [finding("A", 0, 10, 0.6), finding("B", 5, 12, 0.9), finding("C", 20, 25), finding("D", 20, 30)];
    assert.deepEqual(written(withoutOverlaps(findings, plain)), ["B 5-12", "D 20-30"]);
  });

  test("drops a finding only for one that stays", () => {
    const chain = [finding("A", 0, 10, 0.9), finding("B", 5, 25, 0.8), finding("C", 20, 30, 0.7)];
    assert.deepEqual(written(withoutOverlaps(chain, plain)), ["A 0-10", "C 20-30"]);
  });

  test("leaves findings that only touch, and kinds that may stand in one another", () => {
    assert.equal(withoutOverlaps([finding("A", 0, 5), finding("B", 5, 9)], plain).length, 2);
    const nested = [finding("A", 0, 9), finding("B", 2, 4, 1)];
    assert.equal(withoutOverlaps(nested, { ...plain, coexist: () => true }).length, 2);
  });

  test("lets a piece give way to the finding around it", () => {
    const findings = [finding("A", 0, 9, 0.7), finding("B", 2, 4, 1)];
    assert.deepEqual(written(withoutOverlaps(findings, { ...plain, givesWay: isInside })), ["A 0-9"]);
  });

  test("takes as long for many findings as they are many", () => {
    const settling = (count: number): (() => unknown) => {
      const many = Array.from({ length: count }, (_, at) => finding(at % 2 === 0 ? "A" : "B", at * 5, at * 5 + 9));
      return () => withoutOverlaps(many, plain);
    };
    const [few, many] = [settling(4000), settling(32_000)];
    few();
    const growth = (): number => {
      const [fewMs = 0, manyMs = 0] = leastMs([few, many], 3);
      return manyMs / fewMs;
    };
    // Eight times as many: 64 times as long when each is compared with each.
    assertAtMost(growth, 32, "8 times as many");
  });
});

describe("findings of personal data that overlap", () => {
  test("are settled alike whether or not what lies before a cut is known", () => {
    fc.assert(
      fc.property(random, fc.nat(500), (findings, cut) => {
        const kept = resolveOverlaps(findings);
        fc.pre(!kept.some(({ span }) => span.start < cut && span.end > cut));
        const behind = findings.filter(({ span }) => span.start >= cut);
        assert.deepEqual(written(resolveOverlaps(behind)), written(kept.filter(({ span }) => span.start >= cut)));
      }),
      { numRuns: RUNS },
    );
  });

  test("lose no character of an address to the town in it", () => {
    const findings = [finding("STREET_ADDRESS", 0, 25, 0.86), finding("LOCATION", 19, 25, 1)];
    assert.deepEqual(written(resolveOverlaps(findings)), ["STREET_ADDRESS 0-25", "LOCATION 19-25"]);
  });

  test("lose no address that has taken the first letter of its neighbour", () => {
    const findings = [finding("STREET_ADDRESS", 0, 20, 0.86), finding("MRZ", 19, 107, 0.95)];
    assert.equal(resolveOverlaps(findings).length, 2);
  });

  test("keep a number rather than the capitals or the shorter number in it", () => {
    assert.deepEqual(written(resolveOverlaps([finding("CH_VAT", 0, 19, 0.9), finding("PERSON", 16, 19, 0.98)])), [
      "CH_VAT 0-19",
    ]);
    assert.deepEqual(
      written(resolveOverlaps([finding("BE_LICENSE_PLATE", 0, 9, 0.85), finding("NL_LICENSE_PLATE", 2, 9, 0.95)])),
      ["BE_LICENSE_PLATE 0-9"],
    );
  });
});

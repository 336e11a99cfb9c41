import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { builtinKeywords } from "../../src/analyzers/builtin-keywords.ts";
import type { SpanDetector } from "../../src/analyzers/detector.ts";
import { KeywordIndex } from "../../src/analyzers/keywords.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { stableUntilAll, holdWhole, runDetectors } from "../../src/analyzers/run-detectors.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { Reading } from "../../src/text/reading.ts";
import { runs } from "../support/runs.ts";
import { mixedText } from "../support/stream-window.ts";

/** Finds its keywords; without keywords, every `!`. */
function detector(id: string, keywords: readonly string[], held = 0): SpanDetector {
  return {
    id,
    placeholder: id.toUpperCase(),
    keywords,
    maxLength: 10,
    source: "https://example.org",
    find: ({ raw }, hits) =>
      keywords.length > 0
        ? hits.map(({ start, end }) => ({ start, end, score: 1 }))
        : [...raw.matchAll(/!/g)].map(({ index }) => ({ start: index, end: index + 1, score: 1 })),
    stableUntil: ({ raw }) => raw.length - held,
    examples: { hits: [], misses: [] },
  };
}

const one = detector("one", ["Foo", "bar"]);
const two = detector("two", ["foo"], 2);
const always = detector("always", [], 1);
const list = [one, two, always];
const index = new KeywordIndex(list);
const report = (detectors: readonly SpanDetector[], raw: string, from = 0): readonly string[] =>
  runDetectors(detectors, new Reading(raw), { from }, index).map(
    ({ kind, span }) => `${kind} ${span.start}-${span.end}`,
  );

describe("KeywordIndex", () => {
  test("hands every hit to each detector that asked for it", () => {
    const hits = index.hits(new Reading("a FOO, a bar"));
    assert.deepEqual(
      hits.get(one)?.map(({ start }) => start),
      [2, 9],
    );
    assert.deepEqual(
      hits.get(two)?.map(({ start }) => start),
      [2],
    );
    assert.equal(hits.get(always), undefined);
  });

  test("gives the same empty table to every text without hits", () => {
    assert.equal(index.hits(new Reading("nothing")), index.hits(new Reading("here")));
  });

  test("keeps the tables of two texts apart", () => {
    const [first, second] = [new Reading("foo"), new Reading("xx foo")];
    assert.equal(index.hits(first).get(two)?.[0]?.start, 0);
    assert.equal(index.hits(second).get(two)?.[0]?.start, 3);
    assert.equal(index.hits(first).get(two)?.[0]?.start, 0);
  });
});

describe("runDetectors", () => {
  test("reports in order of start, then end, then id", () => {
    assert.deepEqual(report(list, "! bar foo"), ["always 0-1", "one 2-5", "one 6-9", "two 6-9"]);
  });

  test("runs the given detectors only", () => {
    assert.deepEqual(report([two], "bar foo!"), ["two 4-7"]);
  });

  test("leaves out what begins before the undecided text", () => {
    assert.deepEqual(report(list, "foo bar!", 2), ["one 4-7", "always 7-8"]);
  });

  test("refuses a detector that the index does not know", () => {
    assert.throws(() => report([detector("three", ["x"])], "x"), TypeError);
  });
});

describe("stableUntilAll", () => {
  test("is the least of all detectors, with and without hits, but not before the undecided text", () => {
    assert.equal(stableUntilAll(list, new Reading("0123456789"), { from: 0 }, index), 8);
    assert.equal(stableUntilAll([one, always], new Reading("0123456789"), { from: 0 }, index), 9);
    assert.equal(stableUntilAll(list, new Reading("foo"), { from: 2 }, index), 2);
  });
});

describe("stableUntilAll of the built-in detectors", () => {
  const detectors = [...SECRET_DETECTORS, ...PII_DETECTORS];
  const planted = detectors.flatMap(({ examples }) => [...examples.hits.flat(), ...examples.misses]);

  /** Every detector asked as if no keyword stood there, and those with keywords with them. */
  function naive(raw: string, from: number): number {
    const hits = builtinKeywords().hits(new Reading(raw));
    const asked = detectors.flatMap((each) => [
      each.stableUntil(new Reading(raw), [], from),
      each.stableUntil(new Reading(raw), hits.get(each) ?? [], from),
    ]);
    return Math.max(from, Math.min(raw.length, ...asked));
  }

  test("is what all of them say, though few are asked, and though texts go on from one another", () => {
    const text = mixedText(["the boat ", " ", "\n", ", ", "key ", "12 ", "ab", "="], planted);
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 6 }), fc.nat(), (raw, cuts, at) => {
        for (const cut of [...cuts.map((place) => place % (raw.length + 1)).toSorted((a, b) => a - b), raw.length]) {
          const prefix = raw.slice(0, cut);
          const from = at % (cut + 1);
          assert.equal(stableUntilAll(detectors, new Reading(prefix), { from }), naive(prefix, from));
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("holdWhole", () => {
  test("moves before every finding that reaches over it, one after the other", () => {
    const findings = [
      { kind: "a", score: 1, span: { start: 0, end: 4 } },
      { kind: "b", score: 1, span: { start: 5, end: 9 } },
      { kind: "c", score: 1, span: { start: 8, end: 12 } },
    ];
    assert.equal(holdWhole(findings, 10), 5);
    assert.equal(holdWhole(findings, 4), 4);
    assert.equal(holdWhole(findings, 12), 12);
  });
});

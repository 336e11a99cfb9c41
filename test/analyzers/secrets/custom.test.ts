import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileCustomRules, PATTERNS_MAX } from "../../../src/analyzers/secrets/custom.ts";
import { PATTERN_LENGTH_MAX } from "../../../src/analyzers/patterns/caller-pattern.ts";
import { PatternMeter } from "../../../src/analyzers/patterns/pattern-meter.ts";
import type { Json } from "../../../src/core/model.ts";
import { assertQuick } from "../../support/timing.ts";

function refusal(metadata: Json): readonly [path: string, reason: string] {
  const rules = compileCustomRules(metadata);
  if (rules.ok) throw new Error("was accepted");
  return [rules.path, rules.reason];
}

function spans(pattern: string, raw: string, from = 0): readonly (readonly number[])[] {
  const rules = compileCustomRules([["rule", pattern]]);
  if (!rules.ok) throw new Error(rules.reason);
  return rules.rules.flatMap((rule) =>
    rule.find(raw, from, new PatternMeter({})).map(({ span }) => [span.start, span.end]),
  );
}

describe("a caller's patterns", () => {
  test("none are no rules", () => {
    assert.deepEqual(compileCustomRules(null), { ok: true, rules: [] });
  });

  test("match with offsets in UTF-16 units", () => {
    assert.deepEqual(spans("T-[0-9]+", "😀 T-1 T-22"), [
      [3, 6],
      [7, 11],
    ]);
  });

  test("a search from the middle sees what stands before it", () => {
    assert.deepEqual(spans("\\bcode", "xcode code", 1), [[6, 10]]);
  });

  test("empty matches are no findings", () => {
    assert.deepEqual(spans("\\b(?:x|y*z)|\\bq{0,3}\\b", "a q").length, 1);
  });

  test("run in linear time", () => {
    assertQuick(() => assert.deepEqual(spans("(a+)+$b", "a".repeat(50_000)), []), 2000);
  });

  test("what is no list of pairs is refused with its place", () => {
    for (const [metadata, path] of [
      ["text", ""],
      [{ name: "pattern" }, ""],
      [["a", "b", "c"], "0"],
      [[["a", "b"], ["only name"]], "1"],
      [[["a", 1]], "0"],
      [[["", "b"]], "0.0"],
      [["", "b"], "0"],
    ] as const)
      assert.equal(refusal(metadata)[0], path, JSON.stringify(metadata));
  });

  test("a pattern that does not compile is refused by its name, without repeating it", () => {
    for (const pattern of ["(", "[", "(?=x)", "\\1", "a{1001}", "(a{1000}){1000}"]) {
      const [path, reason] = refusal([["my rule", pattern]]);
      assert.equal(path, "0.1");
      assert.match(reason, /"my rule"/);
      assert.ok(pattern.length < 4 || !reason.includes(pattern));
    }
  });

  test("a pair by itself has the path of its pattern", () => {
    assert.equal(refusal(["my rule", "("])[0], "1");
  });

  test("sizes are bounded", () => {
    assert.match(refusal([["long", "a".repeat(PATTERN_LENGTH_MAX + 1)]])[1], /longer than 1000/);
    assert.match(
      refusal([["large", "(?:[a-z]{90}[0-9]{90}){10}(?:\\pL\\pN{100}){9}(?:a{9}b{90}){10}(?:\\pL{100}){10}"]])[1],
      /too large/,
    );
    assert.match(refusal(Array.from({ length: PATTERNS_MAX + 1 }, (_, index) => [`n${index}`, "a"]))[1], /at most 100/);
  });

  test("a pattern that matches nothing at all is refused", () => {
    assert.match(refusal([["nothing", "a*"]])[1], /empty text/);
  });
});

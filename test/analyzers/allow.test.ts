import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileAllowList } from "../../src/analyzers/allow.ts";
import { PatternMeter } from "../../src/analyzers/patterns/pattern-meter.ts";
import type { AllowList } from "../../src/core/model.ts";
import { assertQuick } from "../support/timing.ts";

const NOTHING: AllowList = { values: [], patterns: [], types: [] };
const KINDS = ["EMAIL_ADDRESS", "IP_ADDRESS"].map((id) => ({ id, placeholder: id, source: "https://example.org" }));

function allowed(list: Partial<AllowList>): (kind: string, value: string) => boolean {
  const compiled = compileAllowList({ ...NOTHING, ...list }, KINDS);
  assert.ok(compiled.ok);
  const { isAllowed } = compiled;
  return (kind, value) => isAllowed(kind, value, new PatternMeter({}));
}
const refusal = (list: Partial<AllowList>) => {
  const compiled = compileAllowList({ ...NOTHING, ...list }, KINDS);
  assert.ok(!compiled.ok);
  return `${compiled.path}: ${compiled.reason}`;
};

describe("compileAllowList", () => {
  test("allows a whole value, without case and without spaces at its ends", () => {
    const isAllowed = allowed({ values: [" Ann@Acme.com "] });
    assert.equal(isAllowed("EMAIL_ADDRESS", "ann@acme.COM"), true);
    assert.equal(isAllowed("EMAIL_ADDRESS", "ann@acme.com.br"), false);
    assert.equal(isAllowed("EMAIL_ADDRESS", "joann@acme.com"), false);
  });

  test("allows what a pattern matches from end to end", () => {
    const isAllowed = allowed({ patterns: ["[a-z]+@acme[.]com", "10[.].*|192[.]168[.].*"] });
    assert.equal(isAllowed("EMAIL_ADDRESS", "ann@acme.com"), true);
    assert.equal(isAllowed("IP_ADDRESS", "192.168.0.1"), true);
    for (const value of ["ann@acme.com.br", "x.ann@acme.com", "8.10.1.2", "ann@acme.com\nx"])
      assert.equal(isAllowed("EMAIL_ADDRESS", value), false, value);
  });

  test("allows a kind", () => {
    const isAllowed = allowed({ types: ["IP_ADDRESS"] });
    assert.deepEqual([isAllowed("IP_ADDRESS", "1.2.3.4"), isAllowed("EMAIL_ADDRESS", "1.2.3.4")], [true, false]);
  });

  test("allows nothing when it is empty", () => assert.equal(allowed({})("IP_ADDRESS", ""), false));

  test("takes linear time for patterns that others choke on", () => {
    const isAllowed = allowed({ patterns: ["(a+)+b"] });
    assertQuick(() => assert.equal(isAllowed("X", "a".repeat(20_000)), false), 1000);
  });

  for (const [list, expected] of [
    [{ types: ["IP_ADDRESS", "MAIL"] }, "types.1: is no type of this policy; did you mean EMAIL_ADDRESS?"],
    [{ values: ["a", " "] }, "values.1: must not be empty"],
    [
      { patterns: ["a", "("] },
      "patterns.1: the pattern does not compile (RE2 syntax: no look-around, no back references)",
    ],
    [{ patterns: [""] }, "patterns.0: the pattern is empty"],
    [{ patterns: ["x".repeat(1001)] }, "patterns.0: the pattern is longer than 1000 characters"],
    [{ patterns: ["(?:x{1000}){1000}"] }, "patterns.0: the pattern "],
  ] as const)
    test(`refuses ${JSON.stringify(list).slice(0, 60)}`, () =>
      assert.ok(refusal(list).startsWith(expected), refusal(list)));

  test("takes any type where the kinds are not known", () =>
    assert.equal(compileAllowList({ ...NOTHING, types: ["ANY"] }, null).ok, true));
});

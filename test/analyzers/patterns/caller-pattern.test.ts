import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { PatternCompiler, type CallerPattern } from "../../../src/analyzers/patterns/caller-pattern.ts";
import { PatternMeter, type PatternLimits } from "../../../src/analyzers/patterns/pattern-meter.ts";
import { patternShape } from "../../../src/analyzers/patterns/pattern-shape.ts";
import { WorkBudget } from "../../../src/core/work-budget.ts";
import { assertQuick } from "../../support/timing.ts";

function compiled(pattern: string): CallerPattern {
  const made = new PatternCompiler().compile(pattern);
  if (typeof made === "string") throw new Error(`${pattern} ${made}`);
  return made;
}

const spans = (pattern: string, raw: string, from = 0, limits: PatternLimits = {}): readonly (readonly number[])[] =>
  compiled(pattern)
    .findAll(raw, from, new PatternMeter(limits))
    .map(({ start, end }) => [start, end]);

/** As the library itself finds, one match after the other. */
function plainly(pattern: string, raw: string, from: number): readonly (readonly number[])[] {
  const matcher = RE2JS.compile(pattern).matcher(raw);
  const found: number[][] = [];
  for (let isFound = matcher.find(from); isFound; isFound = matcher.find())
    if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
  return found;
}

/** Cheap to write, and each of them expensive in its own way. */
const RESTARTING = ["(?s)a.*b|a", "(a*b)*c|a", "a[^z]*z|a", "(?s)(?:a.*b)?a", "a(?:a|b)*?c|a"];

describe("a caller's pattern", () => {
  const patterns = fc.constantFrom(
    "ab",
    "a+b",
    "(?s)a.*b|a",
    "[ab]{2,3}",
    "\\bA",
    "x|y*z",
    "(?i)é+",
    ".",
    "b*",
    "a$",
    "(a|b)*a(a|b){3}",
    "😀+|\\pL",
    "(?m)^a",
    "[^a]b",
    "(?:ab|cd|ef)+",
    "a{20}",
    "\\B😀",
  );
  const texts = fc.array(fc.constantFrom("a", "b", "A", "É", "é", "😀", "\ud83d", "\n", " ", "z", "c"), {
    maxLength: 80,
  });

  test("finds what the library finds, whatever it counts", () => {
    fc.assert(
      fc.property(patterns, texts, fc.nat(10), (pattern, letters, at) => {
        const raw = letters.join("");
        const from = Math.min(at, raw.length);
        assert.deepEqual(spans(pattern, raw, from), plainly(pattern, raw, from));
        assert.equal(compiled(pattern).occursIn(raw, new PatternMeter({})), RE2JS.compile(pattern).matcher(raw).find());
        assert.equal(
          compiled(pattern).matches(raw, new PatternMeter({})),
          RE2JS.compile(pattern).matcher(raw).matches(),
        );
      }),
    );
  });

  test("draws what one pass takes before it begins", () => {
    const pattern = compiled("(?:a?){1000}a{1000}");
    const work = new WorkBudget({ values: 1, texts: 1, characters: 1e9, patternSteps: 32_768 * pattern.size - 1 });
    assert.throws(() => pattern.findAll("a".repeat(32_768), 0, new PatternMeter({ work })), { code: "too_much_work" });
  });

  for (const pattern of RESTARTING)
    test(`draws more when matches make it read on again and again: ${pattern}`, () => {
      const raw = "a".repeat(8000);
      const { size } = compiled(pattern);
      const work = new WorkBudget({ values: 1, texts: 1, characters: 1e9, patternSteps: raw.length * size * 20 });
      assert.throws(() => spans(pattern, raw, 0, { work }), { code: "too_much_work" });
    });

  for (const pattern of [...RESTARTING, "(?:a?){1000}a{1000}"])
    test(`stops within its search when its deadline has passed: ${pattern}`, () => {
      let looks = 0;
      const clock = { now: () => (looks += 1), epochMs: () => 0, after: () => () => {} };
      assert.throws(() => spans(pattern, "a".repeat(32_768), 0, { clock, deadlineMs: 3 }), { reason: "timeout" });
      assert.equal(looks, 4);
    });

  test("stops after as many steps as its caller has patience for", () => {
    assert.throws(() => spans("(?s)a.*b|a", "a".repeat(32_768), 0, { stepsMax: 500_000 }), { reason: "step_limit" });
    assert.equal(spans("a.b", "a-b ".repeat(1000), 0, { stepsMax: 500_000 }).length, 1000);
  });

  test("can be used again after it was stopped", () => {
    const pattern = compiled("(?s)a.*b|a");
    assert.throws(() => pattern.findAll("a".repeat(32_768), 0, new PatternMeter({ stepsMax: 500_000 })));
    assert.deepEqual(pattern.findAll("xaab", 0, new PatternMeter({})), [{ start: 1, end: 4 }]);
  });
});

describe("compiling a caller's patterns", () => {
  /** Each would take a tenth of a second or more, and as much for each of a hundred of them. */
  const EXPENSIVE = [
    ["a{1000}".repeat(142), /too large/],
    ["(?:a?){1000}".repeat(83), /too large/],
    ["(a{0,1000}){0,1}".repeat(60), /too large/],
    ["(a|b|c|d|e|f|g|h){1000}".repeat(43), /too large/],
    ["((((a{10})?){10})?){10}".repeat(40), /too large/],
    [String.raw`\p{L}{1000}`.repeat(90), /too large/],
    [String.raw`(?i:[\PL])`.repeat(99), /too many Unicode classes/],
    [String.raw`(?i:[a-\x{1e900}])`.repeat(55), /too many Unicode classes/],
    ["(?i:[a-\u{1e900}])".repeat(55), /too many Unicode classes/],
  ] as const;

  for (const [pattern, reason] of EXPENSIVE)
    test(`refuses what would take long to compile without compiling it: ${pattern.slice(0, 24)}…`, () => {
      const refused = new PatternCompiler().compile(pattern);
      assert.ok(typeof refused === "string");
      assert.match(refused, reason);
    });

  test("reads what does not compile in no time", () => {
    const tokens = [
      "[",
      "]",
      "\\Q",
      "\\E",
      "(",
      ")",
      "(?",
      ":",
      "[:",
      ":]",
      "\\",
      "{1,",
      "}",
      "a",
      "-",
      "^",
      "\\x{",
      "\\p{L}",
      "|",
      "*",
      "<",
    ];
    const patterns = fc
      .array(fc.constantFrom(...tokens), { maxLength: 300 })
      .map((parts) => parts.join("").slice(0, 1000));
    const repeated = fc
      .array(fc.constantFrom(...tokens), { maxLength: 4 })
      .map((parts) => `[${parts.join("").repeat(99)}`);
    fc.assert(
      fc.property(fc.oneof(patterns, repeated), (pattern) => {
        assertQuick(() => patternShape(pattern.slice(0, 1000)), 200);
      }),
    );
    assert.match(JSON.stringify(new PatternCompiler().compile(`[${"\\Qa\\E".repeat(190)}`)), /does not compile/);
    assert.match(JSON.stringify(new PatternCompiler().compile(`a)${"a{1000}".repeat(140)}`)), /does not compile/);
  });

  test("refuses patterns that are too large together, and names the bound", () => {
    const compiler = new PatternCompiler();
    const answers = Array.from({ length: 20 }, () => compiler.compile("(?:a?){1000}a{1000}"));
    assert.equal(typeof answers[0], "object");
    for (const refused of answers.slice(1)) assert.match(JSON.stringify(refused), /with the patterns before it: 5000/);
  });

  test("refuses classes that fold case when they would take long to build together, though few of them are large", () => {
    for (const unit of [String.raw`(?i:[^\x{0}-\x{ff}])`, String.raw`(?i:\W)`, "(?i:[^[:alpha:]])"]) {
      const compiler = new PatternCompiler();
      const pattern = unit.repeat(50);
      const made = Array.from({ length: 30 }, () => compiler.compile(pattern)).at(-1);
      assert.ok(typeof made === "string", unit);
      assert.match(made, /too many Unicode classes/, unit);
    }
    const many = String.raw`\pL\PN`.repeat(70);
    const made = new PatternCompiler().compile(`[${many}]`);
    assert.ok(typeof made === "string");
    assert.match(made, /too many Unicode classes/);
  });

  test("takes a hundred ordinary patterns", () => {
    const compiler = new PatternCompiler();
    for (let index = 0; index < 100; index += 1)
      assert.equal(typeof compiler.compile(String.raw`\b(?:EMP|ID)-${index}[A-Z]{2}\p{L}[0-9]{6,8}\b`), "object");
  });

  test("its sizes are told before they are made", () => {
    for (const pattern of [
      "abc",
      "a{3,5}b*",
      "(?:a?){100}a{100}",
      "(a|bc|[d-f]+)?x{2,}",
      "\\bEMP-[0-9]{6}\\b",
      "(?i)project\\s+(alpha|beta)",
      "((a{10}){10})",
      "\\Qa.b\\E+",
      "[[:alpha:]]{3}\\x{1F600}",
      "(?P<name>x{2}){3}",
      "a{0}b",
      "(?:x{0,9}){9}",
    ]) {
      const { instructions } = patternShape(pattern);
      const size = RE2JS.compile(pattern).programSize();
      assert.ok(size <= instructions + 2, `${pattern}: ${size}, told ${instructions}`);
      assert.ok(instructions <= size * 2, `${pattern}: ${size}, told ${instructions}`);
    }
  });
});

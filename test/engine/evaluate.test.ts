import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { ServiceError } from "../../src/core/errors.ts";
import type { Action, Evaluation } from "../../src/core/model.ts";
import { evaluate, runsOn } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { analyzerOf, DIGITS, guardOf, VALUES, WORDS } from "../support/analyzers.ts";
import { createManualClock } from "../support/clock.ts";

const run = (guards: readonly Guard[], raw: string, clock = createManualClock()): Promise<Evaluation> =>
  evaluate(guards, new Reading(raw), { side: "input", origin: "user", clock, signal: new AbortController().signal });

const failing = (error: Error) =>
  analyzerOf("failing", {
    analyze: () => {
      throw error;
    },
  });

describe("evaluate", () => {
  test("takes the worst action for the verdict and orders violations by severity, then name", async () => {
    const guards = [guardOf(VALUES), guardOf(WORDS, { action: "block" }), guardOf(DIGITS)];
    const { verdict, violations } = await run(guards, "hush 123 key=a;");
    assert.equal(verdict, "blocked");
    assert.deepEqual(
      violations.map(({ policy }) => policy.name),
      ["words", "digits", "values"],
    );
  });

  test("passes a text in which nothing is found", async () => {
    const evaluation = await run([guardOf(WORDS)], "clean");
    assert.deepEqual([evaluation.verdict, evaluation.violations], ["passed", []]);
    assert.equal(evaluation.applied[0]?.status, "passed");
  });

  test("never lowers a verdict by adding a policy", async () => {
    const rank = { passed: 0, flagged: 1, blocked: 2 };
    const guard = fc
      .tuple(fc.constantFrom(WORDS, DIGITS, VALUES), fc.constantFrom<Action>("block", "flag", "disabled"))
      .map(([analyzer, action]) => guardOf(analyzer, { action }));
    const raw = fc.array(fc.constantFrom("hush", "123", "key=a;", " ", "x")).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(guard, { maxLength: 4 }), guard, raw, async (guards, added, text) => {
        const before = await run(guards, text);
        const after = await run([...guards, added], text);
        assert.ok(rank[after.verdict] >= rank[before.verdict]);
      }),
    );
  });

  test("skips what lacks something that it would need for this text, and says so", async () => {
    const beside = analyzerOf("beside", {
      analyze: () => [{ kind: "X", score: 1, span: { start: 0, end: 1 } }],
      canJudge: ({ conversation }) => conversation !== undefined,
    });
    const { verdict, applied } = await run([guardOf(beside)], "text");
    assert.equal(verdict, "passed");
    assert.deepEqual(
      applied.map((item) => [item.status, "reason" in item ? item.reason : null]),
      [["skipped", "no_configuration"]],
    );
  });

  test("masks nothing where the analyzer says that it stays", async () => {
    const staying = analyzerOf("staying", {
      analyze: () => [{ kind: "X", score: 1, span: { start: 0, end: 1 } }],
      mask: () => null,
    });
    const { violations } = await run([guardOf(staying)], "text");
    assert.deepEqual(violations[0]?.masks, []);
  });

  test("lists every policy, run or not, with the reason", async () => {
    const outputOnly = analyzerOf("output-only", { analyze: () => [] }, { covers: (side) => side === "output" });
    const bare = analyzerOf("bare", { analyze: () => [] }, { prepare: () => ({ kind: "no_configuration" }) });
    const { applied } = await run([guardOf(WORDS, { action: "disabled" }), guardOf(outputOnly), guardOf(bare)], "text");
    assert.deepEqual(
      applied.map((item) => [item.policy.name, item.status, "reason" in item ? item.reason : null]),
      [
        ["bare", "skipped", "no_configuration"],
        ["output-only", "skipped", "out_of_scope"],
        ["words", "skipped", "disabled"],
      ],
    );
  });

  test("keeps findings from the threshold on", async () => {
    const scored = analyzerOf("scored", {
      analyze: () => [0.3, 0.5, 0.7].map((score, at) => ({ kind: "X", score, span: { start: at, end: at + 1 } })),
    });
    const scores = async (threshold: number): Promise<readonly number[] | undefined> =>
      (await run([guardOf(scored, { threshold })], "abc")).violations[0]?.findings.map(({ score }) => score);
    assert.deepEqual(await scores(0.5), [0.5, 0.7]);
    assert.deepEqual(await scores(0), [0.3, 0.5, 0.7]);
    assert.equal(await scores(0.71), undefined);
  });

  test("reports every score at threshold 0", async () => {
    const scored = analyzerOf("scored", { analyze: () => [{ kind: "none", score: 0 }] }, { measure: "score" });
    assert.equal((await run([guardOf(scored, { threshold: 0 })], "text")).verdict, "flagged");
    assert.equal((await run([guardOf(scored)], "text")).verdict, "passed");
  });

  test("fails closed by default and names the policy", async () => {
    const { failedClosed, degraded, applied } = await run([guardOf(failing(new Error("x")))], "text");
    assert.deepEqual([failedClosed, degraded], [["failing"], []]);
    assert.partialDeepStrictEqual(applied[0], { status: "failed", reason: "error" });
  });

  test("fails open where the policy says so, and names it", async () => {
    const { failedClosed, degraded } = await run([guardOf(failing(new Error("x")), { onError: "pass" })], "text");
    assert.deepEqual([failedClosed, degraded], [[], ["failing"]]);
  });

  test("can be repeated when every policy ran, and by itself", async () => {
    const late = analyzerOf("late", { analyze: () => Promise.resolve([]) });
    assert.equal((await run([guardOf(WORDS)], "hush")).isRepeatable, true);
    assert.equal((await run([guardOf(WORDS), guardOf(late)], "hush")).isRepeatable, false);
    for (const onError of ["block", "pass"] as const)
      assert.equal((await run([guardOf(failing(new Error("x")), { onError })], "text")).isRepeatable, false);
  });

  test("calls a policy unavailable when what it needs is", async () => {
    const { applied } = await run([guardOf(failing(new ServiceError("upstream_unreachable")))], "text");
    assert.partialDeepStrictEqual(applied[0], { status: "failed", reason: "unavailable" });
  });

  test("gives up on an asynchronous policy at its deadline, and keeps the others' results", async () => {
    const clock = createManualClock();
    const never = analyzerOf("never", { analyze: () => new Promise(() => {}) });
    const pending = run([guardOf(never, { timeoutMs: 100 }), guardOf(WORDS)], "hush", clock);
    clock.advance(100);
    const { applied, verdict } = await pending;
    assert.partialDeepStrictEqual(applied[0], { status: "failed", reason: "timeout" });
    assert.equal(verdict, "flagged");
  });

  for (const [what, finding] of [
    ["a span outside the text", { kind: "X", score: 1, span: { start: 2, end: 9 } }],
    ["an empty span", { kind: "X", score: 1, span: { start: 1, end: 1 } }],
    ["a score that is no number", { kind: "X", score: Number.NaN }],
  ] as const)
    test(`fails a policy that reports ${what}`, async () => {
      const unsound = analyzerOf("unsound", { analyze: () => [finding] });
      assert.deepEqual((await run([guardOf(unsound)], "text")).failedClosed, ["unsound"]);
    });

  test("runs every policy on a text that is neither prompt nor response", () => {
    const outputOnly = analyzerOf(
      "output-only",
      { analyze: () => [] },
      { covers: (side) => side === "output", scope: "output" },
    );
    assert.equal(runsOn(guardOf(outputOnly), "both", "tool"), true);
    assert.equal(runsOn(guardOf(outputOnly), "input", "user"), false);
    const calls = guardOf(analyzerOf("calls", { analyze: () => [] }, { reads: "tool_calls" }));
    assert.equal(runsOn(calls, "both", "tool"), false);
    assert.equal(runsOn(calls, "output", "assistant"), false);
    assert.equal(runsOn(calls, "output", "assistant", true), true);
  });
});

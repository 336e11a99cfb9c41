import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AnalysisContext } from "../../src/analyzers/analyzer.ts";
import type { Policy } from "../../src/core/model.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import { WorkBudget } from "../../src/core/work-budget.ts";
import { StepMeter } from "../../src/analyzers/step-meter.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import { isOffloadable, runOffloaded, type Offload } from "../../src/engine/offload.ts";
import { evaluate, type EvaluationContext } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { analyzerOf, guardOf, WORDS } from "../support/analyzers.ts";
import { realClock } from "../support/clock.ts";
import { makePolicy } from "../support/config.ts";
import { copiedTexts } from "../support/offload.ts";
import { fakeJudge, flat } from "../support/judges.ts";

const judge = fakeJudge((request) => flat(request, 0.9));

function real(name: string, over: Parameters<typeof makePolicy>[2] = {}): Guard {
  const compiled = compilePolicy(makePolicy("a", name, over), undefined, judge);
  assert.ok(compiled.kind === "guard");
  return compiled.guard;
}

const asked = (mode: "alone" | "after") => ({ judge: { name: "fake", mode, band: { low: 0.3, high: 0.6 } } });
const context: AnalysisContext = {
  side: "input",
  origin: "user",
  from: 0,
  clock: realClock,
  signal: new AbortController().signal,
};

/** Says of every text that it found the same. */
const saying = (score: number): Offload => ({
  takes: () => true,
  run: (guards) =>
    Promise.resolve(guards.map(() => ({ kind: "findings", findings: [{ kind: "x", score }], durationUs: 3 }))),
});

describe("isOffloadable", () => {
  test("is a policy of the registry that decides by itself, or before its judge does", () => {
    assert.equal(isOffloadable(real("pii_detection")), true);
    assert.equal(isOffloadable(real("toxicity_detection", asked("after"))), true);
    assert.equal(isOffloadable(real("toxicity_detection", asked("alone"))), false);
    assert.equal(isOffloadable(real("pii_detection", { action: "disabled" })), false);
    assert.equal(isOffloadable(guardOf(WORDS)), false);
  });
});

describe("runOffloaded", () => {
  test("gives what was found there, and asks here who cannot leave", async () => {
    const guards = [real("pii_detection"), guardOf(WORDS)];
    const text = new Reading("hush");
    const run = await runOffloaded(guards, text, { context, offload: saying(0.7) });
    const [there, here] = guards.map((guard) => run(guard, text, context));
    assert.deepEqual(there, { kind: "findings", findings: [{ kind: "x", score: 0.7 }], durationUs: 3 });
    assert.ok(here !== undefined && !(here instanceof Promise) && here.kind === "findings");
    assert.equal(here.findings[0]?.kind, "WORD");
  });

  test("asks the judge about a score that is uncertain, and only then", async () => {
    const guard = real("toxicity_detection", asked("after"));
    const scores: number[] = [];
    for (const score of [0.2, 0.5, 0.8]) {
      const before = judge.asked.length;
      const run = await runOffloaded([guard], new Reading("well"), { context, offload: saying(score) });
      const outcome = await run(guard, new Reading("well"), context);
      scores.push(judge.asked.length - before, outcome.kind === "findings" ? (outcome.findings[0]?.score ?? 0) : -1);
    }
    // 0.2 is under the threshold.
    assert.deepEqual(scores, [0, 0, 1, 0.9, 0, 0.8]);
  });
});

describe("evaluate", () => {
  test("follows on_error where a text could not be read elsewhere", async () => {
    const failing: Offload = {
      takes: () => true,
      run: (guards) => Promise.resolve(guards.map(() => ({ kind: "failed", reason: "timeout", durationUs: 9 }))),
    };
    const guards = [real("pii_detection"), real("secrets_keys_detection", { onError: "pass" })];
    const evaluation = await evaluate(guards, new Reading("text"), { ...context, offload: failing });
    const { failedClosed, degraded, isRepeatable, applied } = evaluation;
    assert.deepEqual([failedClosed, degraded, isRepeatable], [["pii_detection"], ["secrets_keys_detection"], false]);
    assert.deepEqual(
      applied.map((each) => [each.status, "reason" in each ? each.reason : null, each.durationUs]),
      [
        ["failed", "timeout", 9],
        ["failed", "timeout", 9],
      ],
    );
  });

  test("leaves a short text where it is", async () => {
    const none: Offload = { takes: () => false, run: () => Promise.reject(new Error("it is short")) };
    const { verdict } = await evaluate([real("pii_detection")], new Reading("text"), { ...context, offload: none });
    assert.equal(verdict, "passed");
  });

  test("lets the event loop turn between guards that take long together", async () => {
    let turns = 0;
    const counting: Offload = {
      takes: () => false,
      run: () => Promise.reject(new Error("it is short")),
      yieldToLoop: () => Promise.resolve(void (turns += 1)),
    };
    const names = ["pii_detection", "secrets_keys_detection", "toxicity_detection"];
    const run = async (tookMs: number): Promise<number> => {
      let nowMs = 0;
      const clock = { ...context.clock, now: () => (nowMs += tookMs) };
      turns = 0;
      await evaluate(
        names.map((name) => real(name)),
        new Reading("text"),
        { ...context, clock, offload: counting },
      );
      return turns;
    };
    assert.deepEqual([await run(1), await run(4), await run(10)], [0, 1, 3]);
  });
});

/** Of threads that take what is long. */
function bounded(): Offload & { readonly sent: string[] } {
  const { run } = copiedTexts();
  const sent: string[] = [];
  return {
    sent,
    takes: (chars, steps = 0) => chars > 32_768 || steps > 500_000,
    run: (guards, text, context) => {
      sent.push(...guards.map(({ policy }) => policy.name));
      return run(guards, text, context);
    },
  };
}

describe("patterns from configuration or callers", () => {
  const patterned = (pattern: string, over: Partial<Policy> = {}): Guard =>
    real("secrets_keys_detection", { metadata: [["own", pattern]], ...over });
  const judged = async (guards: readonly Guard[], raw: string, over: Partial<EvaluationContext> = {}) => {
    const offload = bounded();
    const evaluation = await evaluate(guards, new Reading(raw), { ...context, offload, ...over });
    return { sent: offload.sent, evaluation };
  };

  test("make a text long for their policy alone", async () => {
    const guards = [real("pii_detection"), patterned("(?:a?){100}a{100}")];
    const { sent, evaluation } = await judged(guards, "a".repeat(4000));
    assert.deepEqual(sent, ["secrets_keys_detection"]);
    assert.equal(evaluation.violations.length, 1);
  });

  test("stay where they are when they are cheap", async () => {
    const { sent, evaluation } = await judged([patterned("EMP-[0-9]{6}")], `${"word ".repeat(4000)}EMP-123456`);
    assert.deepEqual(sent, []);
    assert.equal(evaluation.violations.length, 1);
  });

  test("that begin anew at each match are given up here and found elsewhere", async () => {
    const { sent, evaluation } = await judged([patterned("(?s)a.*b|a", { timeoutMs: 600_000 })], "a".repeat(2000));
    assert.deepEqual(sent, ["secrets_keys_detection"]);
    assert.equal(evaluation.violations[0]?.findings.length, 2000);
  });

  test("out of budget, on_error decides, here and elsewhere", async () => {
    const work = new WorkBudget({ values: 1, texts: 1, characters: 1e9, patternSteps: 1000 });
    for (const length of [300, 300_000]) {
      const guards = [patterned("EMP-[0-9]{6}", { onError: "pass" }), real("pii_detection")];
      const { evaluation } = await judged(guards, "a ".repeat(length), { work });
      assert.deepEqual(evaluation.degraded, ["secrets_keys_detection"]);
      assert.equal(evaluation.verdict, "passed");
    }
  });
});

describe("detectors", () => {
  const EXPENSIVE = "Floor 3 ".repeat(4000);
  const find = async (guards: readonly Guard[], raw: string) => {
    const offload = bounded();
    const evaluation = await evaluate(guards, new Reading(raw), { ...context, offload });
    return { sent: offload.sent, evaluation };
  };

  test("that have much to do for a short text are given up here and go on elsewhere", async () => {
    const raw = `${EXPENSIVE} Mail ada@example.org.`;
    const guards = [real("pii_detection"), real("toxicity_detection")];
    const { sent, evaluation } = await find(guards, raw);
    assert.deepEqual(sent, ["pii_detection"]);
    const here = await evaluate(guards, new Reading(raw), context);
    const said = ({ violations }: typeof here) => violations.map(({ findings }) => findings);
    assert.deepEqual(said(evaluation), said(here));
    assert.deepEqual((await find(guards, "Floor 3, ".repeat(20))).sent, []);
  });

  test("of a stream hold what has much to do, and it is read elsewhere when it is whole", async () => {
    const offload = bounded();
    const { clock, signal } = context;
    const book = new PlaceholderBook();
    const stream = createStreamGuard([real("pii_detection", { action: "flag", mask: true })], {
      clock,
      signal,
      book,
      offload,
    });
    const held = await stream.push("a", EXPENSIVE);
    assert.deepEqual(held, { kind: "release", decided: 0, edits: [], maskable: [] });
    assert.deepEqual(offload.sent, []);
    const step = await stream.push("a", " Mail ada@example.org.", { ends: "text" });
    assert.deepEqual(offload.sent, ["pii_detection"]);
    assert.deepEqual(
      step.edits.map(({ start }) => start),
      [EXPENSIVE.length + 6],
    );
  });

  test("out of steps, on_error decides, here and in streams", async () => {
    const spend = ({ raw }: Reading): never => {
      const meter = new StepMeter(raw.length);
      for (;;) meter.spend(1000);
    };
    for (const onError of ["pass", "block"] as const) {
      const guard = guardOf(analyzerOf("expensive", { analyze: spend, stableUntil: spend }), { onError });
      const evaluation = await evaluate([guard], new Reading("a text"), context);
      assert.deepEqual(evaluation[onError === "pass" ? "degraded" : "failedClosed"], ["expensive"]);
      const { clock, signal } = context;
      const stream = createStreamGuard([guard], { clock, signal, book: new PlaceholderBook() });
      const step = await stream.push("a", "a text", { ends: "text" });
      assert.equal(step.kind, onError === "pass" ? "release" : "block");
      assert.deepEqual(stream.summary()[onError === "pass" ? "degraded" : "failedClosed"], ["expensive"]);
    }
  });
});

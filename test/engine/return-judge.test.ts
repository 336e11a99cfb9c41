import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { systemClock } from "../../src/cli/clock.ts";
import type { Analyzer } from "../../src/analyzers/analyzer.ts";
import type { Policy } from "../../src/core/model.ts";
import { returnJudge } from "../../src/engine/return-judge.ts";
import { analyzerOf, DIGITS, guardOf, WORDS } from "../support/analyzers.ts";

const { signal } = new AbortController();
const may = (value: string, analyzer: Analyzer, over: Partial<Policy> = {}): boolean =>
  returnJudge([guardOf(DIGITS), guardOf(analyzer, { action: "block", ...over })], { clock: systemClock, signal })(
    value,
  );

describe("returnJudge", () => {
  test("refuses what a blocking policy of answers finds in the value", () => {
    assert.equal(may("so hush 12", WORDS), false);
    assert.equal(may("so loud 12", WORDS), true);
  });

  test("asks no policy that flags, that restores the value, or that reads prompts only", () => {
    assert.equal(may("hush", WORDS, { action: "flag" }), true);
    assert.equal(may("hush", WORDS, { restores: true }), true);
    assert.equal(may("hush", WORDS, { scope: "input" }), true);
  });

  test("refuses what a policy cannot say in time, unless it fails open", () => {
    const late = analyzerOf("late", { analyze: () => Promise.resolve([]) });
    const broken = analyzerOf("broken", {
      analyze: () => {
        throw new Error("no");
      },
    });
    assert.equal(may("loud", late), false);
    assert.equal(may("loud", broken), false);
    assert.equal(may("loud", broken, { onError: "pass" }), true);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { systemClock } from "../../src/cli/process.ts";
import type { Analyzer } from "../../src/analyzers/analyzer.ts";
import type { Policy } from "../../src/core/model.ts";
import { mayReturnTest } from "../../src/engine/may-return.ts";
import { POLICY_VIOLATION_DETECTION } from "../../src/analyzers/policy-violation/index.ts";
import { fakeJudge } from "../support/judges.ts";
import { analyzerOf, DIGITS, guardOf, WORDS } from "../support/analyzers.ts";

const may = (value: string, analyzer: Analyzer, over: Partial<Policy> = {}): boolean =>
  mayReturnTest([guardOf(DIGITS), guardOf(analyzer, { action: "block", ...over })], { clock: systemClock })(value);

describe("mayReturnTest", () => {
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

  // Nobody waits for the answer, and the value is what masks keep from others.
  test("sends no value to an external judge, and refuses what only that could allow", () => {
    const judge = fakeJudge((request) => {
      assert.ok(request.signal.aborted, "nothing is sent for a caller that is gone");
      return Promise.reject(new Error("gone"));
    });
    const rules = guardOf(POLICY_VIOLATION_DETECTION, { action: "block", metadata: ["No names"] }, judge);
    assert.equal(mayReturnTest([rules], { clock: systemClock })("Jane"), false);
  });
});

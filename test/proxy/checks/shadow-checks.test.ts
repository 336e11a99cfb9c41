import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Analyzer } from "../../../src/analyzers/analyzer.ts";
import { ConversationLog } from "../../../src/proxy/checks/conversation-log.ts";
import { ShadowedAnswer, ShadowWatch } from "../../../src/proxy/checks/shadow-checks.ts";
import { ALL_HERE } from "../../../src/engine/offload.ts";
import { VerdictMemo } from "../../../src/proxy/checks/verdict-memo.ts";
import { Metrics } from "../../../src/telemetry/metrics.ts";
import { analyzerOf } from "../../support/analyzers.ts";
import { createManualClock, realClock } from "../../support/clock.ts";
import { makeAsset } from "../../support/config.ts";
import { parseExposition, valueOf } from "../../support/prometheus.ts";
import { makeRuntime, TEST_KEY } from "../../support/proxy.ts";

const SETTLE_MS = 30_000;
const OPEN = new AbortController().signal;
const ALL = { select: () => true, manner: "" };
const said = (text: string) => ({ text, kind: "text", side: "input", origin: "user" }) as const;

interface Given {
  readonly analyzers?: readonly Analyzer[];
  readonly memoEntries?: number;
  readonly clock?: typeof realClock;
}

function watch({ analyzers = [], memoEntries = 0, clock = realClock }: Given = {}) {
  const shadow = { action: "block", isShadow: true, timeoutMs: 100_000 } as const;
  const names = analyzers.length === 0 ? ["test_keys"] : analyzers.map(({ name }) => name);
  const policies = Object.fromEntries(names.map((name) => [name, shadow]));
  const asset = makeRuntime({ assets: [makeAsset("a", policies)] }, analyzers).assets.get("a");
  assert.ok(asset !== undefined);
  const metrics = new Metrics();
  const conversation = new ConversationLog();
  const watching = new ShadowWatch({
    longTexts: ALL_HERE,
    asset,
    clock,
    metrics,
    memo: new VerdictMemo(memoEntries),
    conversation,
  });
  const counted = (labels: Record<string, string>): number =>
    valueOf(parseExposition(metrics.expose()), "sallyport_shadow_evaluations_total", labels);
  return { watching, conversation, counted };
}

/** It never answers. */
const STUCK = analyzerOf("test_stuck", { analyze: () => new Promise<never>(() => {}) });

function counting() {
  let asked = 0;
  const analyze = (): readonly never[] => {
    asked += 1;
    return [];
  };
  return { analyzer: analyzerOf("test_counted", { analyze }), asked: () => asked };
}

describe("ShadowWatch", () => {
  test("asks in a later turn of the loop, and tells the worst over all texts", async () => {
    const { watching, counted } = watch();
    for (const text of ["fine", `take ${TEST_KEY}`, "fine too"]) watching.text({ ...said(text), turn: 3 }, ALL);
    await Promise.resolve();
    assert.equal(counted({ outcome: "passed" }), 0);
    await watching.finish(OPEN, SETTLE_MS);
    assert.deepEqual([counted({ outcome: "passed" }), counted({ outcome: "violated" })], [2, 1]);
    assert.partialDeepStrictEqual(watching.applied, [
      { policy_name: "test_keys", shadow: true, status: "violated", violation: { action_taken: "block", message: 3 } },
    ]);
  });

  test("tells of a policy that no text was for", async () => {
    const { watching } = watch();
    await watching.finish(OPEN, SETTLE_MS);
    assert.partialDeepStrictEqual(watching.applied, [{ status: "skipped", reason: "out_of_scope", shadow: true }]);
  });

  test("asks once about a text that comes again and is clean", async () => {
    const { analyzer, asked } = counting();
    const { watching } = watch({ analyzers: [analyzer], memoEntries: 10 });
    for (let turn = 0; turn < 3; turn++) {
      watching.text(said("hello"), ALL);
      await watching.finish(OPEN, SETTLE_MS);
    }
    assert.equal(asked(), 1);
    assert.partialDeepStrictEqual(watching.applied, [{ status: "passed" }]);
  });

  test("tells of text beyond its bound that it was not looked at", async () => {
    const { watching, counted } = watch();
    for (let each = 0; each < 3; each++) watching.text(said("x".repeat(1_900_000)), ALL);
    assert.equal(counted({ outcome: "failed", reason: "unavailable" }), 1);
    await watching.finish(OPEN, SETTLE_MS);
    assert.equal(counted({ outcome: "passed" }), 2);
    assert.partialDeepStrictEqual(watching.applied, [{ status: "failed", reason: "unavailable" }]);
  });

  test("gives up what is not said when the process ends, or after a while", async () => {
    for (const ends of ["closing", "late"] as const) {
      const clock = createManualClock();
      const { watching, counted } = watch({ analyzers: [STUCK], clock });
      for (let each = 0; each < 20; each++) watching.text(said(`text ${each}`), ALL);
      const closing = new AbortController();
      const finished = watching.finish(closing.signal, SETTLE_MS);
      for (let turn = 0; turn < 40; turn++) {
        clock.advance(1);
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(counted({ outcome: "failed" }), 0);
      if (ends === "closing") closing.abort();
      else clock.advance(SETTLE_MS);
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(1);
      await finished;
      assert.equal(counted({ outcome: "failed", reason: "timeout" }), 20);
      watching.text(said("too late"), ALL);
      assert.equal(counted({ outcome: "failed", reason: "unavailable" }), 1);
    }
  });

  test("judges beside what had been said when the text came", async () => {
    const beside: number[] = [];
    const analyzer = analyzerOf("test_beside", {
      readsConversation: true,
      analyze: (_, { conversation }) => {
        beside.push(conversation?.texts.length ?? -1);
        return [];
      },
    });
    const { watching, conversation } = watch({ analyzers: [analyzer] });
    for (const text of ["one", "two"]) {
      conversation.addAnswerText({ origin: "assistant", kind: "text", text });
      watching.text({ ...said("x"), side: "output", origin: "assistant" }, ALL);
    }
    await watching.finish(OPEN, SETTLE_MS);
    assert.deepEqual(beside, [1, 2]);
  });
});

describe("ShadowedAnswer", () => {
  test("has each text of a stream judged whole, those that break off too", async () => {
    const { watching, counted } = watch();
    const answer = new ShadowedAnswer(watching, 100);
    answer.grow("a", TEST_KEY.slice(0, 5));
    answer.grow("b", "fine");
    answer.grow("a", TEST_KEY.slice(5));
    answer.end("a");
    answer.end("c");
    answer.close();
    await watching.finish(OPEN, SETTLE_MS);
    assert.deepEqual([counted({ outcome: "violated" }), counted({ outcome: "passed" })], [1, 1]);
  });

  test("tells once of a text that is too long to be kept", async () => {
    const { watching, counted } = watch();
    const answer = new ShadowedAnswer(watching, 10);
    for (let each = 0; each < 5; each++) answer.grow("a", "12345");
    answer.close();
    await watching.finish(OPEN, SETTLE_MS);
    assert.deepEqual([counted({ outcome: "failed", reason: "unavailable" }), counted({ outcome: "passed" })], [1, 0]);
  });
});

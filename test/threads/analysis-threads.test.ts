import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { ServiceError } from "../../src/core/errors.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import type { Guard } from "../../src/engine/guard.ts";
import type { GuardOutcome } from "../../src/engine/run-guard.ts";
import { AnalysisThreads, SHORT_MAX_CHARS, LoopTurns } from "../../src/threads/analysis-threads.ts";
import { Reading } from "../../src/text/reading.ts";
import { createManualClock } from "../support/clock.ts";
import { makePolicy } from "../support/config.ts";
import { fakeThreads, type FakeThread } from "../support/threads.ts";

const compiled = compilePolicy(makePolicy("a", "pii_detection"));
assert.ok(compiled.kind === "guard");
const GUARDS: readonly Guard[] = [compiled.guard];
const DAY_MS = 86_400_000;

type Ending = readonly GuardOutcome[] | ServiceError;

/** Threads that do what the test says, on a clock that does too. */
function start(bounds = { threads: 1, queueMax: 2 }, isRefused: () => boolean = () => false) {
  const fakes = fakeThreads();
  const clock = createManualClock();
  const { report, all, ends, waitsMs } = fakes;
  const open: typeof fakes.open = (heard) => {
    if (isRefused()) throw new Error("no thread");
    return fakes.open(heard);
  };
  const threads = new AnalysisThreads(bounds, { clock, open, report, turns: new LoopTurns() });
  const ask = (
    way: "newRequests" | "guaranteed" | "background",
    raw = "text",
    signal = new AbortController().signal,
  ): Promise<Ending> =>
    threads[way]
      .run(GUARDS, new Reading(raw), { side: "input", origin: "user", from: 0, clock, signal })
      .catch((error: unknown) => error as ServiceError);
  const thread = (index: number): FakeThread => {
    const fake = all[index];
    assert.ok(fake !== undefined, `thread ${index} was started`);
    return fake;
  };
  return { threads, clock, ask, thread, all, ends, waitsMs };
}

const reasonsOf = (ending: Ending): readonly string[] =>
  ending instanceof ServiceError
    ? [ending.code]
    : ending.map((outcome) => (outcome.kind === "failed" ? outcome.reason : "found"));

describe("AnalysisThreads", () => {
  test("takes long texts, and none where there are to be no threads", () => {
    const { threads } = start();
    assert.deepEqual([SHORT_MAX_CHARS, SHORT_MAX_CHARS + 1].map(threads.newRequests.takes), [false, true]);
    threads.use({ threads: 0, queueMax: 1 });
    assert.equal(threads.guaranteed.takes(SHORT_MAX_CHARS + 1), false);
  });

  test("starts a thread with the first text, and gives it one text at a time, in their order", async () => {
    const { threads, clock, ask, thread, all, ends, waitsMs } = start();
    assert.equal(all.length, 0);
    const first = ask("newRequests", "first");
    const second = ask("newRequests", "second");
    assert.equal(all.length, 1);
    assert.deepEqual([threads.threads, threads.busy, threads.waiting], [1, 0, 2]);
    clock.advance(200);
    thread(0).ready();
    assert.deepEqual([threads.busy, threads.waiting], [1, 1]);
    thread(0).done();
    thread(0).done();
    assert.deepEqual(reasonsOf(await first), ["found"]);
    assert.deepEqual(reasonsOf(await second), ["found"]);
    assert.deepEqual(
      thread(0).tasks.map(({ text }) => text),
      ["first", "second"],
    );
    assert.deepEqual(
      [ends, waitsMs],
      [
        ["done", "done"],
        [200, 200],
      ],
    );
  });

  test("starts as many threads as are wanted and allowed", () => {
    const { ask, all } = start({ threads: 2, queueMax: 9 });
    for (let count = 0; count < 4; count++) void ask("newRequests");
    assert.equal(all.length, 2);
  });

  test("refuses a new request when too many wait, and never one that is guaranteed", async () => {
    const { ask, ends, thread } = start({ threads: 1, queueMax: 1 });
    const kept = ask("newRequests");
    assert.deepEqual(reasonsOf(await ask("newRequests")), ["overloaded"]);
    assert.deepEqual(ends, ["refused"]);
    const guaranteed = ask("guaranteed");
    thread(0).ready();
    thread(0).done();
    thread(0).done();
    assert.deepEqual([reasonsOf(await kept), reasonsOf(await guaranteed)], [["found"], ["found"]]);
  });

  test("reads what only watches when nothing else waits, and refuses nobody for it", async () => {
    const { ask, threads, thread } = start({ threads: 1, queueMax: 1 });
    const watching = [ask("background", "one"), ask("background", "two")];
    const live = ask("newRequests", "live");
    assert.equal(threads.waiting, 3);
    thread(0).ready();
    for (let count = 0; count < 3; count++) thread(0).done();
    assert.deepEqual(reasonsOf(await live), ["found"]);
    await Promise.all(watching);
    assert.deepEqual(
      thread(0).tasks.map(({ text }) => text),
      ["live", "one", "two"],
    );
  });

  test("fails what waits where the system gives no thread, and tries again with the next text", async () => {
    let isRefused = true;
    const { ask, thread, ends, threads } = start({ threads: 2, queueMax: 9 }, () => isRefused);
    assert.deepEqual(reasonsOf(await ask("newRequests")), ["error"]);
    assert.deepEqual([ends, threads.waiting], [["lost", "failed"], 0]);
    isRefused = false;
    const [first, second] = [ask("newRequests"), ask("guaranteed")];
    isRefused = true;
    // The last thread is lost, and there is no other: nobody waits for ever.
    thread(0).lose();
    thread(1).lose();
    assert.deepEqual([reasonsOf(await first), reasonsOf(await second)], [["error"], ["error"]]);
    assert.equal(threads.waiting, 0);
  });

  test("starts the threads that a reload allows for what waits already", () => {
    const { ask, all, threads } = start({ threads: 1, queueMax: 9 });
    for (let count = 0; count < 3; count++) void ask("newRequests");
    threads.use({ threads: 3, queueMax: 9 });
    assert.equal(all.length, 3);
  });

  test("forgets a text whose caller leaves while it waits", async () => {
    const { threads, ask, thread, ends } = start();
    const leaving = new AbortController();
    const left = ask("newRequests", "left", leaving.signal);
    const next = ask("newRequests", "next");
    leaving.abort();
    assert.deepEqual(reasonsOf(await left), ["error"]);
    assert.equal(threads.waiting, 1);
    thread(0).ready();
    thread(0).done();
    assert.deepEqual(reasonsOf(await next), ["found"]);
    assert.deepEqual([thread(0).tasks.length, ends], [1, ["abandoned", "done"]]);
  });

  test("drops what it finds for a caller who has left meanwhile", async () => {
    const { ask, thread, ends, threads } = start();
    const leaving = new AbortController();
    const left = ask("newRequests", "left", leaving.signal);
    thread(0).ready();
    leaving.abort();
    assert.deepEqual(reasonsOf(await left), ["error"]);
    assert.equal(threads.busy, 1);
    thread(0).done();
    assert.deepEqual([threads.busy, ends], [0, ["abandoned"]]);
    assert.deepEqual(reasonsOf(await ask("newRequests", "left", leaving.signal)), ["error"]);
  });

  test("gives up a thread that takes too long, and reads the next text in another", async () => {
    const { clock, ask, thread, ends, threads } = start();
    const slow = ask("newRequests", "slow");
    thread(0).ready();
    const next = ask("newRequests", "next");
    clock.advance(20_000);
    assert.deepEqual(reasonsOf(await slow), ["timeout"]);
    assert.deepEqual([thread(0).isEnded(), threads.threads], [true, 1]);
    thread(1).ready();
    thread(1).done();
    assert.deepEqual(reasonsOf(await next), ["found"]);
    assert.deepEqual(ends, ["lost", "timeout", "done"]);
  });

  test("fails the text of a thread that is lost, and reads the next one in another", async () => {
    const { ask, thread, ends } = start();
    const lost = ask("newRequests", "lost");
    const next = ask("newRequests", "next");
    thread(0).ready();
    thread(0).lose();
    assert.deepEqual(reasonsOf(await lost), ["error"]);
    thread(1).ready();
    thread(1).done();
    assert.deepEqual(reasonsOf(await next), ["found"]);
    assert.deepEqual(ends, ["lost", "failed", "done"]);
  });

  test("fails a text for each thread that does not start", async () => {
    const { clock, ask, thread, all, ends } = start();
    const texts = [ask("newRequests"), ask("newRequests")];
    thread(0).lose();
    clock.advance(DAY_MS);
    for (const text of texts) assert.deepEqual(reasonsOf(await text), ["error"]);
    assert.deepEqual([all.length, ends], [2, ["lost", "failed", "lost", "failed"]]);
  });

  test("ends a thread that has nothing to do for a while, and starts another when there is", () => {
    const { clock, ask, thread, all, threads } = start();
    void ask("newRequests");
    thread(0).ready();
    thread(0).done();
    assert.equal(thread(0).isEnded(), false);
    clock.advance(DAY_MS);
    assert.deepEqual([thread(0).isEnded(), threads.threads], [true, 0]);
    void ask("newRequests");
    assert.equal(all.length, 2);
  });

  test("ends threads that are too many since a reload, and still reads what waits", async () => {
    const { ask, thread, threads } = start({ threads: 2, queueMax: 9 });
    const texts = [ask("newRequests"), ask("newRequests"), ask("newRequests")];
    threads.use({ threads: 0, queueMax: 9 });
    thread(0).ready();
    thread(1).ready();
    thread(0).done();
    thread(1).done();
    thread(0).done();
    for (const text of texts) assert.deepEqual(reasonsOf(await text), ["found"]);
    assert.deepEqual([thread(0).isEnded(), thread(1).isEnded(), threads.threads], [true, true, 0]);
  });

  test("reads what waits though a reload took the last thread's place away", async () => {
    const { ask, thread, threads } = start();
    const lost = ask("newRequests");
    const waiting = ask("newRequests");
    threads.use({ threads: 0, queueMax: 9 });
    thread(0).ready();
    thread(0).lose();
    await lost;
    thread(1).ready();
    thread(1).done();
    assert.deepEqual(reasonsOf(await waiting), ["found"]);
  });

  test("fails all that is under way when it closes, and what comes later", async () => {
    const { ask, thread, threads } = start();
    const texts = [ask("newRequests"), ask("guaranteed")];
    thread(0).ready();
    await threads.close();
    for (const text of [...texts, ask("newRequests")]) assert.deepEqual(reasonsOf(await text), ["error"]);
    assert.deepEqual([thread(0).isEnded(), threads.threads, threads.waiting], [true, 0, 0]);
  });

  test("answers every text once, whatever happens, and never has too many threads", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("ask" as const), isGuaranteed: fc.boolean() }),
      fc.record({ kind: fc.constantFrom("ready", "done", "lose", "leave"), index: fc.nat(5) }),
      fc.record({ kind: fc.constant("advance" as const), byMs: fc.constantFrom(10, 20_000, 70_000) }),
      fc.record({ kind: fc.constant("use" as const), threads: fc.nat(3) }),
    );
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { threads, clock, ask, all, ends } = start({ threads: 2, queueMax: 3 });
      const callers: AbortController[] = [];
      const asked: Promise<Ending>[] = [];
      for (const step of steps) {
        switch (step.kind) {
          case "ask": {
            const caller = new AbortController();
            callers.push(caller);
            asked.push(ask(step.isGuaranteed ? "guaranteed" : "newRequests", "text", caller.signal));
            break;
          }
          case "advance":
            clock.advance(step.byMs);
            break;
          case "use":
            threads.use({ threads: step.threads, queueMax: 3 });
            break;
          case "leave":
            callers[step.index]?.abort();
            break;
          case "ready":
          case "lose":
            all[step.index]?.[step.kind]();
            break;
          case "done":
            if ((all[step.index]?.tasks.length ?? 0) > 0) all[step.index]?.done();
        }
        assert.ok(threads.threads <= 3 && threads.busy <= threads.threads);
        assert.ok(threads.waiting === 0 || threads.threads > 0, "what waits is waited for");
      }
      await threads.close();
      await Promise.all(asked);
      assert.equal(ends.filter((end) => end !== "lost").length, asked.length);
      assert.ok(all.every(({ isEnded }) => isEnded()));
    });
    await fc.assert(property);
  });
});

describe("LoopTurns", () => {
  test("lets one of those who wait go on in each turn, in order", async () => {
    const deferred: (() => void)[] = [];
    const turns = new LoopTurns((run) => void deferred.push(run));
    const went: string[] = [];
    const work = async (name: string, slices: number): Promise<void> => {
      for (let slice = 0; slice < slices; slice += 1) {
        await turns.next();
        went.push(name);
      }
    };
    const all = Promise.all([work("a", 2), work("b", 1), work("c", 2)]);
    for (let turn = 1; turn <= 5; turn += 1) {
      assert.equal(deferred.length, 1);
      deferred.shift()?.();
      await new Promise(setImmediate);
      assert.equal(went.length, turn);
    }
    await all;
    assert.equal(went.join(""), "abcac");
    assert.equal(deferred.length, 0);
  });
});

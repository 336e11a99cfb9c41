import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RetentionJob } from "../../src/store/retention-job.ts";
import { createManualClock } from "../support/clock.ts";

describe("RetentionJob", () => {
  /** A job whose steps return the given results one after the other, then report that nothing is left. */
  function start(steps: readonly (() => boolean | Promise<boolean>)[]) {
    const clock = createManualClock();
    const state = { runs: 0 };
    const job = new RetentionJob(clock, () => {
      const step = steps[state.runs];
      state.runs += 1;
      return step?.() ?? false;
    });
    return { clock, state, job };
  }

  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

  test("runs soon, soon again while there is more, and then every minute", () => {
    const { clock, state } = start([() => true, () => true, () => false]);
    clock.advance(99);
    assert.equal(state.runs, 0);
    clock.advance(1);
    assert.equal(state.runs, 1);
    clock.advance(200);
    assert.equal(state.runs, 3);
    clock.advance(59_999);
    assert.equal(state.runs, 3);
    clock.advance(1);
    assert.equal(state.runs, 4);
  });

  test("tries again after a minute when a step fails, at once or later", async () => {
    const { clock, state } = start([
      () => {
        throw new Error("locked");
      },
      () => Promise.reject(new Error("away")),
    ]);
    clock.advance(100);
    clock.advance(59_999);
    assert.equal(state.runs, 1);
    clock.advance(1);
    assert.equal(state.runs, 2);
    await turn();
    clock.advance(60_000);
    assert.equal(state.runs, 3);
  });

  test("starts no step before the last has ended", async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { clock, state } = start([() => promise]);
    clock.advance(600_000);
    assert.equal(state.runs, 1);
    resolve(true);
    await turn();
    clock.advance(100);
    assert.equal(state.runs, 2);
  });

  test("ends when it is stopped, while it waits and while a step runs", async () => {
    const waiting = start([]);
    waiting.job.stop();
    waiting.clock.advance(600_000);
    assert.equal(waiting.state.runs, 0);

    const { promise, resolve } = Promise.withResolvers<boolean>();
    const running = start([() => promise]);
    running.clock.advance(100);
    running.job.stop();
    resolve(true);
    await turn();
    running.clock.advance(600_000);
    assert.equal(running.state.runs, 1);
  });
});

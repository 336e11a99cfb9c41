import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RetentionJob, SteadyTime } from "../../src/store/retention-job.ts";
import { createManualClock, createJumpyClock } from "../support/clock.ts";

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

const HOUR_MS = 3_600_000;

describe("SteadyTime", () => {
  test("tells the time from the beginning, and while it runs evenly", () => {
    const clock = createJumpyClock();
    const time = new SteadyTime(clock);
    assert.equal(time.epochMs(), clock.epochMs());
    clock.advance(30 * 24 * HOUR_MS);
    assert.equal(time.epochMs(), clock.epochMs());
  });

  for (const hours of [5, -5])
    test(`tells none for an hour after a jump of ${hours} hours`, () => {
      const clock = createJumpyClock();
      const time = new SteadyTime(clock);
      clock.jump(hours * HOUR_MS);
      assert.equal(time.epochMs(), null);
      clock.advance(HOUR_MS - 1);
      assert.equal(time.epochMs(), null);
      clock.advance(1);
      assert.equal(time.epochMs(), clock.epochMs());
    });

  test("waits anew when the clock is set back", () => {
    const clock = createJumpyClock();
    const time = new SteadyTime(clock);
    clock.jump(HOUR_MS);
    assert.equal(time.epochMs(), null);
    clock.advance(HOUR_MS / 2);
    clock.jump(-HOUR_MS);
    assert.equal(time.epochMs(), null);
    clock.advance(HOUR_MS / 2);
    assert.equal(time.epochMs(), null);
    clock.advance(HOUR_MS / 2);
    assert.equal(time.epochMs(), clock.epochMs());
  });

  test("takes small corrections as they come", () => {
    const clock = createJumpyClock();
    const time = new SteadyTime(clock);
    for (let turn = 0; turn < 100; turn++) {
      clock.advance(60_000);
      clock.jump(turn % 2 === 0 ? 30_000 : -30_000);
      assert.equal(time.epochMs(), clock.epochMs());
    }
  });
});

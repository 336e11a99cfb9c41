import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SteadyTime } from "../../src/store/retention-job.ts";
import { createJumpyClock } from "../support/clock.ts";

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

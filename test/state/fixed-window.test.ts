import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Clock } from "../../src/core/clock.ts";
import { FixedWindowLimiter } from "../../src/state/fixed-window.ts";
import { createManualClock } from "../support/clock.ts";
import { limiterContract } from "./limiter-contract.ts";

/** A clock that shows what the test sets, backwards too. */
function settableClock(): Clock & { atMs: number } {
  const clock = { atMs: 0, now: () => clock.atMs, epochMs: () => clock.atMs, after: () => () => {} };
  return clock;
}

describe("FixedWindowLimiter", () => {
  limiterContract(() => {
    const clock = createManualClock();
    const limiter = new FixedWindowLimiter({ windowSeconds: 60, clock });
    return {
      take: (key, limit) => limiter.take(key, limit),
      setWindowSeconds: (seconds) => void (limiter.windowSeconds = seconds),
      advance: clock.advance,
      [Symbol.asyncDispose]: async () => {},
    };
  });

  test("refuses in the window's last millisecond and admits in the next", () => {
    const clock = createManualClock();
    const limiter = new FixedWindowLimiter({ windowSeconds: 60, clock });
    limiter.take("a", 1);
    clock.advance(59_999);
    assert.deepEqual(limiter.take("a", 1), { admitted: false, limit: 1, remaining: 0, resetSeconds: 1 });
    clock.advance(1);
    assert.deepEqual(limiter.take("a", 1), { admitted: true, limit: 1, remaining: 0, resetSeconds: 60 });
  });

  test("names the length of a fresh window exactly, whatever fraction the clock shows", () => {
    const clock = settableClock();
    const limiter = new FixedWindowLimiter({ windowSeconds: 60, clock });
    for (let index = 0; index < 2000; index++) {
      clock.atMs = index * 1234.567_891 + 0.1;
      assert.equal(limiter.take(`key ${index}`, 1).resetSeconds, 60);
    }
  });

  test("neither ends a window early nor holds a caller when the clock goes back an hour", () => {
    const clock = settableClock();
    const limiter = new FixedWindowLimiter({ windowSeconds: 60, clock });
    clock.atMs = 3_600_000;
    limiter.take("a", 1);
    clock.atMs = 0;
    assert.deepEqual(limiter.take("a", 1), { admitted: false, limit: 1, remaining: 0, resetSeconds: 60 });
    clock.atMs = 59_999;
    assert.equal(limiter.take("a", 1).admitted, false);
    clock.atMs = 60_000;
    assert.equal(limiter.take("a", 1).admitted, true);
  });

  describe("with a full table", () => {
    test("refuses a new key and says when the first window ends", () => {
      const clock = createManualClock();
      const limiter = new FixedWindowLimiter({ windowSeconds: 60, clock, maxWindows: 2 });
      limiter.take("a", 1);
      clock.advance(5000);
      limiter.take("b", 1);
      assert.deepEqual(limiter.take("c", 1), { admitted: false, limit: 1, remaining: 0, resetSeconds: 55 });
      assert.equal(limiter.take("a", 1).admitted, false);
    });

    test("takes a new key as soon as a window has ended", () => {
      const clock = createManualClock();
      const limiter = new FixedWindowLimiter({ windowSeconds: 60, clock, maxWindows: 2 });
      limiter.take("a", 1);
      clock.advance(5000);
      limiter.take("b", 1);
      clock.advance(55_000);
      assert.equal(limiter.take("c", 1).admitted, true);
      assert.equal(limiter.take("b", 1).admitted, false);
      assert.equal(limiter.take("d", 1).admitted, false);
    });

    test("finds a short window's end behind a long one's", () => {
      const clock = createManualClock();
      const limiter = new FixedWindowLimiter({ windowSeconds: 600, clock, maxWindows: 2 });
      limiter.take("long", 1);
      limiter.windowSeconds = 10;
      limiter.take("short", 1);
      assert.equal(limiter.take("new", 1).admitted, false);
      clock.advance(10_000);
      assert.equal(limiter.take("new", 1).admitted, true);
    });
  });

  // The promise of the contract: whatever the arrival times, the requests admitted within one window never exceed the
  // limit, and a window begins only where none is open. Arrivals of three keys press on a table of two.
  test("never admits more than the limit within one window", () => {
    const arrival = fc.record({ gapMs: fc.nat(4000), key: fc.constantFrom("a", "b", "c") });
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 300 }), fc.integer({ min: 1, max: 5 }), (arrivals, limit) => {
        const clock = createManualClock();
        const limiter = new FixedWindowLimiter({ windowSeconds: 5, clock, maxWindows: 2 });
        const windows = new Map<string, { openedMs: number; admitted: number }>();
        for (const { gapMs, key } of arrivals) {
          clock.advance(gapMs);
          const { admitted, remaining, resetSeconds } = limiter.take(key, limit);
          assert.ok(resetSeconds >= 1 && resetSeconds <= 5);
          if (!admitted) continue;
          const known = windows.get(key);
          const window =
            known !== undefined && clock.now() - known.openedMs < 5000 ? known : { openedMs: clock.now(), admitted: 0 };
          window.admitted += 1;
          windows.set(key, window);
          assert.ok(window.admitted <= limit);
          assert.equal(remaining, limit - window.admitted);
        }
      }),
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { BatchScheduler } from "../../src/state/load-shedding.ts";
import { createManualClock } from "../support/clock.ts";

/** Requests whose work the test times, and a loop that goes on when the test says so. */
function loop() {
  const clock = createManualClock();
  let next: (() => void) | null = null;
  let isBehind = false;
  const turns = new BatchScheduler({ clock, defer: (run) => void (next = run), isBehind: () => isBehind });
  const done: number[] = [];
  let count = 0;
  return {
    turns,
    done,
    fallBehind: (is: boolean): void => void (isBehind = is),
    stall: clock.stall,
    come: (workMs: number): void => {
      const name = count++;
      const work = (): void => {
        done.push(name);
        clock.stall(workMs);
      };
      void turns.take().then(work);
    },
    /** False when nothing is left to do. */
    goOn: async (): Promise<boolean> => {
      const run = next;
      next = null;
      run?.();
      await new Promise((resolve) => setImmediate(resolve));
      return run !== null;
    },
  };
}

describe("turns", () => {
  test("make who comes wait until the loop has taken in what has come, and no longer", async () => {
    const { come, done, goOn } = loop();
    come(5);
    await Promise.resolve();
    assert.deepEqual(done, []);
    await goOn();
    assert.deepEqual(done, [0]);
    for (let time = 0; time < 3; time++) come(1);
    await goOn();
    assert.deepEqual(done, [0, 1, 2, 3]);
  });

  test("take in what has come before more than a slice is worked on", async () => {
    const { come, done, goOn } = loop();
    for (let time = 0; time < 20; time++) come(1);
    await goOn();
    assert.deepEqual(done, [0, 1, 2, 3, 4]);
    await goOn();
    assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("are taken together: each has begun before the first goes on behind something that it waited for", async () => {
    const { turns, goOn } = loop();
    const seen: string[] = [];
    const work = async (name: string): Promise<void> => {
      await turns.take();
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} goes on`);
    };
    const all = ["a", "b"].map(work);
    await goOn();
    await Promise.all(all);
    assert.deepEqual(seen, ["a begins", "b begins", "a goes on", "b goes on"]);
  });

  test("work on one at least, however long it takes", async () => {
    const { come, done, goOn } = loop();
    for (let time = 0; time < 3; time++) come(100);
    for (let turn = 0; turn < 3; turn++) await goOn();
    assert.deepEqual(done, [0, 1, 2]);
  });

  test("wait while what was let in before fills more than a turn, and count that time for it", async () => {
    const { come, done, goOn, fallBehind, stall, turns } = loop();
    come(1);
    await goOn();
    fallBehind(true);
    come(1);
    for (let turn = 0; turn < 3; turn++) {
      await goOn();
      stall(3);
    }
    assert.deepEqual(done, [0]);
    const [costMs] = [turns.expectedMs];
    fallBehind(false);
    await goOn();
    assert.deepEqual(done, [0, 1]);
    come(1);
    assert.ok(turns.expectedMs > costMs, `${turns.expectedMs}`);
    while (await goOn());
    assert.deepEqual(done, [0, 1, 2]);
  });

  test("tell what who comes now is likely to wait", async () => {
    const { come, goOn, turns } = loop();
    for (let time = 0; time < 300; time++) come(4);
    for (let time = 0; time < 100; time++) await goOn();
    const left = 300 - 104;
    assert.ok(Math.abs(turns.expectedMs - left * 4) < left * 0.2, String(turns.expectedMs));
  });

  test("do not take one long text for what all cost", async () => {
    const { come, goOn, turns } = loop();
    for (let time = 0; time < 100; time++) {
      come(1);
      await goOn();
    }
    come(2000);
    for (let time = 0; time < 50; time++) come(1);
    await goOn();
    assert.ok(turns.expectedMs < 200, String(turns.expectedMs));
  });

  // Goal: whenever requests come and however long each takes, all are worked on, in the order in which they came.
  test("are taken by all, in order", async () => {
    const step = fc.oneof(fc.double({ min: 0, max: 10, noNaN: true }), fc.constant("turn" as const));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { come, done, goOn, turns } = loop();
        let came = 0;
        for (const each of steps) {
          if (each === "turn") await goOn();
          else {
            come(each);
            came += 1;
          }
        }
        while (await goOn());
        assert.deepEqual(
          done,
          Array.from({ length: came }, (_, index) => index),
        );
        assert.equal(turns.expectedMs, 0);
      }),
      { numRuns: 50 },
    );
  });
});

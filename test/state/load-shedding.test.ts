import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { OverloadBounds, ShedReason } from "../../src/core/overload.ts";
import { Overload, BatchScheduler } from "../../src/state/load-shedding.ts";
import { createManualClock } from "../support/clock.ts";

const BOUNDS: OverloadBounds = {
  maxRequests: 3,
  maxStreams: 2,
  bufferedMaxBytes: 1e9,
  clientShare: 1,
  maxDelayMs: 250,
};
const WIDE: OverloadBounds = {
  maxRequests: 1e6,
  maxStreams: 1e6,
  bufferedMaxBytes: 1e9,
  clientShare: 1,
  maxDelayMs: 250,
};
const STREAM = { mayStream: true, client: "a" };
const WHOLE = { mayStream: false, client: "a" };

/** A loop that is kept busy by what the test says: requests that have their turn, and other work. */
function loop(bounds = WIDE) {
  const clock = createManualClock();
  const shed: ShedReason[] = [];
  let next: (() => void) | null = null;
  const defer = (run: () => void): void => void (next = run);
  let aheadMs = 0;
  const now = (): number => clock.now() + aheadMs;
  const report = (reason: ShedReason): void => void shed.push(reason);
  const overload = new Overload({ clock: { ...clock, now }, defer, isBacklogged: () => false, report });
  /** Requests come at once, whatever becomes of them; true: let in. */
  const come = (requests: number, workMs: number): readonly boolean[] =>
    Array.from({ length: requests }, () => {
      const admitted = overload.admit(bounds, WHOLE);
      const work = (): void => {
        clock.stall(workMs);
        admitted?.end();
      };
      void admitted?.turn().then(work);
      return admitted !== null;
    });
  const turn = async (): Promise<boolean> => {
    const run = next;
    next = null;
    run?.();
    await new Promise((resolve) => setImmediate(resolve));
    return run !== null;
  };
  return {
    overload,
    shed,
    come,
    turn,
    /** Works off what is left. */
    finish: async (): Promise<void> => {
      while (await turn());
    },
    rest: (ms: number): void => clock.advance(ms),
    /** Other work keeps the loop; what comes meanwhile is seen before a timer is. */
    stall: (ms: number, behind: () => void): void => {
      aheadMs = ms;
      behind();
      aheadMs = 0;
      clock.stall(ms);
    },
    now: clock.now,
  };
}

describe("a bound on requests", () => {
  test("refuses what would be one more, until one is over or streams", () => {
    const { overload, shed } = loop();
    const held = [1, 2, 3].map(() => overload.admit(BOUNDS, STREAM));
    assert.equal(overload.admit(BOUNDS, WHOLE), null);
    held[0]?.end();
    const next = overload.admit(BOUNDS, STREAM);
    assert.ok(next);
    assert.equal(overload.admit(BOUNDS, WHOLE), null);
    next.begin();
    assert.ok(overload.admit(BOUNDS, WHOLE));
    assert.deepEqual(shed, ["requests", "requests"]);
    assert.deepEqual([overload.requests, overload.streams], [3, 1]);
  });

  test("on streams refuses only what may become one", () => {
    const { overload, shed } = loop();
    for (let count = 0; count < 2; count++) overload.admit(BOUNDS, STREAM)?.begin();
    assert.equal(overload.admit(BOUNDS, STREAM), null);
    assert.ok(overload.admit(BOUNDS, WHOLE));
    assert.deepEqual(shed, ["streams"]);
  });

  test("takes another bound from one request to the next", () => {
    const { overload } = loop();
    overload.admit({ ...BOUNDS, maxRequests: 1 }, WHOLE);
    assert.equal(overload.admit({ ...BOUNDS, maxRequests: 1 }, WHOLE), null);
    assert.ok(overload.admit({ ...BOUNDS, maxRequests: 2 }, WHOLE));
  });

  // Goal: no order of beginnings and ends, repeated ones included, makes a count wrong or lets more in than the bound.
  test("counts right whatever begins and ends when", () => {
    const step = fc.record({ kind: fc.constantFrom("admit", "begin", "end"), at: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { overload } = loop();
        const known: { readonly ticket: ReturnType<Overload["admit"]>; state: "request" | "stream" | "over" }[] = [];
        for (const { kind, at } of steps) {
          const one = known[at % Math.max(1, known.length)];
          if (kind === "admit") {
            const ticket = overload.admit(BOUNDS, STREAM);
            if (ticket !== null) known.push({ ticket, state: "request" });
          } else if (one !== undefined && kind === "begin") {
            one.ticket?.begin();
            if (one.state === "request") one.state = "stream";
          } else if (one !== undefined) {
            one.ticket?.end();
            one.state = "over";
          }
          assert.equal(overload.requests, known.filter(({ state }) => state === "request").length);
          assert.equal(overload.streams, known.filter(({ state }) => state === "stream").length);
          assert.ok(overload.requests <= BOUNDS.maxRequests);
        }
      }),
    );
  });
});

describe("a place", () => {
  const options = { clock: createManualClock(), defer: setImmediate, isBacklogged: () => false };
  const open = (shed: ShedReason[] = []) => new Overload({ ...options, report: (reason) => void shed.push(reason) });

  test("is free while a body comes, and may be taken when it is complete", () => {
    const shed: ShedReason[] = [];
    const overload = open(shed);
    const bounds = { ...BOUNDS, maxRequests: 1 };
    const slow = overload.admit(bounds, WHOLE);
    assert.ok(slow !== null);
    slow.leave();
    assert.ok(slow.keep(1000));
    const other = overload.admit(bounds, WHOLE);
    assert.ok(other !== null && !slow.retake());
    other.end();
    assert.ok(slow.retake() && slow.retake());
    assert.deepEqual([overload.requests, overload.admit(bounds, WHOLE)], [1, null]);
    slow.end();
    slow.end();
    assert.deepEqual([overload.requests, shed], [0, ["requests", "requests"]]);
  });

  test("is bounded for each client", () => {
    const shed: ShedReason[] = [];
    const overload = open(shed);
    const bounds = { ...BOUNDS, maxRequests: 10, clientShare: 0.5 };
    const own = Array.from({ length: 6 }, () => overload.admit(bounds, WHOLE));
    assert.deepEqual(
      own.map((each) => each !== null),
      [true, true, true, true, true, false],
    );
    assert.ok(overload.admit(bounds, { mayStream: true, client: "b" }));
    assert.deepEqual(shed, ["client"]);
  });
});

describe("a bound on delay", () => {
  test("lets a burst pass that is worked off within half a second", async () => {
    const { come, finish, shed } = loop();
    come(300, 2);
    await finish();
    assert.deepEqual(shed, []);
  });

  test("refuses of one heap what would wait twice as long", async () => {
    const { come, turn, finish } = loop();
    // What a request costs is known by then.
    for (let time = 0; time < 100; time++) {
      come(1, 1);
      await turn();
    }
    const answers = come(1000, 1);
    const letIn = answers.filter(Boolean).length;
    assert.ok(letIn > 450 && letIn < 550, String(letIn));
    assert.equal(answers.indexOf(false), letIn);
    await finish();
  });

  test("lets one long stall pass, and those that waited behind it", async () => {
    const { come, stall, finish, shed } = loop();
    come(1, 1);
    stall(5000, () => come(100, 0));
    await finish();
    assert.deepEqual(shed, []);
  });

  test("lets burst after burst pass where few wait in between", async () => {
    const { come, finish, rest, shed } = loop();
    for (let time = 0; time < 20; time++) {
      come(300, 1);
      await finish();
      rest(25);
    }
    assert.deepEqual(shed, []);
  });

  // Goal: three times as many requests as can be worked on, for ten seconds: about as many are let in as can be, and none waits long.
  test("refuses what is too much as long as it is, and no more", async () => {
    const { come, turn, shed, overload, now } = loop();
    let letIn = 0;
    let longest = 0;
    let due = 0;
    for (const endMs = 10_000; now() < endMs; await turn()) {
      for (; due <= now() * 3; due++) letIn += come(1, 1).filter(Boolean).length;
      if (now() > 2000) longest = Math.max(longest, overload.requests);
    }
    assert.ok(letIn > 9_900 && letIn < 11_500, String(letIn));
    assert.ok(longest < 300, `${longest} ms of work waited`);
    assert.equal(shed.length, due - letIn);
    assert.equal(overload.state, "shedding");
  });

  test("knows of a loop that something else keeps", () => {
    const { come, stall, shed, overload } = loop();
    // They wait for their providers.
    for (let count = 0; count < 32; count++) overload.admit(WIDE, WHOLE);
    come(1, 0);
    for (let time = 0; time < 3; time++) stall(400, () => come(1, 0));
    assert.deepEqual(shed, ["delay"]);
  });

  test("refuses nobody for that where few are under way: the machine is busy with something else", async () => {
    const { come, stall, finish, shed, overload } = loop();
    for (let count = 0; count < 30; count++) overload.admit(WIDE, WHOLE);
    come(1, 0);
    for (let time = 0; time < 30; time++) {
      stall(400, () => come(1, 0));
      await finish();
    }
    assert.deepEqual(shed, []);
  });

  test("is over when few wait, and said to be over after some seconds", async () => {
    const { come, finish, rest, overload, shed, turn } = loop();
    for (let time = 0; time < 200; time++) {
      come(15, 1);
      await turn();
    }
    assert.notEqual(shed.length, 0);
    await finish();
    rest(100);
    shed.length = 0;
    come(200, 1);
    assert.deepEqual(shed, []);
    assert.equal(overload.state, "shedding");
    rest(5000);
    assert.equal(overload.state, "normal");
  });
});

describe("clients that are refused", () => {
  test("are told to come back at different times, within seconds", () => {
    const { overload } = loop();
    const none = { ...BOUNDS, maxRequests: 0 };
    const told = Array.from({ length: 8 }, () => {
      overload.admit(none, WHOLE);
      return overload.retrySeconds;
    });
    assert.deepEqual(new Set(told), new Set([1, 2, 3, 4]));
  });
});

describe("memory", () => {
  const bounds = { ...BOUNDS, bufferedMaxBytes: 100, clientShare: 0.5 };

  test("is taken until it is dropped, or the request is over, whether it has a place or not", () => {
    const { overload, shed } = loop();
    const [one, other] = [overload.admit(bounds, WHOLE), overload.admit(bounds, { ...WHOLE, client: "b" })];
    assert.ok(one && other);
    one.leave();
    assert.equal(one.keep(40), true);
    assert.equal(one.retake(), true);
    one.begin();
    assert.equal(other.keep(61), false);
    assert.equal(other.keep(60), true);
    one.drop(30);
    one.drop(30);
    assert.equal(other.keep(40), true);
    other.end();
    other.end();
    assert.equal(one.keep(100), true);
    one.end();
    assert.deepEqual(shed, ["memory"]);
  });

  test("is shared: a client has its part of it, and all of it for one request", () => {
    const { overload, shed } = loop();
    const [lone, second] = [overload.admit(bounds, WHOLE), overload.admit(bounds, WHOLE)];
    assert.ok(lone && second);
    assert.equal(lone.keep(90), true);
    assert.equal(second.keep(1), false);
    lone.drop(50);
    assert.deepEqual([second.keep(11), second.keep(10)], [false, true]);
    const other = overload.admit(bounds, { ...WHOLE, client: "b" });
    assert.equal(other?.keep(50), true);
    assert.deepEqual(shed, ["client", "client"]);
  });
});

/** Requests whose work the test times, and a loop that goes on when the test says so. */
function turnLoop() {
  const clock = createManualClock();
  let next: (() => void) | null = null;
  let isBacklogged = false;
  const turns = new BatchScheduler({ clock, defer: (run) => void (next = run), isBacklogged: () => isBacklogged });
  const done: number[] = [];
  let count = 0;
  return {
    turns,
    done,
    fallBehind: (is: boolean): void => void (isBacklogged = is),
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
    const { come, done, goOn } = turnLoop();
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
    const { come, done, goOn } = turnLoop();
    for (let time = 0; time < 20; time++) come(1);
    await goOn();
    assert.deepEqual(done, [0, 1, 2, 3, 4]);
    await goOn();
    assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("are taken together: each has begun before the first goes on behind something that it waited for", async () => {
    const { turns, goOn } = turnLoop();
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
    const { come, done, goOn } = turnLoop();
    for (let time = 0; time < 3; time++) come(100);
    for (let turn = 0; turn < 3; turn++) await goOn();
    assert.deepEqual(done, [0, 1, 2]);
  });

  test("wait while what was let in before fills more than a turn, and count that time for it", async () => {
    const { come, done, goOn, fallBehind, stall, turns } = turnLoop();
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
    const { come, goOn, turns } = turnLoop();
    for (let time = 0; time < 300; time++) come(4);
    for (let time = 0; time < 100; time++) await goOn();
    const left = 300 - 104;
    assert.ok(Math.abs(turns.expectedMs - left * 4) < left * 0.2, String(turns.expectedMs));
  });

  test("do not take one long text for what all cost", async () => {
    const { come, goOn, turns } = turnLoop();
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
        const { come, done, goOn, turns } = turnLoop();
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

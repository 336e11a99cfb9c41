import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Clock } from "../../src/core/clock.ts";
import type { LimitStoreEvent } from "../../src/core/stores.ts";
import { FixedWindowLimiter } from "../../src/state/fixed-window.ts";
import { StoreFailure, type Admission, type SharedWindows } from "../../src/state/limiter.ts";
import { SharedLimiter } from "../../src/state/shared-limiter.ts";
import { createManualClock, realClock } from "../support/clock.ts";

const SHARED: Admission = { admitted: true, limit: 9, remaining: 8, resetSeconds: 60 };
const LOCAL: Admission = { ...SHARED, isLocal: true };

interface Question {
  readonly key: string;
  readonly answer: (admission?: Admission) => void;
  readonly fail: (reason: string) => void;
}

/** A store whose answers the test gives. `down`: why connections fail. */
function fakeStore() {
  const questions: Question[] = [];
  const store = {
    questions,
    connections: 0,
    drops: 0,
    down: null as string | null,
    /** Answers what is asked, without being told to. */
    isPrompt: true,
    onLost: (_reason: string): void => {},
  };
  const windows: SharedWindows = {
    connect: async () => {
      store.connections += 1;
      if (store.down !== null) throw new StoreFailure(store.down);
    },
    take: (key) => {
      const { promise, resolve, reject } = Promise.withResolvers<Admission>();
      questions.push({
        key,
        answer: (admission = SHARED) => resolve(admission),
        fail: (reason) => reject(new StoreFailure(reason)),
      });
      if (store.isPrompt) resolve(SHARED);
      return promise;
    },
    drop: () => {
      store.drops += 1;
    },
  };
  return Object.assign(store, { windows });
}

interface SetUp {
  readonly onError?: "local" | "reject";
  readonly isOpen?: boolean;
  /** In the place of the one that the test moves on. */
  readonly clock?: Clock;
}

async function setUp({ onError = "local", isOpen = true, clock: given }: SetUp = {}) {
  const manual = createManualClock();
  const clock = given ?? manual;
  const store = fakeStore();
  const events: LimitStoreEvent[] = [];
  const limiter = new SharedLimiter({
    store: { timeoutMs: 100, onError },
    windowSeconds: 60,
    clock,
    local: new FixedWindowLimiter({ windowSeconds: 60, clock }),
    report: (event) => events.push(event),
    connectTo: (onLost) => {
      store.onLost = onLost;
      return store.windows;
    },
  });
  if (isOpen) await limiter.open();
  return { clock: manual, store, events, limiter };
}

/** Lets everything run that waits for nothing but its turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("SharedLimiter", () => {
  test("gives the store's answer", async () => {
    const { limiter, events } = await setUp();
    assert.deepEqual(await limiter.take("a", 9), SHARED);
    assert.equal(limiter.counting, "normal");
    assert.deepEqual(events, []);
  });

  test("proves before the first request that the store counts, not only that it listens", async () => {
    const { store, limiter, events } = await setUp({ isOpen: false });
    store.isPrompt = false;
    const opened = limiter.open();
    await settle();
    store.questions[0]?.fail("READONLY");
    await opened;
    assert.deepEqual(events, [{ kind: "lost", reason: "READONLY" }]);
    assert.equal(limiter.counting, "local");
  });

  test("counts here, and says so, when a question is not answered in time", async () => {
    const { clock, store, limiter, events } = await setUp();
    store.isPrompt = false;
    const taken = limiter.take("a", 9);
    clock.advance(99);
    await settle();
    assert.equal(limiter.counting, "normal");
    clock.advance(1);
    assert.deepEqual(await taken, LOCAL);
    assert.deepEqual(events, [{ kind: "lost", reason: "timeout" }]);
    assert.equal(limiter.counting, "local");
  });

  // Timers run before what has come in is read. So a process that was busy for longer than the deadline meets the deadline
  // first, although the answer is there: it comes with the turn that a timer of no delay leaves to the rest of the loop.
  test("takes an answer that lay unread while the process was busy", async () => {
    const { store, limiter, events } = await setUp({ clock: realClock });
    store.isPrompt = false;
    const taken = limiter.take("a", 9);
    setImmediate(() => store.questions.at(-1)?.answer());
    const busyUntilMs = performance.now() + 150;
    while (performance.now() < busyUntilMs);
    assert.deepEqual(await taken, SHARED);
    assert.deepEqual(events, []);
    limiter.close();
  });

  test("asks nobody and waits for nothing while the store is away", async () => {
    const { store, limiter } = await setUp();
    store.down = "ECONNREFUSED";
    store.onLost("closed");
    await settle();
    const asked = store.questions.length;
    assert.deepEqual(limiter.take("a", 9), LOCAL);
    assert.equal(store.questions.length, asked);
  });

  test("never admits more than the limit here either", async () => {
    const { store, limiter } = await setUp();
    store.down = "ECONNREFUSED";
    store.onLost("closed");
    const answers = await Promise.all([1, 2, 3].map(async () => limiter.take("a", 2)));
    assert.deepEqual(
      answers.map((answer) => answer !== "unavailable" && answer.admitted),
      [true, true, false],
    );
  });

  test("refuses without waiting under on_store_error: reject", async () => {
    const { store, limiter } = await setUp({ onError: "reject" });
    store.down = "ECONNREFUSED";
    store.onLost("closed");
    assert.equal(limiter.take("a", 9), "unavailable");
    assert.equal(limiter.counting, "none");
  });

  test("tells an outage once and its end once, with its length and the requests that met it", async () => {
    const { clock, store, limiter, events } = await setUp();
    store.down = "ECONNREFUSED";
    store.isPrompt = false;
    const taken = ["a", "b"].map(async (key) => limiter.take(key, 9));
    for (const question of store.questions.slice(-2)) question.fail("ECONNRESET");
    await Promise.all(taken);
    await limiter.take("c", 9);
    for (let step = 0; step < 4; step++) {
      await settle();
      clock.advance(500);
    }
    store.down = null;
    store.isPrompt = true;
    await settle();
    clock.advance(500);
    await settle();
    assert.deepEqual(events, [
      { kind: "lost", reason: "ECONNRESET" },
      { kind: "back", outageMs: 2500, requests: 3 },
    ]);
    assert.deepEqual(await limiter.take("d", 9), SHARED);
  });

  test("looks for the store every half second, and never twice at once", async () => {
    const { clock, store } = await setUp();
    store.down = "ECONNREFUSED";
    store.onLost("closed");
    store.onLost("closed");
    await settle();
    const before = store.connections;
    for (let step = 0; step < 10; step++) {
      clock.advance(500);
      await settle();
    }
    assert.equal(store.connections - before, 10);
  });

  test("gives a connection up on which nothing is answered", async () => {
    const { clock, store, limiter } = await setUp();
    store.isPrompt = false;
    const taken = limiter.take("a", 9);
    clock.advance(100);
    await taken;
    assert.equal(store.drops, 0);
    clock.advance(2000);
    await settle();
    assert.equal(store.drops, 1);
  });

  test("says nothing of an idle connection that was closed and is open again", async () => {
    const { store, limiter, events } = await setUp();
    store.onLost("closed");
    await settle();
    assert.deepEqual([limiter.counting, events], ["normal", []]);
  });

  test("bounds what waits for an answer", async () => {
    const { store, limiter, events } = await setUp();
    store.isPrompt = false;
    const before = store.questions.length;
    const taken = Array.from({ length: 5000 }, async (_, index) => limiter.take(`key ${index}`, 9));
    // The last one that is asked is the probe.
    await settle();
    assert.equal(store.questions.length - before, 4096 + 1);
    assert.deepEqual(events, [{ kind: "lost", reason: "overloaded" }]);
    for (const question of store.questions) question.answer();
    const answers = await Promise.all(taken);
    assert.equal(answers.filter((answer) => answer !== "unavailable" && answer.isLocal === true).length, 5000 - 4096);
    assert.equal(limiter.counting, "normal");
  });

  test("goes on asking where the clock jumps", async () => {
    const { clock, store, limiter, events } = await setUp();
    clock.advance(86_400_000);
    assert.deepEqual(await limiter.take("a", 9), SHARED);
    assert.deepEqual([store.drops, events], [0, []]);
  });

  test("looks for nothing any more once it is closed", async () => {
    const { clock, store, limiter, events } = await setUp();
    store.down = "ECONNREFUSED";
    limiter.close();
    store.onLost("closed");
    clock.advance(10_000);
    await settle();
    assert.deepEqual([store.connections, store.drops, events], [1, 1, []]);
  });

  test("closes on draining when no caller can still be waiting", async () => {
    const { clock, store, limiter } = await setUp();
    limiter.drain();
    clock.advance(99);
    assert.equal(store.drops, 0);
    clock.advance(1);
    assert.equal(store.drops, 1);
  });
});

/** The pool with processes that are played: what it does when workers die, leave, fail or hang. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LISTENING, ready, restarts, settle, stage } from "../support/worker-pool.ts";

describe("a pool that opens", () => {
  test("resolves when all workers listen, with the place", async () => {
    const { pool } = stage();
    assert.deepEqual(await pool.open(), { host: "127.0.0.1", port: 1, adminPort: null });
    assert.deepEqual(ready(pool), [1, 2]);
  });

  test("fails with what a worker says it lacks, without another try", async () => {
    const { pool, played } = stage(() => ({ start: async () => ({ kind: "failed", message: "port 80 is taken" }) }));
    await assert.rejects(pool.open(), { message: "port 80 is taken" });
    await pool.kill();
    assert.ok(played.length <= 2 && played.every(({ isKilled }) => isKilled));
  });

  test("tries three times where a worker dies before it listens, and then fails", async () => {
    const { pool, clock, played } = stage(({ die }) => ({ start: () => new Promise(() => die()) }), 1);
    const opening = assert.rejects(pool.open(), { message: "a worker ended 3 times before it listened" });
    for (let round = 0; round < 3; round++) {
      await settle();
      clock.advance(1000);
    }
    await opening;
    assert.equal(played.length, 3);
  });
});

describe("a process that cannot be made", () => {
  test("is tried again until there is room", async () => {
    const on = stage();
    await on.pool.open();
    on.room.refusals = 2;
    on.played[0]?.die();
    await settle();
    for (const waitMs of [100, 200, 400]) {
      on.clock.advance(waitMs);
      await settle();
    }
    assert.deepEqual([ready(on.pool), on.room.refusals], [[2, 3], 0]);
  });

  test("is tried again in the place of one that was asked to end, which serves until then", async () => {
    const on = stage();
    await on.pool.open();
    on.room.refusals = 1;
    on.played[0]?.leave();
    await settle();
    assert.deepEqual(on.played[0]?.told, []);
    on.clock.advance(100);
    await settle();
    assert.deepEqual([on.played[0]?.told, ready(on.pool)], [["leave"], [2, 3]]);
  });

  test("lets the first start fail where it fails three times", async () => {
    const on = stage(undefined, 1);
    on.room.refusals = 3;
    const opening = assert.rejects(on.pool.open(), { message: "a worker ended 3 times before it listened" });
    for (let round = 0; round < 3; round++) {
      await settle();
      on.clock.advance(1000);
    }
    await opening;
  });
});

describe("a worker that dies", () => {
  test("is replaced, counted, and told of", async () => {
    const on = stage();
    await on.pool.open();
    on.played[0]?.die({ code: null, signal: "SIGSEGV" });
    await settle();
    on.clock.advance(100);
    await settle();
    assert.deepEqual(ready(on.pool), [2, 3]);
    assert.deepEqual([restarts(on, "crashed"), on.gone], [1, [1]]);
  });

  test("again and again is replaced ever later, ten seconds at most, and never given up", async () => {
    const on = stage(undefined, 1);
    await on.pool.open();
    const waits: number[] = [];
    for (let round = 0; round < 12; round++) {
      on.played.at(-1)?.die();
      await settle();
      let waitMs = 0;
      for (const count = on.played.length; on.played.length === count; waitMs += 50) {
        on.clock.advance(50);
        await settle();
      }
      waits.push(waitMs);
    }
    assert.deepEqual(waits.slice(0, 4), [100, 200, 400, 800]);
    assert.deepEqual(waits.slice(-2), [10_000, 10_000]);
    on.clock.advance(60_000);
    on.played.at(-1)?.die();
    await settle();
    on.clock.advance(0);
    await settle();
    assert.equal(ready(on.pool).length, 1);
  });

  test("is started with the configuration in force", async () => {
    const on = stage();
    await on.pool.open();
    on.start.source = "two";
    on.played[0]?.die();
    await settle();
    on.clock.advance(100);
    await settle();
    assert.deepEqual([on.played[2]?.starts[0]?.source, on.played[2]?.starts[0]?.startedSource], ["two", "one"]);
  });
});

describe("a worker that is asked to end", () => {
  test("goes when another one is ready, not before", async () => {
    let let3Start = (): void => {};
    const held = new Promise<void>((resolve) => (let3Start = resolve));
    const on = stage(({ id }) => (id < 3 ? {} : { start: () => held.then(() => LISTENING) }));
    await on.pool.open();
    on.played[0]?.leave();
    await settle();
    assert.deepEqual(on.played[0]?.told, []);
    let3Start();
    await settle();
    assert.deepEqual([on.played[0]?.told, ready(on.pool), restarts(on, "asked")], [["leave"], [2, 3], 1]);
    on.played[0]?.die({ code: 0 });
    await settle();
    assert.deepEqual([on.played.length, restarts(on, "crashed")], [3, 0]);
  });

  test("is killed when it does not go", async () => {
    const on = stage();
    await on.pool.open();
    on.played[0]?.leave();
    await settle();
    on.clock.advance(29_999);
    assert.equal(on.played[0]?.isKilled, false);
    on.clock.advance(1);
    assert.equal(on.played[0]?.isKilled, true);
  });
});

describe("a worker that cannot start in the place of another", () => {
  test("tells the operator why, and the log nothing of it", async () => {
    const on = stage(({ id }) =>
      id === 3 ? { start: async () => ({ kind: "failed", message: "no model in /m" }) } : {},
    );
    await on.pool.open();
    on.played[0]?.die();
    await settle();
    on.clock.advance(100);
    await settle();
    assert.deepEqual(on.printed, ["sallyport: no model in /m\n"]);
  });
});

describe("a pool that stops", () => {
  test("makes no process where it waits for another try of the first", async () => {
    const on = stage(({ die }) => ({ start: () => new Promise(() => die()) }), 1);
    const opening = assert.rejects(on.pool.open());
    await settle();
    await on.pool.kill();
    on.clock.advance(60_000);
    await opening;
    assert.equal(on.played.length, 1);
  });

  test("drains its workers, kills those that only start, and replaces none", async () => {
    const on = stage(({ id }) => (id === 3 ? { start: () => new Promise(() => {}) } : {}));
    await on.pool.open();
    on.played[0]?.leave();
    await settle();
    const stopping = on.pool.stop("drain");
    await settle();
    assert.deepEqual(
      on.played.map(({ told, isKilled }) => (isKilled ? "killed" : told.join())),
      ["drain", "drain", "killed"],
    );
    on.played[0]?.die({ code: 0 });
    on.played[1]?.die({ code: 0 });
    await stopping;
    on.clock.advance(60_000);
    await settle();
    assert.equal(on.played.length, 3);
    assert.equal(on.pool.members.length, 0);
  });

  test("cuts them when asked twice, and kills those that hang", async () => {
    const on = stage();
    await on.pool.open();
    void on.pool.stop("drain");
    const stopping = on.pool.stop("close");
    await settle();
    assert.deepEqual(on.played[0]?.told, ["drain", "close"]);
    on.clock.advance(10_000);
    await stopping;
    assert.ok(on.played.every(({ isKilled }) => isKilled));
  });
});

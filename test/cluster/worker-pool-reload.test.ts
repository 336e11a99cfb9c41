/** The pool with processes that are played: what workers are told of configurations, whenever they come and go. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  LISTENING,
  noted,
  ready,
  settle,
  stage,
  takeOver,
  TAKEN,
  type Play,
  type Stage,
} from "../support/worker-pool.ts";
import { later } from "../support/links.ts";
import { until } from "../support/until.ts";

describe("a new configuration", () => {
  test("is tried by one worker, and reaches none where it is refused", async () => {
    const asked: number[] = [];
    const on = stage(({ id }) => ({
      reload: () => {
        asked.push(id);
        return { kind: "refused", message: "no such model" };
      },
    }));
    await on.pool.open();
    const outcome = await on.pool.reload("two", () => assert.fail("it is not in force"));
    assert.deepEqual(outcome, { kind: "refused", message: "no such model" });
    assert.deepEqual(asked, [1]);
  });

  test("reaches all where it is taken; who cannot follow is replaced", async () => {
    const on = stage(
      ({ id }) => ({
        reload: () => (id === 2 ? { kind: "refused", message: "gone" } : { kind: "taken" }),
      }),
      3,
    );
    await on.pool.open();
    assert.deepEqual(await takeOver(on, "two"), { kind: "taken" });
    await settle();
    assert.deepEqual(ready(on.pool), [1, 3, 4]);
    assert.deepEqual(
      new Set(on.pool.members.map(({ source, state }) => `${state} ${source}`)),
      new Set(["ready two", "leaving one"]),
    );
  });

  test("reaches a worker that was starting meanwhile", async () => {
    let start = (): void => {};
    const held = new Promise<void>((resolve) => (start = resolve));
    const reloads: string[] = [];
    const on = stage(({ id }) => ({
      ...(id === 3 ? { start: () => held.then(() => LISTENING) } : {}),
      reload: (source) => {
        reloads.push(`${id} ${source}`);
        return { kind: "taken" };
      },
    }));
    await on.pool.open();
    on.played[0]?.leave();
    await settle();
    await takeOver(on, "two");
    start();
    await until("the third follows", () => reloads.includes("3 two"));
  });

  test("reaches a worker that becomes ready while it is tried, and one that does while others follow", async () => {
    const gates = new Map([1, 2, 3, 4].map((id) => [id, Promise.withResolvers<void>()]));
    const passed = async (id: number): Promise<void> => gates.get(id)?.promise;
    const reloads: string[] = [];
    const on = stage(
      ({ id }) => ({
        ...(id > 2 ? { start: () => passed(id).then(() => LISTENING) } : {}),
        reload: (source) => {
          reloads.push(`${id} ${source}`);
          return id < 3 ? later(passed(id).then(() => TAKEN)) : TAKEN;
        },
      }),
      4,
    );
    const pass = async (id: number): Promise<void> => {
      gates.get(id)?.resolve();
      await settle();
    };
    void on.pool.open();
    await settle();
    assert.deepEqual(ready(on.pool), [1, 2]);
    const taking = takeOver(on, "two");
    await settle();
    assert.deepEqual(reloads, ["1 two"]);
    await pass(3);
    await pass(1);
    assert.deepEqual(reloads, ["1 two", "2 two", "3 two"]);
    await pass(4);
    await pass(2);
    await taking;
    await settle();
    assert.deepEqual(reloads, ["1 two", "2 two", "3 two", "4 two"]);
    assert.deepEqual(new Set(on.pool.members.map(({ source }) => source)), new Set(["two"]));
  });

  test("reaches workers that leave: they serve to their end", async () => {
    const reloads: number[] = [];
    const on = stage(({ id }) => ({ reload: () => noted(reloads, id) }));
    await on.pool.open();
    on.played[0]?.leave();
    await settle();
    await takeOver(on, "two");
    assert.deepEqual(reloads, [2, 3, 1]);
  });

  test("that is the old one again reaches all: they tell of one that was refused", async () => {
    const reloads: number[] = [];
    const on = stage(({ id }) => ({ reload: () => noted(reloads, id) }));
    await on.pool.open();
    await takeOver(on, "one");
    assert.deepEqual(reloads, [1, 2]);
  });

  test("is tried by the next where the first dies of something, and refused where that one dies, too", async () => {
    for (const [deaths, taken] of [
      [1, [2, 3]],
      [2, []],
    ] as const) {
      const reloads: number[] = [];
      const on = stage(
        ({ id, die }) => ({
          reload: () => {
            if (id > deaths) return noted(reloads, id);
            die();
            return later(new Promise<never>(() => {}));
          },
        }),
        3,
      );
      await on.pool.open();
      const outcome = await takeOver(on, "two");
      assert.deepEqual(
        [outcome.kind, reloads, on.start.source],
        deaths === 1 ? ["taken", taken, "two"] : ["refused", taken, "one"],
      );
    }
  });

  test("is taken where no worker is there: the next ones start with it", async () => {
    const on = stage();
    await on.pool.open();
    for (const each of on.played) each.die();
    await settle();
    assert.deepEqual(on.pool.members, []);
    assert.deepEqual(await takeOver(on, "two"), { kind: "taken" });
    on.clock.advance(200);
    await settle();
    assert.deepEqual(
      on.played.slice(2).map(({ starts }) => starts[0]?.source),
      ["two", "two"],
    );
  });

  test("is refused where the first does not answer, and that one is told the old one", async () => {
    const reloads: string[] = [];
    const on = stage(({ id }) => ({
      reload: (source) => {
        reloads.push(`${id} ${source}`);
        return source === "two" ? later(new Promise<never>(() => {})) : TAKEN;
      },
    }));
    await on.pool.open();
    const taking = takeOver(on, "two");
    await settle();
    on.clock.advance(32_000);
    assert.equal((await taking).kind, "refused");
    await settle();
    assert.deepEqual(reloads, ["1 two", "1 one"]);
    assert.deepEqual(ready(on.pool), [1, 2]);
  });
});

describe("a worker that has started", () => {
  const startsLate = (told: string[]): { readonly on: Stage; readonly listen: () => void } => {
    const { promise: held, resolve: listen } = Promise.withResolvers<void>();
    const play: Play = ({ id }) => {
      const say = (what: string): null => {
        if (id === 3) told.push(what);
        return null;
      };
      return {
        ...(id === 3 ? { start: () => held.then(() => LISTENING) } : {}),
        storeReady: (isReady) => say(`store ${isReady}`),
        reportRejectedReload: () => say("rejected"),
        reload: (source) => {
          say(`reload ${source}`);
          return { kind: "taken" };
        },
      };
    };
    return { on: stage(play), listen };
  };

  const cases = [
    { name: "nothing, where nothing has changed", was: {}, now: {}, told: [] },
    { name: "that the store is away", was: {}, now: { isStoreReady: false }, told: ["store false"] },
    { name: "that the store is back", was: { isStoreReady: false }, now: { isStoreReady: true }, told: ["store true"] },
    { name: "of a version that was refused", was: {}, now: { isRejected: true }, told: ["rejected"] },
    { name: "of one that ends a refusal", was: { isRejected: true }, now: { isRejected: false }, told: ["reload one"] },
    {
      name: "of a new one, and behind it of the next that was refused",
      was: { isRejected: true },
      now: { source: "two" },
      told: ["reload two", "rejected"],
    },
  ] as const;
  for (const { name, was, now, told: wanted } of cases)
    test(`is told ${name}`, async () => {
      const told: string[] = [];
      const { on, listen } = startsLate(told);
      await on.pool.open();
      Object.assign(on.start, was);
      on.played[0]?.leave();
      await settle();
      Object.assign(on.start, now);
      on.pool.broadcast("storeReady", on.start.isStoreReady);
      listen();
      await settle();
      assert.deepEqual(told, wanted);
    });
});

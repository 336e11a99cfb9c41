/** The crew with processes that are played: what it does when workers die, leave, fail or hang. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ReloadOutcome, Started, WorkerMethods, WorkerStart } from "../../src/cluster/contract.ts";
import { CrewMetrics } from "../../src/cluster/crew-metrics.ts";
import { Crew, type Exit, type WorkerProcess } from "../../src/cluster/crew.ts";
import { createLogger } from "../../src/telemetry/logger.ts";
import { createManualClock, type ManualClock } from "../support/clock.ts";
import { later, linkPair, workerMethods } from "../support/links.ts";
import { until } from "../support/until.ts";

/** A worker as the test plays it. */
interface Played {
  readonly id: number;
  readonly starts: WorkerStart[];
  /** What it was told, in order. */
  readonly told: string[];
  isKilled: boolean;
  readonly die: (exit?: Partial<Exit>) => void;
  readonly leave: () => void;
}

interface Stage {
  readonly crew: Crew;
  readonly clock: ManualClock;
  readonly played: Played[];
  readonly metrics: CrewMetrics;
  readonly gone: number[];
  readonly start: { source: string; isRejected: boolean; isStoreReady: boolean };
  /** What the operator was told. */
  readonly printed: string[];
  /** So many times there is no room for another process. */
  readonly room: { refusals: number };
}

type Play = (each: Played) => Partial<WorkerMethods>;

const LISTENING: Started = { kind: "listening", places: { host: "h", port: 1, adminPort: null } };

const TAKEN: ReloadOutcome = { kind: "taken" };

function stage(play: Play = () => ({}), size = 2): Stage {
  const clock = createManualClock();
  const played: Played[] = [];
  const gone: number[] = [];
  const start = { source: "one", isRejected: false, isStoreReady: true };
  const printed: string[] = [];
  const room = { refusals: 0 };
  const fork = (onLeaving: () => void): WorkerProcess => {
    if (room.refusals > 0) {
      room.refusals -= 1;
      throw new Error("spawn ENOMEM");
    }
    const id = played.length + 1;
    const { promise: exited, resolve } = Promise.withResolvers<Exit>();
    const die = ({ code = 1, signal = null }: Partial<Exit> = {}): void => resolve({ code, signal });
    const each: Played = { id, starts: [], told: [], isKilled: false, die, leave: onLeaving };
    played.push(each);
    const note = (what: string) => (): null => {
      each.told.push(what);
      return null;
    };
    const noted = { retire: note("retire"), drain: note("drain"), close: note("close") };
    const methods = workerMethods({ ...noted, ...play(each) });
    const begin = methods.start;
    const { left } = linkPair(
      {
        left: {},
        right: {
          ...methods,
          start: (asked) => {
            each.starts.push(asked);
            return begin(asked);
          },
        } satisfies WorkerMethods,
      },
      clock,
    );
    const kill = (): void => {
      each.isKilled = true;
      die({ code: null, signal: "SIGKILL" });
    };
    return { id, pid: 1000 + id, link: left, exited, kill };
  };
  const metrics = new CrewMetrics(() => crew.members.map(({ state }) => state));
  const crew: Crew = new Crew({
    size,
    clock,
    logger: createLogger({ level: "silent" }),
    print: (text) => void printed.push(text),
    metrics,
    fork,
    startOf: () => ({
      file: "f",
      startedSource: "one",
      overrides: {},
      maskKey: "k",
      version: "v",
      ...start,
    }),
    drainSeconds: () => 20,
    onGone: ({ process }) => void gone.push(process.id),
  });
  return { crew, clock, played, metrics, gone, start, printed, room };
}

/** As the process that leads does. */
const takeOver = ({ crew, start }: Stage, source: string): Promise<ReloadOutcome> =>
  crew.reload(source, () => void (start.source = source));

function noted(reloads: number[], id: number): ReloadOutcome {
  reloads.push(id);
  return TAKEN;
}

const ready = (crew: Crew): readonly number[] =>
  crew.members.filter(({ state }) => state === "ready").map(({ process }) => process.id);

/** Turns of the event loop in which everything happens that waits for no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const restarts = ({ metrics }: Stage, reason: string): number => {
  const samples = metrics.metrics.flatMap((metric) => [...metric.samples()]);
  return samples.find(({ labels }) => labels["reason"] === reason)?.value ?? Number.NaN;
};

describe("a crew that opens", () => {
  test("resolves when all workers listen, with the place", async () => {
    const { crew } = stage();
    assert.deepEqual(await crew.open(), { host: "127.0.0.1", port: 1, adminPort: null });
    assert.deepEqual(ready(crew), [1, 2]);
  });

  test("fails with what a worker says it lacks, without another try", async () => {
    const { crew, played } = stage(() => ({ start: async () => ({ kind: "failed", message: "port 80 is taken" }) }));
    await assert.rejects(crew.open(), { message: "port 80 is taken" });
    await crew.kill();
    assert.ok(played.length <= 2 && played.every(({ isKilled }) => isKilled));
  });

  test("tries three times where a worker dies before it listens, and then fails", async () => {
    const { crew, clock, played } = stage(({ die }) => ({ start: () => new Promise(() => die()) }), 1);
    const opening = assert.rejects(crew.open(), { message: "a worker ended 3 times before it listened" });
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
    await on.crew.open();
    on.room.refusals = 2;
    on.played[0]?.die();
    await settle();
    for (const waitMs of [100, 200, 400]) {
      on.clock.advance(waitMs);
      await settle();
    }
    assert.deepEqual([ready(on.crew), on.room.refusals], [[2, 3], 0]);
  });

  test("is tried again in the place of one that was asked to end, which serves until then", async () => {
    const on = stage();
    await on.crew.open();
    on.room.refusals = 1;
    on.played[0]?.leave();
    await settle();
    assert.deepEqual(on.played[0]?.told, []);
    on.clock.advance(100);
    await settle();
    assert.deepEqual([on.played[0]?.told, ready(on.crew)], [["retire"], [2, 3]]);
  });

  test("lets the first start fail where it fails three times", async () => {
    const on = stage(undefined, 1);
    on.room.refusals = 3;
    const opening = assert.rejects(on.crew.open(), { message: "a worker ended 3 times before it listened" });
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
    await on.crew.open();
    on.played[0]?.die({ code: null, signal: "SIGSEGV" });
    await settle();
    on.clock.advance(100);
    await settle();
    assert.deepEqual(ready(on.crew), [2, 3]);
    assert.deepEqual([restarts(on, "crashed"), on.gone], [1, [1]]);
  });

  test("again and again is replaced ever later, ten seconds at most, and never given up", async () => {
    const on = stage(undefined, 1);
    await on.crew.open();
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
    assert.equal(ready(on.crew).length, 1);
  });

  test("is started with the configuration in force", async () => {
    const on = stage();
    await on.crew.open();
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
    await on.crew.open();
    on.played[0]?.leave();
    await settle();
    assert.deepEqual(on.played[0]?.told, []);
    let3Start();
    await settle();
    assert.deepEqual([on.played[0]?.told, ready(on.crew), restarts(on, "asked")], [["retire"], [2, 3], 1]);
    on.played[0]?.die({ code: 0 });
    await settle();
    assert.deepEqual([on.played.length, restarts(on, "crashed")], [3, 0]);
  });

  test("is killed when it does not go", async () => {
    const on = stage();
    await on.crew.open();
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
    await on.crew.open();
    on.played[0]?.die();
    await settle();
    on.clock.advance(100);
    await settle();
    assert.deepEqual(on.printed, ["sallyport: no model in /m\n"]);
  });
});

describe("a new configuration", () => {
  test("is tried by one worker, and reaches none where it is refused", async () => {
    const asked: number[] = [];
    const on = stage(({ id }) => ({
      reload: () => {
        asked.push(id);
        return { kind: "refused", message: "no such model" };
      },
    }));
    await on.crew.open();
    const outcome = await on.crew.reload("two", () => assert.fail("it is not in force"));
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
    await on.crew.open();
    assert.deepEqual(await takeOver(on, "two"), { kind: "taken" });
    await settle();
    assert.deepEqual(ready(on.crew), [1, 3, 4]);
    assert.deepEqual(
      new Set(on.crew.members.map(({ source, state }) => `${state} ${source}`)),
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
    await on.crew.open();
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
    void on.crew.open();
    await settle();
    assert.deepEqual(ready(on.crew), [1, 2]);
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
    assert.deepEqual(new Set(on.crew.members.map(({ source }) => source)), new Set(["two"]));
  });

  test("reaches workers that leave: they serve to their end", async () => {
    const reloads: number[] = [];
    const on = stage(({ id }) => ({ reload: () => noted(reloads, id) }));
    await on.crew.open();
    on.played[0]?.leave();
    await settle();
    await takeOver(on, "two");
    assert.deepEqual(reloads, [2, 3, 1]);
  });

  test("that is the old one again reaches all: they tell of one that was refused", async () => {
    const reloads: number[] = [];
    const on = stage(({ id }) => ({ reload: () => noted(reloads, id) }));
    await on.crew.open();
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
      await on.crew.open();
      const outcome = await takeOver(on, "two");
      assert.deepEqual(
        [outcome.kind, reloads, on.start.source],
        deaths === 1 ? ["taken", taken, "two"] : ["refused", taken, "one"],
      );
    }
  });

  test("is taken where no worker is there: the next ones start with it", async () => {
    const on = stage();
    await on.crew.open();
    for (const each of on.played) each.die();
    await settle();
    assert.deepEqual(on.crew.members, []);
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
    await on.crew.open();
    const taking = takeOver(on, "two");
    await settle();
    on.clock.advance(32_000);
    assert.equal((await taking).kind, "refused");
    await settle();
    assert.deepEqual(reloads, ["1 two", "1 one"]);
    assert.deepEqual(ready(on.crew), [1, 2]);
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
      await on.crew.open();
      Object.assign(on.start, was);
      on.played[0]?.leave();
      await settle();
      Object.assign(on.start, now);
      on.crew.tell("storeReady", on.start.isStoreReady);
      listen();
      await settle();
      assert.deepEqual(told, wanted);
    });
});

describe("a crew that stops", () => {
  test("makes no process where it waits for another try of the first", async () => {
    const on = stage(({ die }) => ({ start: () => new Promise(() => die()) }), 1);
    const opening = assert.rejects(on.crew.open());
    await settle();
    await on.crew.kill();
    on.clock.advance(60_000);
    await opening;
    assert.equal(on.played.length, 1);
  });

  test("drains its workers, kills those that only start, and replaces none", async () => {
    const on = stage(({ id }) => (id === 3 ? { start: () => new Promise(() => {}) } : {}));
    await on.crew.open();
    on.played[0]?.leave();
    await settle();
    const stopping = on.crew.stop("drain");
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
    assert.equal(on.crew.members.length, 0);
  });

  test("cuts them when asked twice, and kills those that hang", async () => {
    const on = stage();
    await on.crew.open();
    void on.crew.stop("drain");
    const stopping = on.crew.stop("close");
    await settle();
    assert.deepEqual(on.played[0]?.told, ["drain", "close"]);
    on.clock.advance(10_000);
    await stopping;
    assert.ok(on.played.every(({ isKilled }) => isKilled));
  });
});

/** The shared state with workers around it: what each of them meets is what a process that is alone meets. */
import assert from "node:assert/strict";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { PrimaryMethods } from "../../src/cluster/contract.ts";
import type { ProcessLink } from "../../src/cluster/link.ts";
import { remoteSessions, RemoteUses, remoteWindows } from "../../src/cluster/remote-state.ts";
import { remoteStore, type RemoteStore } from "../../src/cluster/remote-state.ts";
import { isStoreShared, SharedState } from "../../src/cluster/shared-state.ts";
import { ServiceError } from "../../src/core/errors.ts";
import type { StoreTarget } from "../../src/core/stores.ts";
import { SESSION_CHARS_MAX } from "../../src/state/session-turns.ts";
import { verifyChain } from "../../src/store/sqlite-reading.ts";
import type { RecordStore } from "../../src/store/record-store.ts";
import { createManualClock, type ManualClock } from "../support/clock.ts";
import { makeConfig } from "../support/config.ts";
import { linkPair, primaryMethods } from "../support/links.ts";
import { createLogger } from "../../src/telemetry/logger.ts";
import { makeRecord } from "../support/records.ts";
import { until } from "../support/until.ts";
import { limiterContract } from "../state/limiter-contract.ts";
import { storeContract } from "../store/contract.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-shared-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = (): string => join(folder, `${(files += 1)}.db`);

interface Group {
  readonly shared: SharedState;
  readonly links: readonly ProcessLink<PrimaryMethods>[];
  readonly ready: boolean[];
}

function open(clock: ManualClock, target: StoreTarget = { kind: "none" }, workers = 4): Group {
  const ready: boolean[] = [];
  const config = makeConfig({ store: { target, retentionDays: 30 }, limits: { windowSeconds: 60 } });
  const shared = new SharedState({
    config,
    clock,
    logger: createLogger({ level: "silent" }),
    onStoreReady: (isReady) => void ready.push(isReady),
  });
  const links = Array.from({ length: workers }, () => {
    const methods = { ...shared.methods(), readUses: async (names: readonly string[]) => shared.usesOf(names) };
    return linkPair({ left: {}, right: primaryMethods(methods) }, clock).left;
  });
  return { shared, links, ready };
}

/** Each call goes to the next one. */
function inTurn<One>(all: readonly One[]): () => One {
  let turn = 0;
  return () => {
    const one = all[(turn += 1) % all.length];
    assert.ok(one !== undefined);
    return one;
  };
}

describe("windows of several workers", () => {
  limiterContract(() => {
    const clock = createManualClock();
    const { shared, links } = open(clock);
    const next = inTurn(links.map(remoteWindows));
    return {
      take: (key, limit) => next().take(key, limit),
      setWindowSeconds: (windowSeconds) => shared.use(makeConfig({ limits: { windowSeconds } })),
      advance: clock.advance,
      [Symbol.asyncDispose]: () => shared.close(),
    };
  });

  test("are unavailable when the process that has them is gone", async () => {
    const { links } = open(createManualClock());
    const [link] = links;
    link?.close();
    assert.ok(link !== undefined);
    await assert.rejects(async () => remoteWindows(link).take("a", 1), { code: "limits_unavailable" });
  });
});

/** Stores of four workers, each call by the next of them. */
function storesInTurn(path: string, clock: ManualClock): RecordStore {
  const { shared, links } = open(clock, { kind: "sqlite", path });
  const stores = links.map((link) => remoteStore(link, true));
  const next = inTurn(stores);
  return {
    save: (record) => next().save(record),
    find: (...asked) => next().find(...asked),
    trace: (...asked) => next().trace(...asked),
    list: (...asked) => next().list(...asked),
    session: (...asked) => next().session(...asked),
    statistics: (query) => next().statistics(query),
    remove: (...asked) => next().remove(...asked),
    isReady: () => next().isReady(),
    close: async () => {
      for (const store of stores) await store.close();
      await shared.close();
    },
  };
}

storeContract({
  name: "the store of several workers",
  place: () => {
    const path = newPath();
    return { open: (clock) => storesInTurn(path, clock), isWhole: () => verifyChain(path).broken === null };
  },
});

describe("the store of several workers", () => {
  const oneStore = (group: Group): RemoteStore => {
    const [link] = group.links;
    assert.ok(link !== undefined);
    return remoteStore(link, true);
  };

  test("refuses more than is bounded to be under way, and has room again", async () => {
    const group = open(createManualClock(), { kind: "sqlite", path: newPath() });
    const store = oneStore(group);
    const saves = Array.from({ length: 4096 }, (_, index) => store.save(makeRecord(`r${index}`)));
    assert.equal(store.isReady(), false);
    await assert.rejects(store.save(makeRecord("more")), { code: "store_unavailable" });
    await Promise.all(saves);
    assert.equal(store.isReady(), true);
    const long = "x".repeat(20 * 1024 * 1024);
    const texts = [store.save(makeRecord("l1", { content: long })), store.save(makeRecord("l2", { answer: long }))];
    const outcomes = await Promise.allSettled(texts);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected"],
    );
    await group.shared.close();
  });

  test("waits at its close for what is being saved, not for the store of all", async () => {
    const group = open(createManualClock(), { kind: "sqlite", path: newPath() });
    const store = oneStore(group);
    let isSaved = false;
    const saving = store.save(makeRecord("r")).then(() => (isSaved = true));
    await store.close();
    assert.equal(isSaved, true);
    await saving;
    assert.equal((await store.find("demo", "r"))?.requestId, "r");
    await group.shared.close();
  });

  test("tells when the file goes and when it is back, at the latest half a second behind", async () => {
    const clock = createManualClock();
    const path = newPath();
    const group = open(clock, { kind: "sqlite", path });
    const store = oneStore(group);
    await store.save(makeRecord("a"));
    renameSync(path, `${path}.away`);
    await assert.rejects(store.save(makeRecord("b")), (error) => {
      assert.ok(error instanceof ServiceError);
      return error.code === "store_unavailable";
    });
    assert.deepEqual(group.ready, [false]);
    renameSync(`${path}.away`, path);
    clock.advance(2000);
    assert.deepEqual(group.ready, [false, true]);
    await group.shared.close();
  });

  test("cannot be asked when the process that has it is gone", async () => {
    const group = open(createManualClock(), { kind: "sqlite", path: newPath() });
    for (const link of group.links) link.close();
    await assert.rejects(oneStore(group).find("demo", "a"), { code: "store_unavailable" });
    await group.shared.close();
  });

  test("is only shared where it is a file", () => {
    const server = { host: "h", port: 1, database: "d", user: "u", password: null, tls: "disable" } as const;
    const targets: readonly StoreTarget[] = [
      { kind: "sqlite", path: "x" },
      { kind: "none" },
      { kind: "postgres", server },
    ];
    assert.deepEqual(
      targets.map((target) => isStoreShared(makeConfig({ store: { target } }))),
      [true, false, false],
    );
  });
});

describe("sessions of several workers", () => {
  test("are the same whichever worker is asked", async () => {
    const { shared, links } = open(createManualClock());
    const [a, b] = links.map(remoteSessions);
    await a?.add("s.1", "first", 3);
    await b?.add("s.1", "second", 3);
    await b?.add("t.1", "other", 3);
    assert.deepEqual(await a?.recent("s.1", 3), ["first", "second"]);
    await a?.forget("s");
    assert.deepEqual([await b?.recent("s.1", 3), await b?.recent("t.1", 3)], [[], ["other"]]);
    await shared.close();
  });

  test("send no more of a text than is kept", async () => {
    const sent: string[] = [];
    const addTurn = ({ text }: { readonly text: string }): null => {
      sent.push(text);
      return null;
    };
    const { left } = linkPair({ left: {}, right: primaryMethods({ addTurn }) });
    await remoteSessions(left).add("s.1", `${"x".repeat(100_000)}end`, 3);
    assert.deepEqual(sent, [`${"x".repeat(SESSION_CHARS_MAX - 3)}end`]);
  });

  test("fail closed when the process that has them is gone", async () => {
    const { links } = open(createManualClock());
    const [link] = links;
    assert.ok(link !== undefined);
    link.close();
    await assert.rejects(async () => remoteSessions(link).recent("s", 1), { code: "guardrail_unavailable" });
  });
});

describe("uses counted by several workers", () => {
  test("add up, told once a second", async () => {
    const clock = createManualClock();
    const { shared, links } = open(clock);
    const [a, b] = links.map((link) => new RemoteUses(link, clock));
    a?.count("k");
    a?.count("k");
    clock.advance(500);
    b?.count("k");
    assert.equal((await b?.read(["k"]))?.of("k"), null);
    clock.advance(1000);
    await until("both have told", () => shared.usesOf(["k"]).uses[0]?.[1].count === 3);
    const usages = await a?.read(["k", "never"]);
    assert.deepEqual(usages?.of("k"), { count: 3, lastUsedMs: 1_700_000_000_500 });
    assert.deepEqual([usages?.of("never"), usages?.sinceMs], [null, 1_700_000_000_000]);
    await shared.close();
  });

  test("are given away once", () => {
    const clock = createManualClock();
    const [link] = open(clock).links;
    assert.ok(link !== undefined);
    const uses = new RemoteUses(link, clock);
    uses.count("k");
    assert.deepEqual(uses.takeAll(), [["k", { count: 1, lastUsedMs: 1_700_000_000_000 }]]);
    assert.deepEqual(uses.takeAll(), []);
  });
});

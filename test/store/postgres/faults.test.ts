import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { StoreEvent } from "../../../src/core/stores.ts";
import { verifyLedger } from "../../../src/store/postgres/postgres-reading.ts";
import { openPostgresStore } from "../../../src/store/postgres/postgres-store.ts";
import type { RecordStore } from "../../../src/store/record-store.ts";
import { createManualClock, realClock } from "../../support/clock.ts";
import { freePort } from "../../support/listen.ts";
import { startWire } from "../../support/lossy-wire.ts";
import { openReady, postgresSkip, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { makeRecord } from "../../support/records.ts";
import { startSilentServer } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const UNAVAILABLE = { code: "store_unavailable" };
const recent = (id: string) => makeRecord(id, { epochMs: Date.now(), sessionId: "s" });

/** Saves one record after the other on several hands, and remembers which were acknowledged. */
function load(store: RecordStore) {
  const acknowledged: string[] = [];
  let refused = 0;
  const state = { isOver: false };
  const hand = async (which: number): Promise<void> => {
    for (let n = 0; !state.isOver; n++) {
      const id = `${which}-${n}`;
      await store.save(recent(id)).then(
        () => acknowledged.push(id),
        () => (refused += 1),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const hands = Promise.all(Array.from({ length: 16 }, (_, which) => hand(which)));
  return {
    acknowledged,
    refused: () => refused,
    end: async () => {
      state.isOver = true;
      await hands;
    },
  };
}

describe("a PostgreSQL that fails", { skip: postgresSkip, timeout: 600_000 }, () => {
  let postgres: TestPostgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres[Symbol.asyncDispose]());

  const idsIn = async (server: Parameters<TestPostgres["run"]>[0]): Promise<string[]> =>
    (await postgres.run(server, "SELECT request_id FROM sallyport.records")).map((row) => String(row["request_id"]));

  test("killed and started again under load, it has every record that was acknowledged, once", async () => {
    const server = await postgres.database();
    const events: StoreEvent["kind"][] = [];
    const store = await openReady(server, { clock: realClock, report: ({ kind }) => void events.push(kind) });
    const work = load(store);
    for (let times = 0; times < 2; times++) {
      const before = work.acknowledged.length;
      await until("records are saved", () => work.acknowledged.length > before + 500);
      await postgres.kill();
      await until("the store knows", () => !store.isReady());
      await postgres.start();
      await until("the store is back", store.isReady);
    }
    const before = work.acknowledged.length;
    await until("records are saved again", () => work.acknowledged.length > before + 100);
    await work.end();
    await store.close();
    assert.ok(work.refused() > 0);
    assert.deepEqual(events, ["lost", "back", "lost", "back"]);
    const kept = await idsIn(server);
    assert.equal(new Set(kept).size, kept.length);
    const isKept = new Set(kept);
    assert.deepEqual(
      work.acknowledged.filter((id) => !isKept.has(id)),
      [],
    );
    const { broken, chains } = await verifyLedger(server, realClock);
    assert.deepEqual([broken, chains.map((chain) => chain.broken)], [null, [null]]);
  });

  // The statement arrives and is committed; its answer does not. The wire is cut behind that.
  test("a batch whose answer was lost is acknowledged, and kept once", async () => {
    const server = await postgres.database();
    await using wire = await startWire(postgres.port);
    const store = await openReady({ ...server, port: wire.port });
    wire.swallowAnswers();
    const saving = Promise.all(["a", "b"].map((id) => store.save(recent(id))));
    await until("the records are committed", async () => (await idsIn(server)).length === 2);
    wire.mend();
    await saving;
    await store.save(recent("c"));
    await store.close();
    assert.deepEqual((await idsIn(server)).toSorted(), ["a", "b", "c"]);
    const { chains } = await verifyLedger(server, realClock);
    assert.deepEqual(
      chains.map((chain) => [chain.broken, chain.records]),
      [[null, 3]],
    );
  });

  // The old session holds its statement back until the new one has begun: its trigger waits for a lock.
  test("what an old connection left under way is not kept twice", async () => {
    const server = await postgres.database();
    await using wire = await startWire(postgres.port);
    const store = await openReady({ ...server, port: wire.port });
    await postgres.run(
      server,
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.request_id = 'slow' THEN PERFORM pg_sleep(0.5); END IF; RETURN NEW; END $$;
       CREATE TRIGGER wait BEFORE INSERT ON sallyport.records FOR EACH ROW EXECUTE FUNCTION wait()`,
    );
    const saving = store.save(recent("slow"));
    await until("the statement is under way", async () => {
      const rows = await postgres.run(
        server,
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      return rows.length === 1;
    });
    wire.mend();
    await saving;
    await store.close();
    assert.deepEqual(await idsIn(server), ["slow"]);
    const { chains } = await verifyLedger(server, realClock);
    assert.deepEqual(
      chains.map((chain) => [chain.broken, chain.records]),
      [[null, 1]],
    );
  });

  test("a server that says nothing any more is given up in time, and callers behind that are refused at once", async () => {
    const server = await postgres.database();
    await using wire = await startWire(postgres.port);
    const clock = createManualClock();
    const reasons: string[] = [];
    const report = (event: StoreEvent): void => void (event.kind === "lost" && reasons.push(event.reason));
    const store = await openReady({ ...server, port: wire.port }, { clock, report });
    wire.hang();
    const saving = assert.rejects(store.save(recent("a")), UNAVAILABLE);
    let waitedMs = 0;
    await until("the store gives up", () => {
      clock.advance(100);
      waitedMs += 100;
      return !store.isReady();
    });
    await saving;
    // Its statement, and one connection: see the limits in writer.ts and connection.ts.
    assert.ok(waitedMs >= 3000);
    await assert.rejects(store.save(recent("b")), UNAVAILABLE);
    assert.deepEqual(reasons, ["timeout"]);
    wire.mend();
    await until("the store is back", () => {
      clock.advance(20);
      return store.isReady();
    });
    await store.save(recent("c"));
    await store.close();
  });

  test("reading from a server that says nothing is given up in time", async () => {
    const server = await postgres.database();
    await using wire = await startWire(postgres.port);
    const clock = createManualClock();
    const store = await openReady({ ...server, port: wire.port }, { clock });
    await store.save(recent("a"));
    wire.hang();
    const reading = assert.rejects(store.find("demo", "a"), UNAVAILABLE);
    let isOver = false;
    void reading.finally(() => (isOver = true));
    await until("the question is given up", () => {
      clock.advance(100);
      return isOver;
    });
    await reading;
    await store.close();
  });

  test("away at the start, the store is not ready, says so, and becomes ready by itself", async () => {
    const port = await freePort();
    const events: StoreEvent[] = [];
    const server = { ...(await postgres.database()), port };
    const store = openPostgresStore({
      server,
      retentionDays: 30,
      clock: realClock,
      report: (event) => void events.push(event),
    });
    await assert.rejects(store.save(recent("a")), UNAVAILABLE);
    assert.equal(store.isReady(), false);
    assert.deepEqual(events, [{ kind: "lost", reason: "ECONNREFUSED" }]);
    await assert.rejects(store.find("demo", "a"), UNAVAILABLE);
    await postgres.kill();
    await postgres.start([`port=${port}`]);
    await until("the store is ready", store.isReady);
    assert.equal(events.at(-1)?.kind, "back");
    await store.save(recent("a"));
    await store.close();
    await postgres.kill();
    await postgres.start();
  });

  test("closes at once where a server never answers", async () => {
    await using silent = await startSilentServer();
    const server = { ...(await postgres.database()), port: silent.port };
    const store = openPostgresStore({ server, retentionDays: 30, clock: createManualClock(), report: () => {} });
    await store.close();
    await assert.rejects(store.save(recent("a")), UNAVAILABLE);
    assert.equal(store.isReady(), false);
  });

  test("a wrong password is an outage with its code, and shown nowhere", async () => {
    const server = await postgres.database();
    const guest = `g${Date.now()}`;
    await postgres.run(
      server,
      `CREATE ROLE ${guest} LOGIN PASSWORD 'right'; GRANT CREATE ON DATABASE ${server.database} TO ${guest}`,
    );
    await postgres.demandPassword(guest);
    const reasons: string[] = [];
    const report = (event: StoreEvent): void => void (event.kind === "lost" && reasons.push(event.reason));
    for (const [password, reason] of [
      ["wrong", "28P01"],
      [null, "no_password"],
    ] as const) {
      const store = openPostgresStore({
        server: { ...server, user: guest, password },
        retentionDays: 30,
        clock: realClock,
        report,
      });
      await until("it was refused", () => reasons.length > 0);
      assert.deepEqual(reasons.splice(0), [reason]);
      await store.close();
    }
    const store = await openReady({ ...server, user: guest, password: "right" });
    await store.save(recent("a"));
    await store.close();
  });

  for (const [what, refuse, allow] of [
    [
      "full",
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON sallyport.records FOR EACH ROW EXECUTE FUNCTION full_disk()`,
      "DROP TRIGGER full_disk ON sallyport.records",
    ],
    [
      "read-only",
      "ALTER DATABASE :name SET default_transaction_read_only = on",
      "ALTER DATABASE :name RESET default_transaction_read_only",
    ],
  ] as const)
    test(`a server that is ${what} is an outage until it is not`, async () => {
      const server = await postgres.database();
      const store = await openReady(server, { clock: realClock });
      await store.save(recent("a"));
      const run = (...texts: string[]) =>
        postgres.run(server, ...texts.map((text) => text.replace(":name", server.database)));
      await run(refuse);
      // What is set for a database holds from the next connection on.
      await run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sallyport'");
      await assert.rejects(store.save(recent("b")), UNAVAILABLE);
      assert.equal(store.isReady(), false);
      // Long enough for several attempts, none of which may take it for writable.
      const endMs = performance.now() + 1000;
      await until("a while is over", () => {
        assert.equal(store.isReady(), false);
        return performance.now() > endMs;
      });
      assert.notEqual(await store.find("demo", "a"), null);
      await run("SET default_transaction_read_only = off", allow);
      await until("the store is back", store.isReady);
      await store.save(recent("c"));
      await store.close();
      assert.deepEqual((await idsIn(server)).toSorted(), ["a", "c"]);
    });

  test("a connection that is closed as soon as it is open is an outage, not a race", async () => {
    const server = await postgres.database();
    const events: StoreEvent[] = [];
    const clock = createManualClock();
    const store = await openReady(server, { clock, report: (event) => void events.push(event) });
    await postgres.run(
      server,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sallyport'",
    );
    await until("the store gives up", () => !store.isReady());
    assert.deepEqual(events, [{ kind: "lost", reason: "57P01" }]);
    await until("the store is back", () => {
      clock.advance(20);
      return store.isReady();
    });
    await store.close();
  });

  test("an idle connection that is closed is opened again, and nobody is told", async () => {
    const server = await postgres.database();
    const events: StoreEvent[] = [];
    const clock = createManualClock();
    const store = await openReady(server, { clock, report: (event) => void events.push(event) });
    for (let times = 0; times < 3; times++) {
      clock.advance(1000);
      await postgres.run(
        server,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sallyport'",
      );
      await store.save(recent(`r${times}`));
      assert.notEqual(await store.find("demo", `r${times}`), null);
    }
    assert.deepEqual(events, []);
    await store.close();
  });
});

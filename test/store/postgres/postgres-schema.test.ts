import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PostgresServer, StoreEvent } from "../../../src/core/stores.ts";
import { verifyLedger } from "../../../src/store/postgres/postgres-reading.ts";
import { openPostgresStore } from "../../../src/store/postgres/postgres-store.ts";
import { createManualClock, realClock } from "../../support/clock.ts";
import { openReady, postgresSkip, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { makeRecord } from "../../support/records.ts";
import { until } from "../../support/until.ts";

describe("migrate", { skip: postgresSkip }, () => {
  let postgres: TestPostgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres[Symbol.asyncDispose]());

  /** Why a store that is opened there does not become ready. */
  async function reasonAt(server: PostgresServer): Promise<string> {
    const events: StoreEvent[] = [];
    const report = (event: StoreEvent): void => void events.push(event);
    const store = openPostgresStore({ server, retentionDays: 30, clock: createManualClock(), report });
    await until("the store gives up", () => events.length > 0);
    assert.equal(store.isReady(), false);
    await store.close();
    const [event] = events;
    return event?.kind === "lost" ? event.reason : "none";
  }

  // Nothing is tried twice: time stands still.
  test("many stores may open an empty database at the same time", async () => {
    const server = await postgres.database();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openReady(server)));
    await Promise.all(stores.map((store, n) => store.save(makeRecord(`r${n}`))));
    await Promise.all(stores.map((store) => store.close()));
    const { broken, chains } = await verifyLedger(server, realClock);
    assert.deepEqual(
      [broken, chains.map(({ number, records }) => [number, records])],
      [null, [1, 2, 3, 4].map((n) => [n, 1])],
    );
  });

  test("a database of a newer version is refused, and left as it is", async () => {
    const server = await postgres.database();
    await (await openReady(server)).close();
    await postgres.run(server, "UPDATE sallyport.ledger SET version = 99");
    assert.equal(await reasonAt(server), "schema_newer");
    await assert.rejects(verifyLedger(server, realClock), { code: "schema_newer" });
    assert.deepEqual(await postgres.run(server, "SELECT version FROM sallyport.ledger"), [{ version: 99 }]);
  });

  test("a database that keeps no Unicode is refused", async () => {
    const server = await postgres.database();
    const database = `${server.database}_latin`;
    await postgres.run(server, `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`);
    assert.equal(await reasonAt({ ...server, database }), "encoding_not_utf8");
  });

  test("who may not make schemas uses one that was made for it", async () => {
    const server = await postgres.database();
    const user = `u${server.database}`;
    await postgres.run(server, `CREATE ROLE ${user} LOGIN`);
    assert.equal(await reasonAt({ ...server, user }), "42501");
    await postgres.run(server, `CREATE SCHEMA sallyport AUTHORIZATION ${user}`);
    const store = await openReady({ ...server, user });
    await store.save(makeRecord("a"));
    await store.close();
  });
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PostgresServer } from "../../../src/core/stores.ts";
import { PostgresConnection } from "../../../src/store/postgres/connection.ts";
import type { SqlValue } from "../../../src/store/rows.ts";
import { find, list, session, trace } from "../../../src/store/postgres/listing.ts";
import { prune, remove } from "../../../src/store/postgres/removal.ts";
import { statistics } from "../../../src/store/postgres/postgres-store.ts";
import { realClock } from "../../support/clock.ts";
import { ALL_RECORDS as ALL } from "../../support/pages.ts";
import { openReady, postgresSkip, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { makeEvent, makeRecord } from "../../support/records.ts";

const PAGE = { after: { epochMs: 1_700_000_000_000, id: 1 }, limit: 50 };
const TARGET = { organization: "demo", userId: null, sessionId: null };
const COUNTS = { organization: "demo", fromMs: 0, toMs: 9e12, widthMs: 60_000, assetId: null, policy: null, limit: 9 };

describe("what is asked of PostgreSQL", { skip: postgresSkip }, () => {
  let postgres: TestPostgres;
  let server: PostgresServer;
  before(async () => {
    postgres = await startPostgres();
    server = await postgres.database();
    const store = await openReady(server);
    const saves = Array.from({ length: 3000 }, (_, n) => {
      const names = {
        sessionId: `s${n % 50}`,
        userId: `u${n % 50}`,
        event: { ...makeEvent("s"), traceId: `t${n % 50}` },
      };
      return store.save(
        makeRecord(`r${n}`, { ...names, epochMs: 1_700_000_000_000 + n, verdict: n === 0 ? "rare" : "passed" }),
      );
    });
    await Promise.all(saves);
    await store.close();
    await postgres.run(server, "ANALYZE");
  });
  after(() => postgres[Symbol.asyncDispose]());

  /** Plans of all statements that a question makes. */
  async function plans(ask: (connection: PostgresConnection) => Promise<unknown>): Promise<string> {
    const connection = await PostgresConnection.open(server, {
      clock: realClock,
      connectMs: 10_000,
      statementMs: 10_000,
    });
    const query = connection.query.bind(connection);
    const seen: string[] = [];
    const explained = async (text: string, values: readonly SqlValue[] = []) => {
      if (/^\s*(?:SELECT|WITH)/.test(text) && text.includes("sallyport."))
        seen.push(...(await query(`EXPLAIN ${text}`, values)).map((row) => String(row["QUERY PLAN"])));
      return query(text, values);
    };
    await ask(Object.assign(connection, { query: explained }));
    await connection.close();
    return seen.join("\n");
  }

  for (const [what, ask, index] of [
    ["a record", find("demo", "r7"), /records_request_id_key/],
    ["a trace", trace("demo", "t1", PAGE), /records_by_trace/],
    ["a session", session("demo", "s1", PAGE), /records_by_session/],
    ["some assets of a trace", trace("demo", "t1", { ...PAGE, assets: ["a", "b"] }), /records_by_trace/],
    ["some assets of a session", session("demo", "s1", { ...PAGE, assets: ["a"] }), /records_by_session/],
    ["some assets", list(ALL, { ...PAGE, assets: ["a"] }), /records_by_organization/],
    ["all", list(ALL, PAGE), /records_by_organization/],
    ["a time", list({ ...ALL, fromMs: 1_700_000_000_100, toMs: 1_700_000_000_200 }, PAGE), /records_by_organization/],
    ["a policy's records", list({ ...ALL, policy: "x" }, PAGE), /records_by_organization/],
    ["a session, newest first", list({ ...ALL, sessionId: "s1" }, PAGE), /records_by_session/],
    ["a user's records", list({ ...ALL, userId: "u1" }, PAGE), /records_by_user/],
    ["a trace, newest first", list({ ...ALL, traceId: "t1" }, PAGE), /records_by_trace/],
    ["counts", statistics(COUNTS), /tallies_\w+/],
    ["the oldest records", prune({ nowMs: 1_700_000_000_005, retentionMs: 0, limit: 2 }), /records_by_time/],
    [
      "a person's records, to delete them",
      remove({ ...TARGET, userId: "u1" }, { nowMs: 0, limit: 2 }),
      /records_by_user/,
    ],
    [
      "a session's records, to delete them",
      remove({ ...TARGET, sessionId: "s1" }, { nowMs: 0, limit: 2 }),
      /records_by_session/,
    ],
  ] as const)
    test(`${what}: found by an index, never by reading all records`, async () => {
      // On a table as small as a test's, reading all of it may be the cheapest way.
      await postgres.run(server, `ALTER DATABASE ${server.database} SET enable_seqscan = off`);
      const plan = await plans(ask);
      assert.match(plan, index);
      assert.doesNotMatch(plan, /Seq Scan on (?:records|tallies)/);
    });

  test("one page looks at 2,000 records, and the next goes on behind them", async () => {
    const store = await openReady(server);
    const foreign = await store.list(ALL, { after: null, limit: 10, assets: ["none"] });
    assert.deepEqual([foreign.records, foreign.next === null], [[], false]);
    const filter = { ...ALL, verdict: "rare" };
    const first = await store.list(filter, { after: null, limit: 10 });
    assert.deepEqual(first.records, []);
    assert.notEqual(first.next, null);
    const second = await store.list(filter, { after: first.next, limit: 10 });
    assert.equal(second.next, null);
    await store.close();
  });
});

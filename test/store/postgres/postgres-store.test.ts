import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PostgresServer } from "../../../src/core/stores.ts";
import { verifyLedger } from "../../../src/store/postgres/postgres-reading.ts";
import { createManualClock, realClock } from "../../support/clock.ts";
import { openReady, postgresSkip, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { makeEvent, makeRecord } from "../../support/records.ts";
import { until } from "../../support/until.ts";
import { storeContract } from "../contract.ts";
import { pageSizeContract } from "../page-size-contract.ts";

const DAY_MS = 86_400_000;

describe("openPostgresStore", { skip: postgresSkip }, () => {
  let postgres: TestPostgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres[Symbol.asyncDispose]());

  storeContract({
    name: "the PostgreSQL store",
    place: () => {
      let server: Promise<PostgresServer> | null = null;
      return {
        open: async (clock) => openReady(await (server ??= postgres.database()), { clock }),
        isWhole: async () => {
          if (server === null) return false;
          const { broken, chains } = await verifyLedger(await server, realClock);
          return broken === null && chains.every((chain) => chain.broken === null);
        },
      };
    },
  });

  pageSizeContract("the PostgreSQL store", async () => openReady(await postgres.database()));

  test("gives back every text, wherever it stands, and its chain is whole", async () => {
    const server = await postgres.database();
    const store = await openReady(server);
    const texts = ["\0", "\u0001", "\u00010", "\\0", "\\u0000", "'\"\\{}", "\u{1f600}é\u0301", "\uffff", " \n\t\r", ""];
    const all = texts.join("|");
    for (const [index, text] of [...texts, all, all.repeat(3000)].entries()) {
      const event = { ...makeEvent(text, text), traceId: text, nodeName: text, nodeSubtype: text, nodeMetadata: text };
      const names = { sessionId: text, userId: text, verdict: text, endpoint: text };
      const saved = makeRecord(`r${index}`, {
        ...names,
        content: text,
        answer: text,
        metadata: { [text]: text },
        event,
      });
      await store.save(saved);
      assert.deepEqual(await store.find("demo", `r${index}`), saved);
      assert.deepEqual((await store.session("demo", text, { after: null, limit: 9 })).records, [saved]);
      assert.deepEqual((await store.trace("demo", text, { after: null, limit: 9 })).records, [saved]);
    }
    await store.save(makeRecord("lone", { content: "lone \ud83d half", sessionId: "\udc00" }));
    assert.equal((await store.find("demo", "lone"))?.content, "lone \ufffd half");
    assert.equal((await store.session("demo", "\udc00", { after: null, limit: 9 })).records.length, 1);
    await store.close();
    const { chains } = await verifyLedger(server, realClock);
    assert.deepEqual(
      chains.map(({ broken, records }) => [broken, records]),
      [[null, texts.length + 3]],
    );
  });

  test("one record that cannot be kept is refused alone", async () => {
    const store = await openReady(await postgres.database());
    await store.save(makeRecord("there"));
    const saves = ["a", "there", "b"].map((id) => store.save(makeRecord(id)));
    const outcomes = await Promise.allSettled(saves);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.equal(store.isReady(), true);
    assert.notEqual(await store.find("demo", "b"), null);
    await store.close();
  });

  test("replicas write side by side, each its own chain, and read what others wrote", async () => {
    const server = await postgres.database();
    const stores = await Promise.all([1, 2, 3].map(() => openReady(server)));
    const saves = stores.flatMap((store, one) =>
      Array.from({ length: 100 }, (_, n) => store.save(makeRecord(`${one}-${n}`, { sessionId: "s" }))),
    );
    await Promise.all(saves);
    for (const store of stores) {
      const { records } = await store.session("demo", "s", { after: null, limit: 1000 });
      assert.equal(new Set(records.map(({ requestId }) => requestId)).size, 300);
    }
    await Promise.all(stores.map((store) => store.close()));
    const { broken, chains } = await verifyLedger(server, realClock);
    assert.equal(broken, null);
    assert.deepEqual(
      chains.map((chain) => [chain.broken, chain.records]),
      [1, 2, 3].map(() => [null, 100]),
    );
  });

  test("a clock that has jumped ahead does not delete what the server's clock still keeps", async () => {
    const server = await postgres.database();
    const ahead = createManualClock(Date.now() + 3650 * DAY_MS);
    const store = await openReady(server, { clock: ahead });
    await store.save(makeRecord("young", { epochMs: Date.now() - 29 * DAY_MS }));
    await store.save(makeRecord("old", { epochMs: Date.now() - 31 * DAY_MS }));
    await until("the old record is gone", async () => {
      ahead.advance(60_000);
      return (await store.find("demo", "old")) === null;
    });
    assert.notEqual(await store.find("demo", "young"), null);
    await store.close();
  });

  test("deletes in steps, one replica at a time, and forgets writers of which nothing is left", async () => {
    const server = await postgres.database();
    const clock = createManualClock();
    const first = await openReady(server, { clock });
    await Promise.all(
      Array.from({ length: 1200 }, (_, n) => first.save(makeRecord(`r${n}`, { epochMs: clock.epochMs() }))),
    );
    await first.close();
    const clocks = [1, 2].map(() => createManualClock(clock.epochMs() + 40 * DAY_MS));
    const stores = await Promise.all(clocks.map((each) => openReady(server, { clock: each })));
    await stores[0]?.save(makeRecord("new", { epochMs: clock.epochMs() + 40 * DAY_MS }));
    const count = async (table: string): Promise<unknown> =>
      (await postgres.run(server, `SELECT count(*)::int AS n FROM sallyport.${table}`))[0]?.["n"];
    await until("one writer and one record are left besides", async () => {
      for (const each of clocks) each.advance(60_000);
      return (await count("writers")) === 2;
    });
    assert.deepEqual([await count("records"), await count("tombstones")], [1, 0]);
    await Promise.all(stores.map((store) => store.close()));
    const { broken, anchorNumber, chains } = await verifyLedger(server, realClock);
    assert.deepEqual([broken, anchorNumber, chains.map((chain) => chain.broken)], [null, 1, [null, null]]);
  });

  test("a writer that was forgotten begins anew, and loses nothing", async () => {
    const server = await postgres.database();
    const store = await openReady(server);
    await postgres.run(
      server,
      "DELETE FROM sallyport.writers; UPDATE sallyport.ledger SET anchor_number = head_number, anchor_link = head_link",
    );
    await store.save(makeRecord("a"));
    assert.notEqual(await store.find("demo", "a"), null);
    await store.close();
    const { broken, chains } = await verifyLedger(server, realClock);
    assert.deepEqual([broken, chains.map((chain) => [chain.number, chain.broken])], [null, [[2, null]]]);
  });

  test("refuses more than its queue holds", async () => {
    const store = await openReady(await postgres.database());
    const saves = Array.from({ length: 5000 }, (_, index) => store.save(makeRecord(`r${index}`)));
    const outcomes = await Promise.allSettled(saves);
    assert.equal(outcomes.filter((outcome) => outcome.status === "fulfilled").length, 4096);
    // Two thirds of them fill it. A single text of that length would take longer than a statement may on a busy machine.
    const content = "x".repeat(1024 * 1024);
    const texts = await Promise.allSettled(
      Array.from({ length: 48 }, (_, index) => store.save(makeRecord(`l${index}`, { content }))),
    );
    const written = texts.findIndex(({ status }) => status === "rejected");
    assert.equal(written, 32);
    assert.ok(texts.every(({ status }, index) => (status === "fulfilled") === index < written));
    await store.close();
  });

  test("a removal leaves no record of its person, whatever else is written meanwhile", async () => {
    const server = await postgres.database();
    const stores = await Promise.all([1, 2].map(() => openReady(server)));
    await Promise.all(
      stores.flatMap((store, one) =>
        Array.from({ length: 600 }, (_, n) =>
          store.save(makeRecord(`${one}-${n}`, { userId: n % 2 === 0 ? "p" : "q" })),
        ),
      ),
    );
    const [mine, other] = stores;
    assert.ok(mine !== undefined && other !== undefined);
    const meanwhile = Array.from({ length: 300 }, (_, n) => other.save(makeRecord(`later-${n}`, { userId: "q" })));
    assert.equal(await mine.remove({ organization: "demo", userId: "p", sessionId: null }, 10_000), 600);
    await Promise.all(meanwhile);
    const left = await postgres.run(
      server,
      "SELECT user_id, count(*)::int AS n FROM sallyport.records GROUP BY user_id",
    );
    assert.deepEqual(left, [{ user_id: "q", n: 900 }]);
    await Promise.all(stores.map((store) => store.close()));
    const { chains } = await verifyLedger(server, realClock);
    assert.deepEqual(
      chains.map((chain) => chain.broken),
      [null, null],
    );
  });
});

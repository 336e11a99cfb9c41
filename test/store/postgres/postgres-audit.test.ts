import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runAudit } from "../../../src/cli/audit-command.ts";
import type { PostgresServer } from "../../../src/core/stores.ts";
import { verifyLedger } from "../../../src/store/postgres/postgres-reading.ts";
import { COLUMNS } from "../../../src/store/rows.ts";
import { realClock } from "../../support/clock.ts";
import { openReady, postgresSkip, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { makeEvent, makeRecord } from "../../support/records.ts";

/** A password that no output may show. */
const PASSWORD = ["open", "sesame", "17"].join("-");

describe("verifyLedger", { skip: postgresSkip }, () => {
  let postgres: TestPostgres;
  let written: PostgresServer;
  before(async () => {
    postgres = await startPostgres();
    written = await postgres.database();
    // Three writers; the second has five records, of which the first and the third are deleted.
    for (const [writer, count] of [1, 5, 2].entries()) {
      const store = await openReady(written);
      for (let n = 1; n <= count; n++) {
        const userId = writer === 1 && (n === 1 || n === 3) ? "gone" : "user";
        const event = { ...makeEvent("s", "p"), nodeSubtype: "n" };
        const texts = { content: "lone \ud83d \0 half", answer: "answer", sessionId: "s" };
        await store.save(makeRecord(`r${writer + 1}-${n}`, { userId, event, ...texts }));
      }
      await store.remove({ organization: "demo", userId: "gone", sessionId: null }, 9);
      await store.close();
    }
  });
  after(() => postgres[Symbol.asyncDispose]());

  /** A database like the written one, where somebody has been. */
  async function tampered(...texts: string[]): Promise<PostgresServer> {
    const copy = { ...written, database: `c${process.hrtime.bigint()}` };
    await postgres.run(
      { ...written, database: "postgres" },
      `CREATE DATABASE ${copy.database} TEMPLATE ${written.database}`,
    );
    await postgres.run(copy, ...texts);
    return copy;
  }

  async function audit(url: string) {
    let [output, errors] = ["", ""];
    const code = await runAudit(["verify"], {
      env: {},
      configFile: "c.yaml",
      readFile: () => `store: { url: "${url}" }`,
      print: (text) => void (output += text),
      printError: (text) => void (errors += text),
    });
    assert.ok(!(output + errors).includes(PASSWORD));
    return { code, output, errors };
  }
  const urlOf = ({ port, database }: PostgresServer): string =>
    `postgres://owner:${PASSWORD}@127.0.0.1:${port}/${database}`;

  test("finds whole what nobody touched, tombstones included", async () => {
    const { broken, chains, headNumber } = await verifyLedger(written, realClock);
    assert.deepEqual([broken, headNumber], [null, 3]);
    assert.deepEqual(
      chains.map((chain) => [chain.broken, chain.anchorId, chain.headId, chain.records, chain.tombstones]),
      [
        [null, 0, 1, 1, 0],
        [null, 1, 5, 3, 1],
        [null, 0, 2, 2, 0],
      ],
    );
  });

  const others: Readonly<Record<string, string>> = {
    epoch_ms: "epoch_ms + 1",
    is_cut: "1 - is_cut",
    duration_us: "duration_us + 1",
  };
  for (const column of COLUMNS)
    test(`names the record whose ${column} was changed`, async () => {
      const value = others[column] ?? `coalesce(${column}, '') || ' '`;
      const server = await tampered(`UPDATE sallyport.records SET ${column} = ${value} WHERE writer = 2 AND seq = 4`);
      const { broken, chains } = await verifyLedger(server, realClock);
      assert.equal(broken, null);
      assert.deepEqual(
        chains.map((chain) => chain.broken?.reason),
        [undefined, "changed", undefined],
      );
      assert.equal(chains[1]?.broken?.id, 4);
    });

  const R = "sallyport.records";
  const copyOf = (columns: string): string =>
    `CREATE TEMP TABLE t AS SELECT * FROM ${R} WHERE writer = 2 AND seq = 4; UPDATE t SET request_id = 'x', ${columns};
     INSERT INTO ${R} OVERRIDING SYSTEM VALUE SELECT * FROM t`;
  for (const [what, sql, writer, broken] of [
    ["a digest", `UPDATE ${R} SET record_sha256 = 'x' WHERE writer = 2 AND seq = 4`, 2, [4, "changed"]],
    ["a link", `UPDATE ${R} SET link_sha256 = 'x' WHERE writer = 2 AND seq = 4`, 2, [4, "not linked"]],
    ["a tombstone's digest", "UPDATE sallyport.tombstones SET record_sha256 = 'x'", 2, [3, "not linked"]],
    ["a tombstone taken out", "DELETE FROM sallyport.tombstones", 2, [3, "missing"]],
    ["a record taken out", `DELETE FROM ${R} WHERE writer = 2 AND seq = 4`, 2, [4, "missing"]],
    ["the last record taken out", `DELETE FROM ${R} WHERE writer = 2 AND seq = 5`, 2, [5, "missing"]],
    ["a record moved to the end", `UPDATE ${R} SET seq = 6 WHERE writer = 2 AND seq = 5`, 2, [5, "missing"]],
    ["a record put behind the end", copyOf("seq = 6"), 2, [6, "changed"]],
    ["a record given to another writer", `UPDATE ${R} SET writer = 3, seq = 3 WHERE writer = 1`, 1, [1, "missing"]],
    ["a chain's head", "UPDATE sallyport.writers SET head_link = 'x' WHERE number = 2", 2, [5, "not linked"]],
    ["a chain's beginning", "UPDATE sallyport.writers SET anchor_link = 'x' WHERE number = 2", 2, [2, "not linked"]],
    [
      "a beginning that hides records",
      "UPDATE sallyport.writers SET anchor_seq = 2 WHERE number = 2",
      2,
      [2, "not of the chain"],
    ],
  ] as const)
    test(`names the writer and the place of ${what}`, async () => {
      const { chains } = await verifyLedger(await tampered(sql), realClock);
      const chain = chains.find(({ number }) => number === writer);
      assert.deepEqual([chain?.broken?.id, chain?.broken?.reason], broken);
    });

  const W = "sallyport.writers";
  for (const [what, sql, broken] of [
    [
      "a writer taken out with its records",
      `DELETE FROM ${R} WHERE writer = 2; DELETE FROM ${W} WHERE number = 2`,
      [2, "missing"],
    ],
    [
      "the last writer taken out",
      `DELETE FROM ${R} WHERE writer = 3; DELETE FROM ${W} WHERE number = 3`,
      [3, "missing"],
    ],
    ["a writer with another name", `UPDATE ${W} SET name = 'x' WHERE number = 2`, [2, "changed"]],
    ["a writer with another beginning", `UPDATE ${W} SET started_ms = 9e18 WHERE number = 2`, [2, "changed"]],
    ["the head of the writers", "UPDATE sallyport.ledger SET head_link = 'x'", [3, "not linked"]],
    ["records of a writer that never began", `UPDATE ${R} SET writer = 9 WHERE writer = 3`, [9, "not of the chain"]],
    [
      "a beginning that hides writers",
      `UPDATE sallyport.ledger SET anchor_number = 1; DELETE FROM ${W} WHERE number = 1`,
      [2, "changed"],
    ],
  ] as const)
    test(`names ${what}`, async () => {
      const server = await tampered(sql);
      const found = (await verifyLedger(server, realClock)).broken;
      assert.deepEqual([found?.id, found?.reason], broken);
      const { code, output } = await audit(urlOf(server));
      assert.equal(code, 1);
      assert.ok(output.includes(`writer ${broken[0]} `));
    });

  test("the command tells what is whole, and each head", async () => {
    const { code, output, errors } = await audit(urlOf(written));
    assert.deepEqual([code, errors], [0, ""]);
    assert.match(output, /^postgres:\/\/127\.0\.0\.1:\d+\/\w+: whole: writers 1 to 3\n/);
    assert.match(output, /\nwriter 2 \([0-9a-f-]{36}, since 20.*\): whole from 2 to 5: 3 records, 1 deleted ones/);
    assert.match(output, /\nhead 2\/5 [0-9a-f]{64}\n/);
    assert.match(output, /\nhead of writers 3 [0-9a-f]{64}\n$/);
  });

  test("the command names the first break before all else", async () => {
    const server = await tampered(`UPDATE ${R} SET verdict = 'passed' WHERE writer = 2 AND seq = 4`);
    const { code, output } = await audit(urlOf(server));
    assert.equal(code, 1);
    assert.match(output, /: BROKEN: writers 1 to 3\nwriter 2 \(.*\): BROKEN at 4 \(r2-4\): the record is not the one/);
  });

  test("the command says with a code why nothing can be read", async () => {
    const empty = await postgres.database();
    assert.match((await audit(urlOf(empty))).errors, /cannot be read: no_records\n$/);
    const { code, errors } = await audit(urlOf({ ...written, port: 1 }));
    assert.equal(code, 2);
    assert.match(errors, /^sallyport: postgres:\/\/127\.0\.0\.1:1\/\w+: cannot be read: .*ECONNREFUSED.*\n$/);
  });
});

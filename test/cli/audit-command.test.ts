import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { runAudit } from "../../src/cli/audit-command.ts";
import { UsageError } from "../../src/cli/command.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { createManualClock } from "../support/clock.ts";
import { makeRecord } from "../support/records.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-audit-command-"));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, "records.db");

async function audit(args: string[], url = `sqlite:${path}`) {
  let [output, errors] = ["", ""];
  const code = await runAudit(args, {
    env: {},
    configFile: "c.yaml",
    readFile: () => `store: { url: "${url}" }`,
    print: (text) => void (output += text),
    printError: (text) => void (errors += text),
  });
  return { code, output, errors };
}

describe("sallyport audit verify", () => {
  test("tells a whole file and its head from a changed one and the first break", async () => {
    const store = openSqliteStore({ path, retentionDays: 30, clock: createManualClock() });
    await Promise.all(["a", "b"].map((id) => store.save(makeRecord(id))));
    await store.close();
    const whole = await audit(["verify"]);
    assert.equal(whole.code, 0);
    assert.match(whole.output, /whole from 1 to 2: 2 records.*\nhead 2 [0-9a-f]{64}\n$/);
    const database = new DatabaseSync(path);
    database.exec("UPDATE records SET verdict = 'passed' WHERE id = 2");
    database.close();
    const broken = await audit(["verify"]);
    assert.equal(broken.code, 1);
    assert.match(broken.output, /BROKEN at 2 \(b\): the record is not the one that was written/);
  });

  test("prints nothing that moves a terminal's cursor, whatever stands in the file", async () => {
    const forged = join(folder, "forged.db");
    const store = openSqliteStore({ path: forged, retentionDays: 30, clock: createManualClock() });
    await store.save(makeRecord("a"));
    await store.close();
    const database = new DatabaseSync(forged);
    database.prepare("UPDATE records SET request_id = ?").run(`\u001b[2J\u009b2J\u202e\n${"x".repeat(1000)}`);
    database.close();
    const { code, output } = await audit(["verify"], `sqlite:${forged}`);
    assert.equal(code, 1);
    assert.match(output, /^[\x20-\x7e]{1,400}\n$/);
  });

  test("says why it does not read a file of another version", async () => {
    const other = join(folder, "other.db");
    await openSqliteStore({ path: other, retentionDays: 30, clock: createManualClock() }).close();
    const database = new DatabaseSync(other);
    database.exec("PRAGMA user_version = 99");
    database.close();
    const { code, errors } = await audit(["verify"], `sqlite:${other}`);
    assert.equal(code, 2);
    assert.match(errors, /cannot be read: it has schema version 99; this version reads 2 to \d+/);
  });

  test("is an error where there is nothing to read", async () => {
    assert.equal((await audit(["verify"], "none")).code, 2);
    const missing = await audit(["verify"], `sqlite:${join(folder, "missing.db")}`);
    assert.equal(missing.code, 2);
    assert.match(missing.errors, /missing\.db: cannot be read: the file cannot be opened: .*\(SQLITE_CANTOPEN\)/);
    const text = join(folder, "text.db");
    writeFileSync(text, "no database, and long enough to be read as one: ".repeat(30));
    const wrong = await audit(["verify"], `sqlite:${text}`);
    assert.equal(wrong.code, 2);
    assert.match(wrong.errors, /text\.db: cannot be read: the file is not a SQLite database \(SQLITE_NOTADB\)/);
  });

  for (const args of [[], ["prune"], ["verify", "all"]])
    test(`refuses ${args.join(" ") || "no word"}`, () => assert.rejects(audit(args), UsageError));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { logStore } from "../../src/telemetry/store-log.ts";

test("an outage of the store of records is an error, its end is none", () => {
  const lines: [string, object, string][] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  const logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  logStore({ kind: "lost", reason: "28P01" }, logger);
  logStore({ kind: "back", outageMs: 700 }, logger);
  assert.deepEqual(lines, [
    ["error", { reason: "28P01" }, "records: the store does not take any"],
    ["info", { outage_ms: 700 }, "records: the store takes them again"],
  ]);
});

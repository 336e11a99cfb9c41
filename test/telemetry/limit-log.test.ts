import assert from "node:assert/strict";
import { test } from "node:test";
import { logLimitStore } from "../../src/telemetry/limit-log.ts";

test("an outage of the store of limits is a warning, its end is none", () => {
  const lines: [string, object, string][] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  const logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  logLimitStore({ kind: "lost", reason: "timeout" }, logger);
  logLimitStore({ kind: "back", outageMs: 700, requests: 12 }, logger);
  assert.deepEqual(lines, [
    ["warn", { reason: "timeout" }, "limits: the store does not answer"],
    ["info", { outage_ms: 700, requests: 12 }, "limits: the store answers again"],
  ]);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { renderProblem, pinned, restartSettings } from "../../src/config/config-model.ts";
import { makeConfig } from "../support/config.ts";

const PROBLEM = {
  file: "a.yaml",
  line: 3,
  column: 7,
  path: "keys.0.id",
  reason: "is missing",
  severity: "error",
} as const;

describe("renderProblem", () => {
  test("writes place, path and reason", () =>
    assert.equal(renderProblem(PROBLEM), "a.yaml:3:7: keys.0.id: is missing"));
  test("marks a warning", () =>
    assert.equal(renderProblem({ ...PROBLEM, severity: "warning" }), "a.yaml:3:7: warning: keys.0.id: is missing"));
  test("leaves the path of the whole file out", () =>
    assert.equal(renderProblem({ ...PROBLEM, path: "" }), "a.yaml:3:7: is missing"));
});

const started = makeConfig();
const changed = makeConfig({
  server: { host: "0.0.0.0", port: 1, adminPort: 2, adminHost: "::1", workers: "auto", drainSeconds: 3 },
  store: { target: { kind: "sqlite", path: "x" }, retentionDays: 4, content: "none" },
});

describe("restartSettings", () => {
  test("names what waits for the next start, and nothing else", () => {
    assert.deepEqual(restartSettings(started, changed), [
      "server.host",
      "server.port",
      "server.admin_port",
      "server.admin_host",
      "server.workers",
      "store.url",
      "store.retention_days",
    ]);
    assert.deepEqual(restartSettings(started, makeConfig({ server: { drainSeconds: 3 } })), []);
  });
});

describe("pinned", () => {
  test("keeps what waits for a restart, and takes everything else over", () => {
    const config = pinned(started, changed);
    assert.deepEqual(restartSettings(started, config), []);
    assert.deepEqual([config.server.drainSeconds, config.store.content], [3, "none"]);
  });
});

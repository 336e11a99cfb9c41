import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { renderProblem } from "../../src/config/config-model.ts";

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

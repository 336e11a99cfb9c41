import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isCutToken } from "../../../src/analyzers/secrets/cut-token.ts";

describe("isCutToken", () => {
  test("knows the beginning of a known token", () => {
    for (const value of ["ghp_abc123", "sm_pat_o4fgwb7bf9", "glpat-x7"]) assert.ok(isCutToken(value), value);
  });

  test("leaves whole tokens, unknown prefixes and long bodies alone", () => {
    for (const value of ["q7Rk2mVx9LpT4wZb8N", "acme_q7Rk2mVx9L", `ghp_${"x7".repeat(18)}`, `xapp-${"k9".repeat(10)}`])
      assert.ok(!isCutToken(value), value);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compilePolicy } from "../../src/engine/compile.ts";
import { analyzerOf, guardOf, policyOf, WORDS } from "../support/analyzers.ts";

describe("compilePolicy", () => {
  test("fills in the analyzer's scope and threshold", () => {
    const analyzer = analyzerOf("x", { analyze: () => [] }, { scope: "input", threshold: 0.8 });
    assert.partialDeepStrictEqual(guardOf(analyzer), { scope: "input", threshold: 0.8 });
    assert.partialDeepStrictEqual(guardOf(analyzer, { threshold: 0, scope: "both" }), { scope: "both", threshold: 0 });
  });

  test("skips a disabled policy without looking at its metadata", () => {
    const invalid = analyzerOf(
      "x",
      { analyze: () => [] },
      { prepare: () => ({ kind: "invalid", path: "", reason: "no" }) },
    );
    assert.deepEqual(guardOf(invalid, { action: "disabled" }).state, { kind: "skipped", reason: "disabled" });
  });

  test("skips a policy that has no analyzer here", () => {
    const compiled = compilePolicy(policyOf("unknown"), () => undefined);
    assert.deepEqual(compiled.kind === "guard" && compiled.guard.state, { kind: "skipped", reason: "not_available" });
  });

  test("tells the place of invalid metadata", () => {
    const invalid = analyzerOf(
      "x",
      { analyze: () => [] },
      { prepare: () => ({ kind: "invalid", path: "0.1", reason: "no" }) },
    );
    assert.deepEqual(
      compilePolicy(policyOf("x"), () => invalid),
      { kind: "invalid", path: "metadata.0.1", reason: "no" },
    );
  });

  test("refuses a scope in which the policy never runs", () => {
    const inputOnly = analyzerOf("x", { analyze: () => [] }, { covers: (side) => side === "input" });
    assert.partialDeepStrictEqual(
      compilePolicy(policyOf("x", { scope: "output" }), () => inputOnly),
      { kind: "invalid", path: "scope" },
    );
    assert.equal(compilePolicy(policyOf("x", { scope: "both" }), () => inputOnly).kind, "guard");
  });

  test("looks into the registry of built-in analyzers by default", () => {
    const compiled = compilePolicy(policyOf("secrets_keys_detection"));
    assert.equal(compiled.kind === "guard" && compiled.guard.state.kind, "ready");
    assert.notEqual(guardOf(WORDS).state.kind, "skipped");
  });
});

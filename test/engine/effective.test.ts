import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Action } from "../../src/core/model.ts";
import { effectiveGuards, type InlineMode } from "../../src/engine/effective.ts";
import { DIGITS, guardOf, WORDS } from "../support/analyzers.ts";

const effective = (configured: Action, inline: Action, mode: InlineMode): Action | undefined =>
  effectiveGuards([guardOf(WORDS, { action: configured })], [guardOf(WORDS, { action: inline })], mode)[0]?.policy
    .action;

describe("effectiveGuards", () => {
  test("keeps the configured ones when there are no inline ones", () => {
    const configured = [guardOf(WORDS)];
    assert.equal(effectiveGuards(configured, [], "replace"), configured);
    assert.equal(effectiveGuards(configured, null, "merge"), configured);
  });

  test("merges by name, the inline item winning", () => {
    assert.equal(effective("flag", "block", "merge"), "block");
    assert.equal(effective("block", "flag", "merge"), "flag");
    assert.equal(effective("block", "disabled", "merge"), "disabled");
    const merged = effectiveGuards([guardOf(WORDS)], [guardOf(DIGITS)], "merge");
    assert.deepEqual(
      merged.map(({ policy }) => policy.name),
      ["digits", "words"],
    );
  });

  test("replaces all configured ones", () => {
    assert.deepEqual(
      effectiveGuards([guardOf(WORDS)], [guardOf(DIGITS)], "replace").map(({ policy }) => policy.name),
      ["digits"],
    );
  });

  test("tightens: adds and strengthens, never weakens", () => {
    assert.equal(effective("flag", "block", "tighten"), "block");
    assert.equal(effective("block", "flag", "tighten"), "block");
    assert.equal(effective("block", "disabled", "tighten"), "block");
    assert.equal(effective("disabled", "flag", "tighten"), "flag");
    assert.equal(effectiveGuards([guardOf(WORDS)], [guardOf(DIGITS)], "tighten").length, 2);
  });

  test("tightens the action only: the configured policy goes on looking for all it looked for", () => {
    const configured = guardOf(WORDS, { action: "flag", metadata: ["a", "b"] });
    const [guard] = effectiveGuards([configured], [guardOf(WORDS, { action: "block", metadata: ["a"] })], "tighten");
    assert.deepEqual(
      [guard?.policy.action, guard?.policy.metadata, guard?.policy.id],
      ["block", ["a", "b"], configured.policy.id],
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Action } from "../../src/core/model.ts";
import { effectiveGuards, effectiveShadows, type InlineMode } from "../../src/engine/effective.ts";
import { DIGITS, guardOf, VALUES, WORDS } from "../support/analyzers.ts";

const effective = (configured: Action, inline: Action, mode: InlineMode): Action | undefined =>
  effectiveGuards([guardOf(WORDS, { action: configured })], [guardOf(WORDS, { action: inline })], mode)[0]?.policy
    .action;

describe("effectiveGuards", () => {
  test("keeps the configured ones when there are no inline ones", () => {
    const configured = [guardOf(WORDS)];
    assert.equal(effectiveGuards(configured, [], "replace"), configured);
    assert.equal(effectiveGuards(configured, [], "merge"), configured);
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

describe("effectiveShadows", () => {
  const shadows = [guardOf(DIGITS), guardOf(WORDS)];
  const namesOf = (...args: Parameters<typeof effectiveShadows>) =>
    effectiveShadows(...args).map(({ policy }) => policy.name);

  test("are those of the configuration where nothing is sent inline", () => {
    assert.equal(effectiveShadows(shadows, [], "merge"), shadows);
    assert.equal(effectiveShadows(shadows, [], "replace"), shadows);
  });

  test("give way to an inline policy of their name, one that switches it off too", () => {
    assert.deepEqual(namesOf(shadows, [guardOf(WORDS)], "merge"), ["digits"]);
    assert.deepEqual(namesOf(shadows, [guardOf(DIGITS, { action: "disabled" })], "merge"), ["words"]);
  });

  test("go where inline policies stand in the place of all, and stay where they may only strengthen", () => {
    assert.deepEqual(namesOf(shadows, [guardOf(VALUES)], "replace"), []);
    assert.deepEqual(namesOf(shadows, [guardOf(WORDS, { action: "disabled" })], "tighten"), ["digits", "words"]);
  });
});

/**
 * A bound against getting worse on texts that no model is trained on. The figures are those of docs/evaluation.md with a few
 * points of room; that page says how far they are from where they should be.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { PROMPT_INJECTION_DETECTION } from "../../../src/analyzers/prompt-injection/index.ts";
import { readOwnSets, type OwnSets } from "../../../tools/eval/own-sets.ts";
import { areaUnder } from "../../../tools/train/learned/measures.ts";
import type { Row } from "../../../tools/train/learned/rows.ts";
import { analyze, prepare } from "../../support/stream-window.ts";

const policy = prepare(PROMPT_INJECTION_DETECTION);
const { threshold } = PROMPT_INJECTION_DETECTION;
const scoresOf = (rows: readonly Row[]): readonly number[] =>
  rows.map(({ text }) => analyze(policy, text)[0]?.score ?? 0);
const flagged = (scores: readonly number[]): number =>
  scores.filter((score) => score >= threshold).length / scores.length;

describe("prompt injection on sets of our own", () => {
  let sets: OwnSets;
  before(() => {
    sets = readOwnSets();
  });

  test("are large and of many languages", () => {
    assert.ok(sets.overDefence.length >= 600 && new Set(sets.overDefence.map(({ lang }) => lang)).size >= 12);
    assert.ok(sets.buried.length >= 500);
  });

  test("lets harmless texts full of trigger words pass", () => {
    const [calm, attacks] = [scoresOf(sets.overDefence), scoresOf(sets.attacks)];
    assert.ok(flagged(calm) <= 0.04, `flagged ${flagged(calm)}`);
    assert.ok(flagged(attacks) >= 0.16, `found ${flagged(attacks)}`);
    assert.ok(areaUnder(attacks, calm) >= 0.74, `${areaUnder(attacks, calm)}`);
  });

  test("finds passages in documents and flags few documents without", () => {
    const [calm, buried] = [scoresOf(sets.carriers), scoresOf(sets.buried)];
    assert.ok(flagged(calm) <= 0.08, `flagged ${flagged(calm)}`);
    assert.ok(flagged(buried) >= 0.3, `found ${flagged(buried)}`);
  });

  test("flags few documents as results of tools, whatever the sensitivity", () => {
    const scores = sets.carriers.map(({ text }) => analyze(policy, text, 0, "tool")[0]?.score ?? 0);
    const { high = 0, medium = 0, low = 0 } = PROMPT_INJECTION_DETECTION.sensitivities ?? {};
    const above = (limit: number): number => scores.filter((score) => score >= limit).length / scores.length;
    assert.ok(
      above(high) <= 0.25 && above(medium) <= 0.12 && above(low) <= 0.05,
      [high, medium, low].map(above).join(),
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SECRETS_KEYS_DETECTION } from "../../../src/analyzers/secrets/index.ts";
import { HALVES, secretRows } from "../../../tools/eval/secret-carriers.ts";
import type { SpanRow } from "../../../tools/eval/labelled.ts";
import { analyze, prepare } from "../../support/stream-window.ts";

const analyzer = prepare(SECRETS_KEYS_DETECTION);

const found = ({ text }: SpanRow) =>
  analyze(analyzer, text).filter(({ score }) => score >= SECRETS_KEYS_DETECTION.threshold);

/** Values whose every unit is found, of all in the rows. */
function recall(rows: readonly SpanRow[]): number {
  let [covered, total] = [0, 0];
  for (const row of rows) {
    const spans = found(row).flatMap(({ span }) => span ?? []);
    for (const { start, end } of row.entities) {
      total += 1;
      let at = start;
      for (const span of spans) if (span.start <= at && span.end > at) at = span.end;
      covered += Number(at >= end);
    }
  }
  return covered / total;
}

describe("drawn secrets where they stand in files, commands and messages", () => {
  for (const half of HALVES) {
    const rows = secretRows(half, 1);

    test(`nine in ten are found whole: ${half}`, () => {
      assert.ok(recall(rows.filter((row) => row.case === "carrier")) >= 0.9);
    });

    test(`of the same texts without secrets one in a hundred is an alarm, at most: ${half}`, () => {
      const clean = rows.filter((row) => row.case !== "carrier");
      assert.ok(clean.filter((row) => found(row).length > 0).length <= clean.length / 100);
    });
  }
});

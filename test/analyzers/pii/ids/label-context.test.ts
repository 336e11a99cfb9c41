import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Span } from "../../../../src/core/model.ts";
import type { LabelWindow, SaidLabel } from "../../../../src/analyzers/pii/ids/label-window.ts";
import { LabelReader } from "../../../../src/analyzers/pii/ids/label-context.ts";
import { CATEGORY_LABELS, COUNTRY_LABELS } from "../../../../src/analyzers/pii/ids/labels.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import { wordUnits } from "../../../../src/analyzers/pii/ids/label-context.ts";
import { runs } from "../../../support/runs.ts";
import { Reading } from "../../../../src/text/reading.ts";

const reader = new LabelReader(ID_RULES);
const LABELS = [...ID_RULES.flatMap(({ labels }) => labels), ...Object.values(CATEGORY_LABELS).flat()];
const piece = fc.oneof(
  fc.constantFrom(...LABELS),
  fc.constantFrom(...Array.from(COUNTRY_LABELS, ([label]) => label)),
  fc.constantFrom("12", "123456789", "7", ": ", ", ", "\n", ". ", "****", "<IBAN_1>", "of the", "<"),
);
const text = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(" "));

/** Numbers as they stand in a text, in order. */
const numbersOf = (raw: string): readonly { readonly start: number; readonly end: number }[] =>
  Array.from(raw.matchAll(/\d+/g), ({ 0: digits, index }) => ({ start: index, end: index + digits.length }));

/** What is said of the number before it, after it, and by its column. */
function read(window: LabelWindow, span: Span): readonly (readonly SaidLabel[])[] {
  const { before, header } = reader.lead(window, span.start);
  const after = reader.after(window, span, wordUnits(window.raw, span.start, span.end));
  return [before, after, header].map(({ said }) => said);
}

describe("labels around a number", () => {
  test("say the same whether the numbers before were read or not", () => {
    fc.assert(
      fc.property(text, (raw) => {
        const window = reader.open(new Reading(raw));
        for (const span of numbersOf(raw)) {
          const said = read(window, span);
          assert.deepEqual(said, read(reader.open(new Reading(raw)), span), raw);
          const isNear = reader.isNear(reader.open(new Reading(raw)), span.start, span.end);
          if (said.some((list) => list.length > 0)) assert.equal(isNear, true, raw);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test("lie as far from it as they say", () => {
    fc.assert(
      fc.property(text, (raw) => {
        const window = reader.open(new Reading(raw));
        for (const span of numbersOf(raw)) {
          for (const { gap } of read(window, span).flat()) assert.ok(gap >= 0 && gap <= 64, raw);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

import { reportSpans, type Predicted } from "../../eval/span-report.ts";
import type { SpanRow } from "../../eval/labelled.ts";
import { Tagger } from "../../../src/analyzers/pii/names/tagger.ts";
import type { NameModel } from "../../../src/analyzers/pii/names/decoder.ts";
import { Reading } from "../../../src/text/reading.ts";

/** What the model says of the rows. */
export function predict(model: NameModel, rows: readonly SpanRow[]): readonly (readonly Predicted[])[] {
  const tagger = new Tagger(model);
  return rows.map(({ text }) =>
    tagger
      .find(new Reading(text), 0)
      .map(({ isPerson, start, end }) => ({ type: isPerson ? "PERSON" : "LOCATION", start, end })),
  );
}

const ratio = (part: number, whole: number): string => (whole === 0 ? "-" : (part / whole).toFixed(3));

/** A row and what a model says of it. */
export interface Judged {
  readonly row: SpanRow;
  readonly found: readonly Predicted[];
}

/** One line: recall of both types, precision, false alarms on rows without marked spans. */
export function summary(judged: readonly Judged[]): string {
  const predictions = judged.map(({ found }) => found);
  const report = reportSpans(
    judged.map(({ row }) => row),
    predictions,
  );
  const shares = ["PERSON", "LOCATION"].map((type) => {
    const tally = report.groups.get(`type:${type}`) ?? { total: 0, covered: 0, typed: 0 };
    const found = predictions.flat().filter((span) => span.type === type).length;
    const wrong = report.alarms.filter(({ span }) => span.type === type).length;
    return `${type} n ${tally.total} covered ${ratio(tally.covered, tally.total)} typed ${ratio(tally.typed, tally.total)} wrong ${wrong}/${found}`;
  });
  const clean = [...report.clean].map(([name, { rows, alarmed }]) => `${name} ${alarmed}/${rows}`).join(" ");
  return `${shares.join(" | ")} | precision ${ratio(report.right, report.judged)} | clean alarmed: ${clean}`;
}

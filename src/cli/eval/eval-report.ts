import { escaped, markdownTable } from "../markdown-table.ts";
import type { Json, JsonObject } from "../../core/model.ts";
import type { Interval } from "../calibrate/calibration.ts";
import type { PolicyMeasures } from "./evaluator.ts";
import type { Confusion, Rates, RateThreshold } from "./measures.ts";
import type { SpanMeasures } from "./span-tally.ts";

export interface EvalReport {
  readonly files: readonly string[];
  readonly asset: string;
  /** Copies included. */
  readonly rows: number;
  readonly distinct: number;
  readonly measures: readonly PolicyMeasures[];
  /** All policies that act: a row is flagged where one of them is violated. */
  readonly together: Confusion & Rates;
}

const percent = (share: number | null): string => (share === null ? "-" : `${(100 * share).toFixed(1)} %`);
const three = (value: number | null): string => (value === null ? "-" : String(Math.round(value * 1000) / 1000));
const within = (interval: Interval | null, show: (value: number) => string): string =>
  interval === null ? "" : ` (${show(interval.low)} to ${show(interval.high)})`;

/** A table: its columns, and its rows of cells. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** How policies compare at their thresholds. */
export function overviewTable({ measures, together }: EvalReport): Table {
  const row = (name: string, threshold: string, each: Confusion & Rates): readonly string[] => [
    name,
    threshold,
    percent(each.precision),
    `${percent(each.recall)}${within(each.recallInterval, percent)}`,
    three(each.f1),
    `${percent(each.falsePositiveRate)}${within(each.falsePositiveInterval, percent)}`,
  ];
  const rows = measures.map((each) => row(each.label, three(each.threshold), each));
  return {
    columns: ["policy", "threshold", "precision", "recall (95 %)", "F1", "false positives (95 %)"],
    rows: measures.length > 1 ? [...rows, row("all that act", "-", together)] : rows,
  };
}

export function confusionTable(each: Confusion): Table {
  return {
    columns: ["", "flagged", "not flagged"],
    rows: [
      ["positive", String(each.truePositives), String(each.falseNegatives)],
      ["negative", String(each.falsePositives), String(each.trueNegatives)],
    ],
  };
}

export function thresholdTable({ thresholds, rows, truePositives, falseNegatives }: PolicyMeasures): Table {
  const negatives = rows - truePositives - falseNegatives;
  const row = ({ rate, found, reason, needed }: RateThreshold): readonly string[] => {
    if (found !== null)
      return [
        percent(rate),
        `${three(found.threshold)}${within(found.interval, three)}`,
        `${percent(found.recall)}${within(found.recallInterval, percent)}`,
        `${found.falsePositives} of ${negatives}`,
      ];
    const why =
      reason === "too_few_negatives"
        ? `too few distinct negatives: ${negatives}, at least ${needed} are needed`
        : "none: too many negatives have the highest score";
    return [percent(rate), why, "-", "-"];
  };
  return {
    columns: ["false positives", "threshold (95 %, bootstrap)", "recall (95 %, bootstrap)", "flagged"],
    rows: thresholds.map(row),
  };
}

export function spanTable({ byType }: SpanMeasures): Table {
  const rows = [...byType].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    columns: ["type", "marked", "covered", "of the right type"],
    rows: rows.map(([type, { marked, covered, typed }]) => [type, String(marked), String(covered), String(typed)]),
  };
}

export const spanSummary = (spans: SpanMeasures): string =>
  `Places: ${spans.covered} of ${spans.marked} covered, recall ${percent(spans.recall)}${within(spans.recallInterval, percent)}, ` +
  `precision ${percent(spans.precision)}, F1 ${three(spans.f1)}, right type ${percent(spans.typedRecall)}. ` +
  `Of ${spans.cleanRows} rows without a marked place, ${spans.alarmedRows} have a found one.`;

export const rowSummary = ({ rows, failed, auc, averagePrecision }: PolicyMeasures): string =>
  `${rows} rows${failed === 0 ? "" : `, ${failed} more could not be judged`}. Area under the ROC curve ${three(auc)}, average precision ${three(averagePrecision)}.`;

export const subject = ({ files, asset, rows, distinct }: EvalReport): string =>
  `${files.join(", ")}: ${rows} rows, ${distinct} distinct, judged by the policies of ${asset}.`;

/** For a terminal, or a page. Numbers and names, no text. */
export function markdownReport(report: EvalReport): string {
  const parts = [
    "# Evaluation",
    subject(report),
    tableOf(overviewTable(report)),
    ...report.measures.flatMap((each) => [
      `## ${each.label}`,
      rowSummary(each),
      tableOf(confusionTable(each)),
      tableOf(thresholdTable(each)),
      ...(each.spans === null ? [] : [spanSummary(each.spans), tableOf(spanTable(each.spans))]),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const tableOf = ({ columns, rows }: Table): string =>
  markdownTable(
    columns.map(escaped),
    rows.map((row) => row.map(escaped)),
  );

/** For programs, with the points of the curves. */
export function jsonReport({ files, asset, rows, distinct, measures, together }: EvalReport): string {
  const body: JsonObject = {
    files,
    asset_id: asset,
    rows,
    distinct_rows: distinct,
    policies: measures.map((each): Json => ({
      policy: each.label,
      threshold: each.threshold,
      rows: each.rows,
      rows_failed: each.failed,
      ...confusionJson(each),
      auc: each.auc,
      average_precision: each.averagePrecision,
      thresholds: each.thresholds.map(thresholdJson),
      roc: each.curve.map(({ threshold, recall, falsePositiveRate }) => ({
        threshold,
        false_positive_rate: falsePositiveRate,
        recall,
      })),
      pr: each.curve.map(({ threshold, recall, precision }) => ({ threshold, recall, precision })),
      spans: each.spans === null ? null : spansJson(each.spans),
    })),
    together: confusionJson(together),
  };
  return `${JSON.stringify(body, null, 2)}\n`;
}

function confusionJson(each: Confusion & Rates): JsonObject {
  const { recallInterval, falsePositiveInterval } = each;
  return {
    confusion: {
      true_positives: each.truePositives,
      false_positives: each.falsePositives,
      false_negatives: each.falseNegatives,
      true_negatives: each.trueNegatives,
    },
    precision: each.precision,
    recall: each.recall,
    recall_interval: recallInterval === null ? null : { ...recallInterval },
    f1: each.f1,
    false_positive_rate: each.falsePositiveRate,
    false_positive_interval: falsePositiveInterval === null ? null : { ...falsePositiveInterval },
  };
}

function thresholdJson({ rate, found, reason, needed }: RateThreshold): Json {
  const common = { false_positive_rate: rate, negatives_needed: needed, reason };
  if (found === null) return { ...common, threshold: null };
  const { threshold, interval, recall, recallInterval, falsePositives } = found;
  return {
    ...common,
    threshold,
    interval: { ...interval },
    recall,
    recall_interval: recallInterval === null ? null : { ...recallInterval },
    false_positives: falsePositives,
  };
}

function spansJson({ byType, recallInterval, ...spans }: SpanMeasures): Json {
  return {
    marked: spans.marked,
    covered: spans.covered,
    typed: spans.typed,
    found: spans.found,
    right: spans.right,
    precision: spans.precision,
    recall: spans.recall,
    recall_interval: recallInterval === null ? null : { ...recallInterval },
    typed_recall: spans.typedRecall,
    f1: spans.f1,
    clean_rows: spans.cleanRows,
    alarmed_rows: spans.alarmedRows,
    by_type: Object.fromEntries([...byType].map(([type, tally]): [string, Json] => [type, { ...tally }])),
  };
}

import type { GoldSpan, SpanRow } from "./labelled.ts";

/** What a detector says of a row. */
export interface Predicted {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

export interface Tally {
  /** Marked spans, optional ones left out. */
  total: number;
  /** … that lie wholly inside the union of the predicted ones, whatever their type. */
  covered: number;
  /** … and that a prediction of the right type overlaps. */
  typed: number;
}

export interface SpanReport {
  /** `all`, `tier:…`, `case:…`, `type:…`, `unseen`. */
  readonly groups: ReadonlyMap<string, Tally>;
  /** Predictions of judged types, and those of them that overlap a marked span. */
  readonly judged: number;
  readonly right: number;
  /** Rows without marked spans by case, and those with at least one judged prediction. */
  readonly clean: ReadonlyMap<string, { readonly rows: number; readonly alarmed: number }>;
  /** Judged characters outside marked spans, per marked character. */
  readonly overmask: number;
  readonly missed: readonly { readonly row: SpanRow; readonly span: GoldSpan; readonly isCovered: boolean }[];
  readonly alarms: readonly { readonly row: SpanRow; readonly span: Predicted }[];
}

/** Scores predictions, one list per row. */
export function reportSpans(rows: readonly SpanRow[], predictions: readonly (readonly Predicted[])[]): SpanReport {
  const groups = new Map<string, Tally>();
  const clean = new Map<string, { rows: number; alarmed: number }>();
  const missed: SpanReport["missed"][number][] = [];
  const alarms: SpanReport["alarms"][number][] = [];
  const sums = { judged: 0, right: 0, outside: 0, marked: 0 };
  for (const [index, row] of rows.entries()) {
    const spans = predictions[index] ?? [];
    const covered = flags(row.text.length, spans);
    for (const span of row.entities) {
      if (span.optional === true) continue;
      const isCovered = covered.subarray(span.start, span.end).every((flag) => flag === 1);
      const names = new Set([span.type, ...(span.alt ?? [])]);
      const isTyped = isCovered && spans.some((found) => overlap(found, span) && names.has(found.type));
      for (const group of groupsOf(row, span)) count(groups, group, { isCovered, isTyped });
      if (!isTyped) missed.push({ row, span, isCovered });
    }
    if (row.scope === "recall") continue;
    const judged = spans.filter(({ type }) => isJudged(row, type));
    const wrong = judged.filter((found) => !row.entities.some((span) => overlap(found, span)));
    sums.judged += judged.length;
    sums.right += judged.length - wrong.length;
    alarms.push(...wrong.map((span) => ({ row, span })));
    if (row.entities.length > 0) addOvermask(sums, row, judged);
    else {
      const tally = clean.get(row.case) ?? { rows: 0, alarmed: 0 };
      clean.set(row.case, { rows: tally.rows + 1, alarmed: tally.alarmed + (judged.length > 0 ? 1 : 0) });
    }
  }
  const { judged, right, outside, marked } = sums;
  return { groups, judged, right, clean, overmask: outside / Math.max(1, marked), missed, alarms };
}

function groupsOf(row: SpanRow, span: GoldSpan): readonly string[] {
  const groups = ["all", `tier:${row.tier ?? "-"}`, `case:${row.case}`, `type:${span.type}`];
  if (row.tier !== "weak") groups.push("all but weak");
  return row.unseen === true ? [...groups, "unseen"] : groups;
}

function count(
  groups: Map<string, Tally>,
  name: string,
  { isCovered, isTyped }: { readonly isCovered: boolean; readonly isTyped: boolean },
): void {
  const tally = groups.get(name) ?? { total: 0, covered: 0, typed: 0 };
  tally.total += 1;
  tally.covered += isCovered ? 1 : 0;
  tally.typed += isTyped ? 1 : 0;
  groups.set(name, tally);
}

function addOvermask(sums: { outside: number; marked: number }, row: SpanRow, judged: readonly Predicted[]): void {
  const marked = flags(row.text.length, row.entities);
  const found = flags(row.text.length, judged);
  for (let at = 0; at < marked.length; at++) {
    if (marked[at] === 1) sums.marked += 1;
    else if (found[at] === 1) sums.outside += 1;
  }
}

const overlap = (a: Predicted | GoldSpan, b: GoldSpan): boolean => a.start < b.end && a.end > b.start;

const isJudged = (row: SpanRow, type: string): boolean =>
  row.scope === undefined || row.scope === "*" || row.scope.includes(type);

function flags(length: number, spans: readonly { readonly start: number; readonly end: number }[]): Uint8Array {
  const set = new Uint8Array(length);
  for (const { start, end } of spans) set.fill(1, start, end);
  return set;
}

import type { Clock } from "../../core/clock.ts";
import type { Finding } from "../../core/model.ts";
import { canJudge, runsOn } from "../../engine/evaluate.ts";
import type { Guard } from "../../engine/guard.ts";
import { Reading } from "../../text/reading.ts";
import type { SidedText } from "../calibrate/text-lines.ts";
import { judgeText, type PolicyJudgment } from "../policy-score.ts";
import { policyLabel } from "../replay/cases.ts";
import {
  confusionOf,
  curvesOf,
  ratesOf,
  thinned,
  thresholdsOf,
  type Confusion,
  type CurvePoint,
  type Rates,
  type RateThreshold,
  type ScoredRow,
} from "./measures.ts";
import type { Entity, EvalRow } from "./rows.ts";
import { SpanTally, type FoundPlace, type SpanMeasures } from "./span-tally.ts";

/** How one policy did. */
export interface PolicyMeasures extends Confusion, Rates {
  /** Its name; a shadow policy says so. */
  readonly label: string;
  readonly threshold: number;
  /** Rows with a label that it judged. */
  readonly rows: number;
  /** Rows that it could not judge. */
  readonly failed: number;
  /** `null`: there are no positives, or no negatives. */
  readonly auc: number | null;
  readonly averagePrecision: number | null;
  readonly curve: readonly CurvePoint[];
  readonly thresholds: readonly RateThreshold[];
  /** `null`: no row has marked places, or the policy finds none. */
  readonly spans: SpanMeasures | null;
}

/** What a row was given. */
export interface RowScores {
  /** By policy; `null`: it could not judge the row. */
  readonly scores: Readonly<Record<string, number | null>>;
  readonly violated: readonly string[];
}

interface Measured {
  readonly guard: Guard;
  readonly label: string;
  readonly rows: ScoredRow[];
  readonly spans: SpanTally;
  spanRows: number;
  failed: number;
}

/** Runs policies over labelled rows, and keeps scores and counts. */
export class Evaluator {
  readonly #clock: Clock;
  readonly #policies: readonly Measured[];
  /** Rows with a label, by the verdict of all policies. */
  readonly #together: Pick<ScoredRow, "isPositive" | "isFlagged">[] = [];

  constructor(guards: readonly Guard[], clock: Clock) {
    this.#clock = clock;
    this.#policies = guards.map((guard) => ({
      guard,
      label: policyLabel(guard.policy.name, guard.policy.isShadow === true),
      rows: [],
      spans: new SpanTally(),
      spanRows: 0,
      failed: 0,
    }));
  }

  async take(row: EvalRow): Promise<RowScores> {
    const scores: Record<string, number | null> = {};
    const violated: string[] = [];
    const readings = row.texts.map((each) => ({ ...each, reading: new Reading(each.text) }));
    let [isAsked, isFlagged] = [false, false];
    for (const policy of this.#policies) {
      const judgment = await this.#judge(policy, row, readings);
      if (judgment === undefined) continue;
      scores[policy.label] = judgment?.score ?? null;
      isAsked = true;
      if (judgment === null || judgment.findings.length === 0) continue;
      violated.push(policy.label);
      if (policy.guard.policy.isShadow !== true) isFlagged = true;
    }
    const isPositive = row.label ?? markedLabel(row.entities);
    if (isAsked && isPositive !== null) this.#together.push({ isPositive, isFlagged });
    return { scores, violated };
  }

  get together(): Confusion & Rates {
    const confusion = confusionOf(this.#together);
    return { ...confusion, ...ratesOf(confusion) };
  }

  /** Policies that had something to judge. */
  get measures(): readonly PolicyMeasures[] {
    return this.#policies.filter(({ rows, spanRows, failed }) => rows.length + spanRows + failed > 0).map(measuresOf);
  }

  /** @returns `undefined`: the policy has nothing to say about the row; `null`: it could not judge it */
  async #judge(
    policy: Measured,
    { label, entities, policyName }: EvalRow,
    texts: readonly (SidedText & { readonly reading: Reading })[],
  ): Promise<PolicyJudgment | null | undefined> {
    const { guard } = policy;
    if (policyName !== null && policyName !== guard.policy.name) return undefined;
    const marked = findsPlaces(guard) ? entities : null;
    if (label === null && marked === null) return undefined;
    const isPositive = label ?? markedLabel(marked);
    const judgment = await this.#highest(guard, texts);
    if (judgment === undefined) return undefined;
    if (judgment === null) {
      policy.failed += 1;
      return null;
    }
    if (isPositive !== null)
      policy.rows.push({ isPositive, score: judgment.score, isFlagged: judgment.findings.length > 0 });
    if (marked !== null) {
      policy.spanRows += 1;
      policy.spans.add(marked, placesOf(guard, judgment.findings));
    }
    return judgment;
  }

  /** The judgment with the highest score among the texts and their sides. */
  async #highest(
    guard: Guard,
    texts: readonly (SidedText & { readonly reading: Reading })[],
  ): Promise<PolicyJudgment | null | undefined> {
    let highest: PolicyJudgment | undefined;
    for (const { views, reading } of texts)
      for (const view of views) {
        if (!runsOn(guard, view.side, view.origin) || !canJudge(guard, view)) continue;
        const judgment = await judgeText(guard, reading, { ...view, clock: this.#clock });
        if (judgment === null) return null;
        if (highest === undefined || judgment.score > highest.score) highest = judgment;
      }
    return highest;
  }
}

/** What marked places say of the row as a whole; `null`: nothing, since all of them are optional, or none can be marked. */
function markedLabel(entities: readonly Entity[] | null): boolean | null {
  if (entities === null) return null;
  if (entities.some(({ isOptional }) => !isOptional)) return true;
  return entities.length === 0 ? false : null;
}

const findsPlaces = ({ state }: Guard): boolean =>
  state.kind === "ready" && state.analyzer.measure === "spans" && state.analyzer.masks;

function placesOf({ state }: Guard, findings: readonly Finding[]): readonly FoundPlace[] {
  return findings.flatMap((finding) => {
    const { span, kind } = finding;
    if (span === undefined) return [];
    const placeholder = state.kind === "ready" ? (state.prepared.mask?.(finding) ?? kind) : kind;
    return [{ start: span.start, end: span.end, types: [kind.toUpperCase(), placeholder.toUpperCase()] }];
  });
}

function measuresOf({ guard, label, rows, spans, spanRows, failed }: Measured): PolicyMeasures {
  const confusion = confusionOf(rows);
  const curves = curvesOf(rows);
  return {
    label,
    threshold: guard.threshold,
    rows: rows.length,
    failed,
    ...confusion,
    ...ratesOf(confusion),
    auc: curves?.auc ?? null,
    averagePrecision: curves?.averagePrecision ?? null,
    curve: thinned(curves?.points ?? []),
    thresholds: thresholdsOf(rows),
    spans: spanRows === 0 ? null : spans.measures,
  };
}

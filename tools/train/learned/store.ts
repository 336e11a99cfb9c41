import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { StoredPolicy } from "../../../src/analyzers/learned/learned-policy.ts";
import { type StoredModel, WEIGHTS_VERSION } from "../../../src/analyzers/learned/linear-model.ts";
import type { Weights } from "./fit.ts";
import { thresholdAt } from "./measures.ts";

/** Weights beyond are cut: they are few, and a byte tells the others better apart. */
const WEIGHT_MAX = 16;
const STEPS = 127;

/** Weights in bytes, and what a byte of 1 weighs. */
export function quantise({ weights }: Weights): { readonly bytes: Int8Array; readonly scale: number } {
  const scale = WEIGHT_MAX / STEPS;
  return {
    bytes: Int8Array.from(weights, (weight) => Math.max(-STEPS, Math.min(STEPS, Math.round(weight / scale)))),
    scale,
  };
}

/** Sums of texts with and without what is looked for, which the model has not been trained on. */
export interface Judgements {
  readonly positives: readonly number[];
  readonly negatives: readonly number[];
}

interface Calibrated {
  readonly seed: number;
  readonly falsePositives: number;
  /** Sums of harmless documents and results of tools, where these are judged by a measure of their own. */
  readonly documents: readonly number[] | null;
}

/**
 * Shares of harmless documents, and of other harmless texts, that get the same score: what tools return is watched more
 * closely, and one in a hundred flagged is little beside what an order in it may do.
 */
const KNOT_SHARES = [
  [0.2, 0.2],
  [0.05, 0.05],
  [0.02, 0.01],
  [0.01, 0.0035],
  [0.005, 0.002],
] as const;

/** Sums of documents, and the sums of other texts that they count as; each farther than the one before. */
function knotsOf(documents: readonly number[], others: readonly number[]): readonly (readonly number[])[] {
  const knots: number[][] = [];
  for (const [ofDocuments, ofOthers] of KNOT_SHARES) {
    const knot = [thresholdAt(documents, ofDocuments), thresholdAt(others, ofOthers)].map(round);
    const last = knots.at(-1) ?? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    if (knot.every((sum, index) => sum > (last[index] ?? 0))) knots.push(knot);
  }
  return knots;
}

/** The model as it is shipped, calibrated on what it says of the dev texts. */
export function storedModel(
  fitted: Weights,
  judged: Judgements,
  { seed, falsePositives, documents }: Calibrated,
): StoredModel {
  const { bytes, scale } = quantise(fitted);
  const buffer = Buffer.from(bytes.buffer);
  const center = thresholdAt(judged.negatives, falsePositives);
  const slope = slopeOf(judged, center);
  const scoreOf = (sum: number): number => round(1 / (1 + Math.exp(-slope * (sum - center))));
  return {
    version: WEIGHTS_VERSION,
    seed,
    digest: createHash("sha256").update(buffer).digest("hex"),
    scale,
    biases: Array.from(fitted.biases, round),
    slope: round(slope),
    center: round(center),
    ...(documents === null ? {} : { tool: knotsOf(documents, judged.negatives) }),
    thresholds: {
      high: scoreOf(thresholdAt(judged.negatives, 0.05)),
      medium: scoreOf(thresholdAt(judged.negatives, 0.01)),
      low: scoreOf(thresholdAt(judged.negatives, 0.002)),
    },
    data: buffer.toString("base64"),
  };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** The slope under which the labels are likeliest, both labels weighing the same. */
function slopeOf({ positives, negatives }: Judgements, center: number): number {
  const loss = (slope: number): number => {
    const cost = (sums: readonly number[], sign: number): number =>
      sums.reduce((total, sum) => total + Math.log1p(Math.exp(-sign * slope * (sum - center))), 0) / sums.length;
    return cost(positives, 1) + cost(negatives, -1);
  };
  const slopes = Array.from({ length: 60 }, (_, index) => 0.05 * 1.1 ** index);
  return slopes.reduce((best, slope) => (loss(slope) < loss(best) ? slope : best));
}

/** Writes the file as the formatter would. */
export function writePolicy(file: string, { model, labels }: StoredPolicy): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `{\n${field("model", model)},\n${field("labels", labels)}\n}\n`);
}

function field(name: string, record: object): string {
  const lines = Object.entries(record).map(([key, value]) => `    "${key}": ${spaced(value)}`);
  return `  "${name}": {\n${lines.join(",\n")}\n  }`;
}

/** JSON with the formatter's spaces. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, entry]) => `"${key}": ${JSON.stringify(entry)}`)
    .join(", ")} }`;
}

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { StoredPolicy } from "../../../src/analyzers/learned/learned-policy.ts";
import { type StoredModel, WEIGHTS_VERSION } from "../../../src/analyzers/learned/linear-model.ts";
import { type StoredWhole, WHOLE_BITS } from "../../../src/analyzers/learned/whole-model.ts";
import { FittedModel } from "./fit-model.ts";
import { Learner, type Weights } from "./fit.ts";
import { type Judged, thresholdAt } from "./measures.ts";
import type { Flagged, Surface } from "./topics.ts";

/** Weights beyond are cut: they are few, and a byte tells the others better apart. */
const WEIGHT_MAX = 16;
const STEPS = 127;

/** Weights in bytes, and what a byte of 1 weighs. */
function quantise({ weights }: Weights): { readonly bytes: Int8Array; readonly scale: number } {
  const scale = WEIGHT_MAX / STEPS;
  return {
    bytes: Int8Array.from(weights, (weight) => Math.max(-STEPS, Math.min(STEPS, Math.round(weight / scale)))),
    scale,
  };
}

/** What training makes of a model; the rest of what is stored is its scale. */
export type StoredWeights = Omit<StoredModel, "slope" | "center" | "tool" | "thresholds">;
type Scale = Pick<StoredModel, "slope" | "center" | "tool" | "thresholds">;

export function storedWeights({ windows, whole, share, floor }: FittedModel, seed: number): StoredWeights {
  const { bytes, scale } = quantise(windows);
  const buffer = Buffer.from(bytes.buffer);
  return {
    version: WEIGHTS_VERSION,
    seed,
    digest: digestOf(buffer),
    scale,
    biases: Array.from(windows.biases, round),
    ...(whole === null ? {} : { whole: { ...storedWhole(whole, share), floor: round(floor) } }),
    data: buffer.toString("base64"),
  };
}

const digestOf = (buffer: Buffer): string => createHash("sha256").update(buffer).digest("hex");

/** The weights of whole texts, of the hashes that they have. */
function storedWhole(fitted: Weights, share: number): Omit<StoredWhole, "floor"> {
  const { bytes, scale } = quantise(fitted);
  const buffer = Buffer.from(bytes.buffer, 0, 1 << WHOLE_BITS);
  return { scale: Math.round(scale * share * 1e6) / 1e6, digest: digestOf(buffer), data: buffer.toString("base64") };
}

/** With the least that a whole text counts. */
export const withFloor = ({ whole, ...weights }: StoredWeights, floor: number): StoredWeights =>
  whole === undefined ? weights : { ...weights, whole: { ...whole, floor: round(floor) } };

/** The model as it is shipped, which its scale is set for. */
export function restored({ data, scale, biases, whole }: StoredWeights): FittedModel {
  const windows = new Learner();
  fill(windows, data, scale);
  windows.biases.set(biases);
  if (whole === undefined) return new FittedModel(windows, null);
  const learner = new Learner();
  fill(learner, whole.data, whole.scale);
  return new FittedModel(windows, learner, { share: 1, floor: whole.floor });
}

function fill({ weights }: Weights, data: string, scale: number): void {
  const bytes = Buffer.from(data, "base64");
  weights.set(Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), (byte) => byte * scale));
}

/** Sums of harmless texts that are met in the same place. */
interface JudgedSurface extends Omit<Surface, "rows"> {
  readonly sums: readonly number[];
}

/** Texts that the model has not learned from. */
interface Calibrated {
  readonly flagged: Flagged;
  /** Sums of texts with what is looked for. */
  readonly positives: readonly number[];
  readonly surfaces: readonly JudgedSurface[];
  /** Sums of harmless documents and results of tools, where these are judged by a measure of their own. */
  readonly documents: readonly number[] | null;
}

/** Below all sensitivities, one more share of documents is made equal to that of other texts. */
const LOOSEST = 0.2;

/** Sums of documents, and the sums of other texts that they count as; each farther than the one before. */
function knotsOf(
  documents: readonly number[],
  shares: readonly number[],
  levelOf: Level,
): readonly (readonly number[])[] {
  const knots: number[][] = [];
  for (const share of shares) {
    const knot = [thresholdAt(documents, share), levelOf(share)].map(round);
    const last = knots.at(-1) ?? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    if (knot.every((sum, index) => sum > (last[index] ?? 0))) knots.push(knot);
  }
  return knots;
}

type Level = (share: number) => number;

/** The scale by what the model says of harmless texts: no surface that counts has more of them flagged than that share. */
export function scaleOf({ flagged, positives, surfaces, documents }: Calibrated): Scale {
  const { high, medium, shipped, low } = flagged;
  const counted = surfaces.filter(({ isAside }) => !isAside);
  const levelOf: Level = (part) => Math.max(...counted.map(({ sums }) => thresholdAt(sums, part)));
  const center = levelOf(shipped);
  const slope = slopeOf({ positives, negatives: counted.flatMap(({ sums }) => sums) }, center);
  const scoreOf = (share: number): number => round(1 / (1 + Math.exp(-slope * (levelOf(share) - center))));
  return {
    slope: round(slope),
    center: round(center),
    ...(documents === null ? {} : { tool: knotsOf(documents, [LOOSEST, high, medium, shipped, low], levelOf) }),
    thresholds: { high: scoreOf(high), medium: scoreOf(medium), low: scoreOf(low) },
  };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** The slope under which the labels are likeliest, both labels weighing the same. */
function slopeOf({ positives, negatives }: Judged, center: number): number {
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

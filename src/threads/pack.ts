import type { Finding } from "../core/model.ts";
import type { GuardOutcome } from "../engine/run-guard.ts";
import type { FindingLabel, PackedFindings, PackedOutcome } from "./task.ts";

/** Numbers of one finding. */
const STRIDE = 4;
/** The start of a finding about the text as a whole. */
const NOWHERE = -1;

export function packOutcome(outcome: GuardOutcome): PackedOutcome {
  if (outcome.kind === "failed") return outcome;
  const { findings, durationUs } = outcome;
  return { kind: "findings", packed: pack(findings), durationUs };
}

export function unpackOutcome(outcome: PackedOutcome): GuardOutcome {
  if (outcome.kind === "failed") return outcome;
  const { packed, durationUs } = outcome;
  return { kind: "findings", findings: unpack(packed), durationUs };
}

/** What can be moved to another thread instead of being copied. */
export const movable = (outcomes: readonly PackedOutcome[]): ArrayBuffer[] =>
  outcomes.flatMap((outcome) => (outcome.kind === "findings" ? [outcome.packed.numbers.buffer] : []));

function pack(findings: readonly Finding[]): PackedFindings {
  const numbers = new Float64Array(findings.length * STRIDE);
  const labels: FindingLabel[] = [];
  // Most findings have a kind only.
  const kinds = new Map<string, number>();
  const others = new Map<string, number>();
  for (const [at, { kind, score, span, decoded, label }] of findings.entries()) {
    const isKind = decoded === undefined && label === undefined;
    const known = isKind ? kinds : others;
    const key = isKind ? kind : JSON.stringify([kind, decoded ?? null, label ?? null]);
    let index = known.get(key);
    if (index === undefined) {
      known.set(key, (index = labels.length));
      labels.push({
        kind,
        ...(decoded === undefined ? {} : { decoded }),
        ...(label === undefined ? {} : { label }),
      });
    }
    numbers[at * STRIDE] = index;
    numbers[at * STRIDE + 1] = score;
    numbers[at * STRIDE + 2] = span?.start ?? NOWHERE;
    numbers[at * STRIDE + 3] = span?.end ?? NOWHERE;
  }
  return { numbers, labels };
}

function unpack({ numbers, labels }: PackedFindings): readonly Finding[] {
  const findings: Finding[] = [];
  for (let at = 0; at < numbers.length; at += STRIDE) {
    const label = labels[numbers[at] ?? 0];
    if (label === undefined) throw new Error("a finding without a kind");
    const score = numbers[at + 1] ?? 0;
    const start = numbers[at + 2] ?? NOWHERE;
    const end = numbers[at + 3] ?? NOWHERE;
    findings.push(start === NOWHERE ? { ...label, score } : { ...label, score, span: { start, end } });
  }
  return findings;
}

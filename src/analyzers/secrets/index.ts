import type { Json } from "../../core/model.ts";
import type { Text } from "../../text/text.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { bySureness, isInside, withoutOverlaps } from "../overlaps.ts";
import { heldFromAll, runDetectors, type SpanFinding } from "../run-detectors.ts";
import { finderInViews } from "../views.ts";
import { compileCustomRules, type CustomRule } from "./custom.ts";
import { GENERIC_SECRETS, SECRET_DETECTORS } from "./registry.ts";

/**
 * How far before a secret the built-in rules look for what makes it one (a label, a command, a scheme), UTF-16 units. The
 * longest is a command line; see `command-password`.
 */
const CONTEXT_LENGTH = 256;

const PLACEHOLDERS: ReadonlyMap<string, string> = new Map(
  SECRET_DETECTORS.map((detector) => [detector.id, detector.placeholder]),
);
const GENERIC_IDS: ReadonlySet<string> = new Set(GENERIC_SECRETS.map((detector) => detector.id));

/** Finds keys, tokens and passwords: built-in rules, and the caller's own patterns in the policy's metadata. */
export const SECRETS_KEYS_DETECTION: Analyzer<"secrets_keys_detection"> = {
  name: "secrets_keys_detection",
  scope: "both",
  covers: () => true,
  measure: "spans",
  threshold: 0.5,
  leakMax: 0,
  masks: true,
  kinds: SECRET_DETECTORS,
  prepare: (metadata) => {
    const custom = compileCustomRules(metadata);
    if (!custom.ok) return { kind: "invalid", path: custom.path, reason: custom.reason };
    return { kind: "ready", analyzer: prepare(custom.rules) };
  },
};

function prepare(custom: readonly CustomRule[]): PreparedAnalyzer {
  const customLength = custom.reduce((longest, rule) => Math.max(longest, rule.maxLength), 0);
  const placeholders = new Map([...PLACEHOLDERS, ...custom.map((rule) => [rule.name, rule.placeholder] as const)]);
  const find = (text: Text, from: number): readonly SpanFinding[] => findAll(custom, text, from);
  const hold = (text: Text, from: number): number => heldFromAll(SECRET_DETECTORS, text, from);
  const views = finderInViews(find, hold);
  return {
    lookback: Math.max(CONTEXT_LENGTH, customLength),
    ownKinds: custom.map((rule) => rule.kind),
    heldFrom: (text, from) =>
      customLength === Infinity ? from : views.heldFrom(text, from, text.raw.length - customLength),
    analyze: (text, { from }) => settle(views.find(text, from)),
    details: (findings, text) => findings.map((finding) => present(finding, text)),
    mask: (finding) => placeholders.get(finding.kind) ?? "SECRET",
  };
}

function findAll(custom: readonly CustomRule[], text: Text, from: number): readonly SpanFinding[] {
  const builtin = runDetectors(SECRET_DETECTORS, text, { from });
  if (custom.length === 0) return builtin;
  return [...builtin, ...custom.flatMap((rule) => rule.find(text.raw, from))].sort(byPlace);
}

/** As the findings of several views are: the order must not depend on whether a text has any. */
function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

/** Drops what a finding that stays says better. */
const settle = (findings: readonly SpanFinding[]): readonly SpanFinding[] =>
  withoutOverlaps(findings, { order: specificFirst, yields });

function specificFirst(a: SpanFinding, b: SpanFinding): number {
  return b.score - a.score || Number(GENERIC_IDS.has(a.kind)) - Number(GENERIC_IDS.has(b.kind)) || bySureness(a, b);
}

/** Whether `finding` says nothing that the overlapping `other` does not: generic beside specific, or inside it and no surer. */
function yields(finding: SpanFinding, other: SpanFinding): boolean {
  if (GENERIC_IDS.has(finding.kind) !== GENERIC_IDS.has(other.kind)) return GENERIC_IDS.has(finding.kind);
  return isInside(finding, other);
}

function present(
  finding: { readonly kind: string; readonly score: number; readonly span?: SpanFinding["span"] },
  text: Text,
): Json {
  const { start, end } = finding.span ?? { start: 0, end: 0 };
  return { text: text.raw.slice(start, end), score: finding.score, type: finding.kind, start, end };
}

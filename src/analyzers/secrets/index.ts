import type { Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { bySureness, isInside, withoutOverlaps } from "../overlaps.ts";
import { stableUntilAll, holdWhole, runDetectors, type Asked, type SpanFinding } from "../run-detectors.ts";
import { patternsOf } from "../patterns/cost.ts";
import { PatternMeter, PatternStop, STEPS_HERE_MAX, type PatternLimits } from "../patterns/pattern-meter.ts";
import { StepMeter } from "../step-meter.ts";
import { type Find, finderInViews, findInViews, onceFrom, type ViewFinder } from "../views.ts";
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
  metadata: "`[name, pattern]` pairs of your own",
  kinds: SECRET_DETECTORS,
  prepare: (metadata) => {
    const custom = compileCustomRules(metadata);
    if (!custom.ok) return { kind: "invalid", path: custom.path, reason: custom.reason };
    return { kind: "ready", analyzer: prepare(custom.rules) };
  },
};

function prepare(custom: readonly CustomRule[]): PreparedAnalyzer {
  const placeholders = new Map([...PLACEHOLDERS, ...custom.map((rule) => [rule.name, rule.placeholder] as const)]);
  const builtin = finderInViews(
    (text, asked) => runDetectors(SECRET_DETECTORS, text, asked),
    (text, asked) => stableUntilAll(SECRET_DETECTORS, text, asked),
  );
  const own = custom.length === 0 ? null : new CustomFinder(custom);
  return {
    lookback: Math.max(CONTEXT_LENGTH, own?.maxLength ?? 0),
    ...patternsOf(custom),
    ownKinds: custom.map((rule) => rule.kind),
    ownWords: custom.flatMap(({ name, placeholder }) => [name, placeholder]),
    stableUntil: (text, from, _, stepsMax) => {
      const asked = { from, meter: new StepMeter(text.raw.length, stepsMax) };
      return own === null ? builtin.stableUntil(text, asked) : own.stableUntil(text, asked, builtin);
    },
    analyze: (text, context) => {
      const { from, stepsMax } = context;
      const found = builtin.find(text, { from, meter: new StepMeter(text.raw.length, stepsMax) });
      if (own === null) return resolveOverlaps(found);
      return resolveOverlaps([...found, ...own.find(text, { from, limits: context })].sort(byPlace));
    },
    details: (findings, text) => findings.map((finding) => present(finding, text)),
    mask: (finding) => placeholders.get(finding.kind) ?? "SECRET",
  };
}

/** For a stream that continues. */
const HOLDING: PatternLimits = { stepsMax: STEPS_HERE_MAX };

interface Search {
  readonly from: number;
  readonly limits: PatternLimits;
}

/** Finds what the caller's own patterns say, in every view of a text. */
class CustomFinder {
  readonly maxLength: number;
  readonly #rules: readonly CustomRule[];
  /** Of a text's findings those at or after `from`. */
  readonly find = onceFrom((text: Reading, { from, limits }: Search) => {
    const meter = new PatternMeter(limits);
    const search: Find = (view, asked) => this.#rules.flatMap((rule) => rule.find(view.raw, asked.from, meter));
    return findInViews(search, text, { from });
  });

  constructor(rules: readonly CustomRule[]) {
    this.#rules = rules;
    this.maxLength = rules.reduce((longest, rule) => Math.max(longest, rule.maxLength), 0);
  }

  /** See `PreparedAnalyzer.stableUntil`; what takes long to look for is looked for when the text is whole. */
  stableUntil(text: Reading, asked: Asked, builtin: ViewFinder): number {
    const { from } = asked;
    if (this.maxLength === Infinity) return from;
    const held = builtin.stableUntil(text, asked, text.raw.length - this.maxLength);
    if (held <= from) return from;
    try {
      const findings = [...builtin.find(text, asked), ...this.find(text, { from, limits: HOLDING })].sort(byPlace);
      return Math.max(from, holdWhole(findings, held));
    } catch (error) {
      if (error instanceof PatternStop) return from;
      throw error;
    }
  }
}

/** As the findings of several views are: the order must not depend on whether a text has any. */
function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

/** Drops findings that a more specific one covers. */
const resolveOverlaps = (findings: readonly SpanFinding[]): readonly SpanFinding[] =>
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
  text: Reading,
): Json {
  const { start, end } = finding.span ?? { start: 0, end: 0 };
  return { text: text.raw.slice(start, end), score: finding.score, type: finding.kind, start, end };
}

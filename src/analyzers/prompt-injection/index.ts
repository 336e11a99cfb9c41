import type { Finding, Json, Span } from "../../core/model.ts";
import { disguiseOf } from "../../text/fold.ts";
import { Text } from "../../text/text.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { LATIN_CONCEPTS } from "./concepts.ts";
import { SCRIPT_CONCEPTS } from "./concepts-scripts.ts";
import { BIAS, DECODED_WEIGHT, matchRules, RULES, type Category, type Match } from "./rules.ts";
import { ConceptScanner } from "./scanner.ts";

/** Most places that are reported; the first ones of a text say enough. */
const EVIDENCE_MAX = 16;
const scanner = new ConceptScanner([LATIN_CONCEPTS, SCRIPT_CONCEPTS]);

/**
 * Tells how much a text looks like an attempt to take over the model: overriding its instructions, pulling them out,
 * talking it into another self, or hiding orders in a document. A heuristic over concepts in some thirty languages; its
 * weights are fitted, its words are not.
 */
export const PROMPT_INJECTION_DETECTION: Analyzer<"prompt_injection_detection"> = {
  name: "prompt_injection_detection",
  scope: "input",
  // The operator's own words and the model's are not suspects, unless an event does not say whose they are.
  covers: (side, origin) => origin === "tool" || side === "both" || (origin === "user" && side === "input"),
  measure: "score",
  threshold: 0.5,
  masks: false,
  prepare: () => ({ kind: "ready", analyzer: PREPARED }),
};

const PREPARED: PreparedAnalyzer = {
  lookback: Infinity,
  analyze: (text) => analyze(text),
  details: (findings) => present(findings),
};

/** What one reading of the text says: the text itself, or a piece that stood in it in disguise. */
interface Reading {
  readonly matches: readonly Match[];
  readonly disguise: string | null;
  readonly span: (match: Match) => Span;
}

function analyze(text: Text): readonly Finding[] {
  const open = read(text.folded.text, null, ({ start, end }) => text.folded.span(start, end));
  const readings = [
    open,
    ...text.decoded.map(({ text: piece, disguise, span }) => read(new Text(piece).folded.text, disguise, () => span)),
  ];
  const score = scoreOf(readings);
  if (score === 0) return [{ kind: "prompt_injection", score }];
  const kind = categoryOf(readings);
  const evidence = evidenceOf(readings);
  // The text is in disguise when it would not be found without undoing it.
  const hidden = scoreOf([open]) < PROMPT_INJECTION_DETECTION.threshold ? heaviestDisguise(readings) : null;
  const decoded =
    hidden ?? evidence.map(({ start, end }) => disguiseOf(text.raw.slice(start, end))).find((name) => name !== null);
  const about = { kind, score, ...(decoded == null ? {} : { decoded }) };
  return [about, ...evidence.map((span) => ({ ...about, span }))];
}

function read(folded: string, disguise: string | null, span: Reading["span"]): Reading {
  return { matches: matchRules(folded, scanner.scan(folded)), disguise, span };
}

/** Each rule counts once, in its strongest manner; no match at all is 0, whatever the bias. */
function scoreOf(readings: readonly Reading[]): number {
  const weights = weightsOf(readings);
  if (weights.size === 0) return 0;
  const isDecoded = readings.some(({ disguise, matches }) => disguise !== null && matches.length > 0);
  let sum = BIAS + (isDecoded ? DECODED_WEIGHT : 0);
  for (const weight of weights.values()) sum += weight;
  return Math.round(1000 / (1 + Math.exp(-sum))) / 1000;
}

/** Rule → the weight of its strongest match. */
function weightsOf(readings: readonly Reading[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  for (const { matches } of readings)
    for (const match of matches) weights.set(match.rule, Math.max(weights.get(match.rule) ?? 0, weightOf(match)));
  return weights;
}

function weightOf(match: Match): number {
  return RULES[match.rule]?.weights[match.manner] ?? 0;
}

function categoryOf(readings: readonly Reading[]): Category {
  const sums = new Map<Category, number>();
  for (const [index, weight] of weightsOf(readings)) {
    const category = RULES[index]?.category ?? "override";
    sums.set(category, (sums.get(category) ?? 0) + weight);
  }
  // Where the order hides says more than what it orders.
  if ((sums.get("hidden_text") ?? 0) > 0) return "hidden_text";
  return [...sums].reduce((best, next) => (next[1] > best[1] ? next : best), ["override", 0] as const)[0];
}

function heaviestDisguise(readings: readonly Reading[]): string | null {
  let [best, heaviest]: [string | null, number] = [null, 0];
  for (const reading of readings) {
    if (reading.disguise === null) continue;
    const weight = [...weightsOf([reading]).values()].reduce((sum, each) => sum + each, 0);
    if (weight > heaviest) [best, heaviest] = [reading.disguise, weight];
  }
  return best;
}

/** The places of all matches that weigh anything, merged where they overlap, in order. */
function evidenceOf(readings: readonly Reading[]): readonly Span[] {
  const spans = readings
    .flatMap(({ matches, span }) => matches.filter((match) => weightOf(match) > 0).map((match) => span(match)))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged.slice(0, EVIDENCE_MAX);
}

function present(findings: readonly Finding[]): Json {
  const [whole, ...places] = findings;
  if (whole === undefined || whole.score === 0) return { score: 0 };
  return {
    score: whole.score,
    category: whole.kind,
    evidence: places.flatMap(({ span }) => (span === undefined ? [] : [{ start: span.start, end: span.end }])),
    ...(whole.decoded === undefined ? {} : { decoded: whole.decoded }),
  };
}

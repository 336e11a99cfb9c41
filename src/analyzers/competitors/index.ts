import type { Finding, Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import type { Asked, SpanFinding } from "../run-detectors.ts";
import { finderInViews } from "../views.ts";
import { type Name, readNames } from "./aliases.ts";
import { Beginnings } from "./beginnings.ts";
import { type MisspeltMatch, MisspeltMatcher } from "./misspelt.ts";
import { type NameMatch, NameMatcher } from "./names.ts";

/** Longest encoded run that may hide a name and is held, and what views look at besides, UTF-16 units; as of personal data. */
const VIEWS_REACH = 320;

/** Finds mentions of the names in the policy's metadata. */
export const COMPETITOR_MENTION_DETECTION: Analyzer<"competitor_mention_detection"> = {
  name: "competitor_mention_detection",
  scope: "both",
  covers: () => true,
  measure: "spans",
  threshold: 0.5,
  leakMax: 0,
  masks: true,
  kinds: [{ id: "COMPETITOR", placeholder: "COMPETITOR", source: "https://en.wikipedia.org/wiki/Competitor_analysis" }],
  prepare: (metadata) => {
    if (metadata === null) return { kind: "no_configuration" };
    const names = readNames(metadata);
    return names.kind === "names" ? { kind: "ready", analyzer: prepare(names.names) } : names;
  },
};

function prepare(names: readonly Name[]): PreparedAnalyzer {
  const keys = names.map((name) => name.keys);
  const beginnings = new Beginnings();
  const exact = new NameMatcher(keys, beginnings);
  const misspelt = new MisspeltMatcher(keys, beginnings);
  /** Until the views are put together a finding's kind is its name's index. */
  const find = (reading: Reading, { from }: Asked): readonly SpanFinding[] => {
    const { raw } = reading;
    const matches: NameMatch[] = [];
    const typos: MisspeltMatch[] = [];
    beginnings.visit(reading, from, {
      name: (start) => {
        const match = exact.matchAt(raw, start);
        if (match !== null) matches.push(match);
      },
      word: (start) => {
        const match = misspelt.matchAt(reading, start);
        if (match !== null) typos.push(match);
      },
    });
    const whole = matches.map(({ name, start, end }) => ({ kind: String(name), score: 1, span: { start, end } }));
    if (typos.length === 0) return whole;
    const others = typos
      .filter(({ start, end }) => !matches.some((match) => match.start < end && start < match.end))
      .map(({ name, start, end, score }) => ({ kind: String(name), score, span: { start, end } }));
    return [...whole, ...others].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  };
  const hold = ({ raw }: Reading, { from }: Asked): number =>
    Math.min(exact.stableUntil(raw, from), misspelt.stableUntil(raw, from));
  const views = finderInViews(find, hold);
  return {
    lookback: Math.max(exact.reach, misspelt.reach, VIEWS_REACH),
    stableUntil: (text, from) => views.stableUntil(text, { from }),
    analyze: (text, { from }) =>
      views
        .find(text, { from })
        .map((finding) => ({ ...finding, kind: "COMPETITOR", label: names[Number(finding.kind)]?.label ?? "" })),
    details: (findings) => ({
      score: findings.reduce((highest, finding) => Math.max(highest, finding.score), 0),
      evidence: findings.map(present),
    }),
    mask: () => "COMPETITOR",
    ownWords: names.map(({ label }) => label),
  };
}

function present({ span, score, label }: Finding): Json {
  const { start, end } = span ?? { start: 0, end: 0 };
  return { start, end, competitor: label ?? "", score };
}

import type { Finding, Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import type { Asked, SpanFinding } from "../run-detectors.ts";
import { finderInViews } from "../views.ts";
import { Beginnings } from "./beginnings.ts";
import { ExactMatcher, type NameMatch } from "./exact.ts";
import { MisspeltMatcher } from "./misspelt.ts";
import { type NameList, readNames } from "./spellings.ts";

/** Longest encoded run that may hide a name and is held, and what views look at besides, UTF-16 units; as of personal data. */
const VIEWS_REACH = 320;

/** Finds mentions of the names in the policy's metadata. */
export const COMPETITOR_MENTION_DETECTION: Analyzer<"competitor_mention_detection"> = {
  name: "competitor_mention_detection",
  scope: "both",
  covers: (side, origin) => side === "both" || origin !== "system",
  measure: "spans",
  threshold: 0.5,
  leakMax: 0,
  masks: true,
  metadata: "names",
  kinds: [{ id: "COMPETITOR", placeholder: "COMPETITOR", source: "https://en.wikipedia.org/wiki/Competitor_analysis" }],
  prepare: (metadata) => {
    if (metadata === null) return { kind: "no_configuration" };
    const names = readNames(metadata);
    return names.kind === "names" ? { kind: "ready", analyzer: prepare(names) } : names;
  },
};

function prepare({ labels, spellings }: NameList): PreparedAnalyzer {
  const beginnings = new Beginnings();
  const exact = new ExactMatcher(spellings, beginnings);
  const misspelt = new MisspeltMatcher(spellings, beginnings);
  /** A misspelt name counts where no other stands. Until the views are put together a finding's kind is its name's index. */
  const find = (reading: Reading, { from }: Asked): readonly SpanFinding[] => {
    const { raw } = reading;
    const matches: NameMatch[] = [];
    const typos: NameMatch[] = [];
    const take = (match: NameMatch | null, list: NameMatch[]): void => {
      if (match !== null) list.push(match);
    };
    beginnings.visit(reading, from, {
      name: (start) => take(exact.matchAt(raw, start), matches),
      word: (start) => take(misspelt.matchAt(reading, start), typos),
    });
    const others = typos.filter(({ start, end }) => !matches.some((match) => match.start < end && start < match.end));
    const all = others.length === 0 ? matches : [...matches, ...others];
    return all
      .map(({ name, score, start, end }) => ({ kind: String(name), score, span: { start, end } }))
      .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
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
        .map((finding) => ({ ...finding, kind: "COMPETITOR", label: labels[Number(finding.kind)] ?? "" })),
    details: (findings) => ({
      score: findings.reduce((highest, finding) => Math.max(highest, finding.score), 0),
      evidence: findings.map(present),
    }),
    mask: () => "COMPETITOR",
    ownWords: labels,
  };
}

function present({ span, score, label }: Finding): Json {
  const { start, end } = span ?? { start: 0, end: 0 };
  return { start, end, competitor: label ?? "", score };
}

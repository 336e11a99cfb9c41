import type { Finding, Json } from "../../core/model.ts";
import type { Analyzer, Preparation, PreparedAnalyzer } from "../analyzer.ts";
import { NameMatcher, spellings } from "./names.ts";

/** Bounds on the configured list: they bound the memory of the compiled policy and how much of a stream it holds back. */
export const NAMES_MAX = 1000;
/** UTF-16 units. */
export const NAME_LENGTH_MAX = 200;

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

type Names =
  | { readonly kind: "names"; readonly names: readonly string[] }
  | Extract<Preparation, { readonly kind: "invalid" }>;

function readNames(metadata: Json): Names {
  if (typeof metadata === "string") {
    const reason = whyNotName(metadata);
    return reason === null ? { kind: "names", names: [metadata.trim()] } : { kind: "invalid", path: "", reason };
  }
  if (!Array.isArray(metadata)) return { kind: "invalid", path: "", reason: "must be a name or a list of names" };
  if (metadata.length > NAMES_MAX) return { kind: "invalid", path: "", reason: `must have at most ${NAMES_MAX} names` };
  const names: string[] = [];
  for (const [index, name] of metadata.entries()) {
    const reason = typeof name === "string" ? whyNotName(name) : "must be a string";
    if (reason !== null) return { kind: "invalid", path: String(index), reason };
    names.push(String(name).trim());
  }
  return { kind: "names", names };
}

function whyNotName(name: string): string | null {
  if (name.length > NAME_LENGTH_MAX) return `must have at most ${NAME_LENGTH_MAX} characters`;
  return spellings(name).size === 0 ? "must hold a letter or a digit" : null;
}

function prepare(names: readonly string[]): PreparedAnalyzer {
  const matcher = new NameMatcher(names);
  return {
    lookback: matcher.reach,
    heldFrom: (text, from) => matcher.heldFrom(text.raw, from),
    analyze: (text, context) =>
      matcher.find(text.raw, context.from).map(({ name, start, end }) => ({
        kind: "COMPETITOR",
        score: 1,
        span: { start, end },
        label: names[name] ?? "",
      })),
    details: (findings) => ({
      score: findings.reduce((highest, finding) => Math.max(highest, finding.score), 0),
      evidence: findings.map(present),
    }),
    mask: () => "COMPETITOR",
  };
}

function present(finding: Finding): Json {
  const { start, end } = finding.span ?? { start: 0, end: 0 };
  return { start, end, competitor: finding.label ?? "" };
}

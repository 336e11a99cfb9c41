import type { Finding, Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import type { Asked, SpanFinding } from "../run-detectors.ts";
import { finderInViews } from "../views.ts";
import { ASCII_END, ASCII_LETTERS, isLetter } from "./characters.ts";
import { ExactMatcher, type NameMatch } from "./exact.ts";
import { bitOf, MisspeltMatcher } from "./misspelt.ts";
import { type NameList, readNames } from "./spellings.ts";

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
  metadata: "names",
  kinds: [{ id: "COMPETITOR", placeholder: "COMPETITOR", source: "https://en.wikipedia.org/wiki/Competitor_analysis" }],
  prepare: (metadata) => {
    if (metadata === null) return { kind: "no_configuration" };
    const names = readNames(metadata);
    return names.kind === "names" ? { kind: "ready", analyzer: prepare(names) } : names;
  },
};

interface Matchers {
  readonly exact: ExactMatcher;
  readonly misspelt: MisspeltMatcher;
}

function prepare({ labels, spellings }: NameList): PreparedAnalyzer {
  const exact = new ExactMatcher(spellings);
  const misspelt = new MisspeltMatcher(spellings);
  /** Until the views are put together a finding's kind is its name's index. */
  const find = (reading: Reading, { from }: Asked): readonly SpanFinding[] =>
    findNames(reading, from, { exact, misspelt }).map(({ name, score, start, end }) => ({
      kind: String(name),
      score,
      span: { start, end },
    }));
  const hold = ({ raw }: Reading, { from }: Asked): number =>
    Math.min(exact.heldFrom(raw, from), misspelt.heldFrom(raw, from));
  const views = finderInViews(find, hold);
  return {
    lookback: Math.max(exact.reach, misspelt.reach, VIEWS_REACH),
    heldFrom: (text, from) => views.heldFrom(text, { from }),
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

/**
 * Reads a text word by word. A name as it is spelled may begin with any sign, and within words of other than ASCII: after a preposition of
 * Hebrew, or in a script without spaces. A misspelt one begins with a whole word, and counts where no other stands.
 */
function findNames({ raw, units }: Reading, from: number, { exact, misspelt }: Matchers): readonly NameMatch[] {
  const matches: NameMatch[] = [];
  const typos: NameMatch[] = [];
  const readName = (at: number): void => {
    const match = exact.mayBeginAt(units, at) ? exact.matchAt(raw, at) : null;
    if (match !== null) matches.push(match);
  };
  const readWord = (start: number, end: number, asciiLetters: number | null): void => {
    const isRest = start === from && start > 0 && isLetter(units[start - 1] ?? 0);
    const last = isRest || asciiLetters === null ? end - 1 : start;
    for (let at = start; at <= last; at++) readName(at);
    if (isRest || (asciiLetters !== null && !misspelt.mayBeginAt(units, start, end - start))) return;
    const match = misspelt.matchAt(raw, { start, end }, asciiLetters);
    if (match !== null) typos.push(match);
  };
  let start = from;
  let letters = 0;
  let isAscii = true;
  // The 0 behind a text ends its last word.
  for (let at = from; at <= raw.length; at++) {
    const code = units[at] ?? 0;
    const letter = code < ASCII_END ? (ASCII_LETTERS[code] ?? 0) : 0;
    if (letter !== 0) letters |= bitOf(letter);
    else if (code >= ASCII_END && isLetter(code)) isAscii = false;
    else {
      if (at > start) readWord(start, at, isAscii ? letters : null);
      if (at < raw.length) readName(at);
      start = at + 1;
      letters = 0;
      isAscii = true;
    }
  }
  const others = typos.filter(({ start, end }) => !matches.some((match) => match.start < end && start < match.end));
  if (others.length === 0) return matches;
  return [...matches, ...others].sort((a, b) => a.start - b.start || a.end - b.end);
}

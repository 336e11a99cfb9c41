import type { Finding, Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { AnalysisContext, Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { type Foreign, judge, type Judgement, loadDetector } from "./judge.ts";
import { writingOf } from "./scripts.ts";
import { beginningsOf, lastBeginning, PAUSE_MIN, SENTENCE_MAX } from "./sentences.ts";
import { type Allowed, readTags } from "./tags.ts";
import { FENCE_REACH, type Fence, fencesOf, isFenced, wordingOf } from "./wording.ts";

/** Sentences too short to be judged are judged with such before them, if they begin at most so far back, UTF-16 units. */
const JOIN_REACH = 160;
/** Of several short sentences nothing less sure counts: items of a list and headings look like all languages. */
const JOINED_SCORE_MIN = 0.7;
/** Sentences of one text that are judged; of more every second, third, … one is. */
export const SENTENCES_MAX = 1024;
const LOOKBACK = FENCE_REACH + JOIN_REACH + PAUSE_MIN + 16;

/** Finds sentences in languages that the policy's metadata does not allow. */
export const LANGUAGE_VIOLATION_DETECTION: Analyzer<"language_violation_detection"> = {
  name: "language_violation_detection",
  scope: "both",
  // The operator's own words are in whatever language he likes.
  covers: (side, origin) => side === "both" || origin !== "system",
  measure: "spans",
  threshold: 0.5,
  leakMax: 0,
  masks: false,
  metadata: "allowed languages",
  prepare: (metadata) => {
    if (metadata === null) return { kind: "no_configuration" };
    const tags = readTags(metadata);
    if (tags.kind === "invalid") return tags;
    loadDetector();
    return { kind: "ready", analyzer: prepare(tags.allowed) };
  },
};

function prepare(allowed: Allowed): PreparedAnalyzer {
  return {
    lookback: LOOKBACK,
    stableUntil: ({ raw }, from) => lastBeginning(raw, from),
    analyze: ({ raw }: Reading, context) => find(raw, allowed, context),
    details: present,
  };
}

function find(raw: string, allowed: Allowed, { from, isOpen }: AnalysisContext): readonly Finding[] {
  const until = isOpen === true ? lastBeginning(raw, from) : raw.length;
  const beginnings = beginningsOf(raw, Math.max(0, from - JOIN_REACH));
  const fences = fencesOf(raw, Math.max(0, from - FENCE_REACH - JOIN_REACH));
  const stride = Math.ceil(beginnings.length / SENTENCES_MAX);
  const reader = new Reader(raw, allowed, { beginnings, fences });
  const findings: Finding[] = [];
  for (let index = 0; index < beginnings.length; index += 1) {
    const start = beginnings[index] ?? 0;
    if (start >= until) break;
    if (start < from || index % stride !== 0) continue;
    const foreign = reader.judge(index);
    const span = trimmed(raw, start, beginnings[index + 1] ?? raw.length);
    if (foreign !== null && span !== null)
      findings.push({ kind: "LANGUAGE", score: foreign.score, span, label: foreign.language });
  }
  return findings;
}

/** Judges the sentences of one text. */
class Reader {
  readonly #raw: string;
  readonly #allowed: Allowed;
  readonly #beginnings: readonly number[];
  readonly #fences: readonly Fence[];
  /** What has been read of the last sentences: the next short one may want them. */
  readonly #wordings = new Map<number, { readonly wording: string; readonly judgement: Judgement }>();

  constructor(
    raw: string,
    allowed: Allowed,
    { beginnings, fences }: { readonly beginnings: readonly number[]; readonly fences: readonly Fence[] },
  ) {
    this.#raw = raw;
    this.#allowed = allowed;
    this.#beginnings = beginnings;
    this.#fences = fences;
  }

  /** `null`: allowed, or undecidable. */
  judge(index: number): Foreign | null {
    const { wording, judgement } = this.#read(index);
    if (judgement.kind === "foreign") return judgement;
    if (judgement.kind !== "short" || wording.trim() === "") return null;
    const joined = this.#joined(index, wording);
    const together = joined === wording || this.#isTerms(joined) ? judgement : judge(joined, this.#allowed);
    return together.kind === "foreign" && together.score >= JOINED_SCORE_MIN ? together : null;
  }

  /** The wording with that of the short sentences right before it. */
  #joined(index: number, wording: string): string {
    const end = this.#beginnings[index] ?? 0;
    let joined = wording;
    for (let before = index - 1; before >= 0; before--) {
      if (end - (this.#beginnings[before] ?? 0) > JOIN_REACH) break;
      const read = this.#read(before);
      if (read.judgement.kind !== "short") break;
      // What is only repeated says no more the second time.
      if (!joined.includes(read.wording)) joined = `${read.wording} ${joined}`;
    }
    return joined;
  }

  /** Names of products and the like stand in lists of any language: Latin letters say nothing where no allowed language has them. */
  #isTerms(joined: string): boolean {
    return !this.#allowed.languages.has("Latin") && writingOf(joined)?.script === "Latin";
  }

  #read(index: number): { readonly wording: string; readonly judgement: Judgement } {
    const known = this.#wordings.get(index);
    if (known !== undefined) return known;
    const start = this.#beginnings[index] ?? 0;
    const end = this.#beginnings[index + 1] ?? this.#raw.length;
    const isRead = end - start <= SENTENCE_MAX && !isFenced(this.#fences, start);
    const wording = isRead ? wordingOf(this.#raw.slice(start, end)) : "";
    const read = { wording, judgement: isRead ? judge(wording, this.#allowed) : ({ kind: "undetermined" } as const) };
    this.#wordings.delete(index - JOIN_REACH);
    this.#wordings.set(index, read);
    return read;
  }
}

/** A sentence without the space around it; `null` when nothing else is in it. */
function trimmed(raw: string, from: number, to: number): { readonly start: number; readonly end: number } | null {
  const sentence = raw.slice(from, to);
  const start = from + sentence.length - sentence.trimStart().length;
  const end = from + sentence.trimEnd().length;
  return end > start ? { start, end } : null;
}

/** Units between two sentences that are reported as one. */
const GAP_MAX = 4;

function present(findings: readonly Finding[]): Json {
  const languages: { language: string; start: number; end: number; score: number }[] = [];
  for (const { label = "", score, span } of findings) {
    if (span === undefined) continue;
    const last = languages.at(-1);
    if (last?.language === label && span.start - last.end <= GAP_MAX) {
      last.end = span.end;
      last.score = Math.max(last.score, score);
    } else languages.push({ language: label, ...span, score });
  }
  return {
    score: findings.reduce((highest, { score }) => Math.max(highest, score), 0),
    languages,
    evidence: findings.flatMap(({ span }) => (span === undefined ? [] : [{ start: span.start, end: span.end }])),
  };
}

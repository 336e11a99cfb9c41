import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Analyzer, PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import type { Finding, Json, Origin } from "../../src/core/model.ts";
import { windowStart } from "../../src/text/tables/tables.ts";
import { Reading } from "../../src/text/reading.ts";

const signal = new AbortController().signal;
const clock = { now: () => 0, epochMs: () => 0, after: () => () => {} };

export function prepare(analyzer: Analyzer, metadata: Json = null): PreparedAnalyzer {
  const prepared = analyzer.prepare(metadata);
  if (prepared.kind !== "ready") throw new Error(`not ready: ${prepared.kind}`);
  return prepared.analyzer;
}

export function analyze(
  analyzer: PreparedAnalyzer,
  text: string | Reading,
  from = 0,
  origin: Origin = "assistant",
): readonly Finding[] {
  const findings = analyzer.analyze(readingOf(text), { side: "output", origin, from, clock, signal });
  assert.ok(Array.isArray(findings));
  return findings as readonly Finding[];
}

export function held(analyzer: PreparedAnalyzer, text: string | Reading, from = 0): number {
  const reading = readingOf(text);
  return analyzer.stableUntil?.(reading, from) ?? reading.raw.length - analyzer.lookback;
}

const readingOf = (text: string | Reading): Reading => (typeof text === "string" ? new Reading(text) : text);

export const plain = (findings: readonly Finding[], base = 0): readonly string[] =>
  findings.map(({ kind, score, span }) => `${kind} ${score} ${base + (span?.start ?? 0)}-${base + (span?.end ?? 0)}`);

/** Lets a stream guard's window run over the text, cut at `cuts`; what it reports, in offsets of the whole text. */
export function analyzeStreamed(analyzer: PreparedAnalyzer, raw: string, cuts: readonly number[]): readonly string[] {
  const reported: string[] = [];
  let window = new Reading("");
  /** What makes an offset in the window one in the text. */
  let base = 0;
  let decided = 0;
  for (const cut of cuts) {
    // As in a stream, what is known of a window is known of the next one that goes on from it.
    window = window.advance(window.raw + raw.slice(base + window.raw.length, cut));
    const next = base + held(analyzer, window, decided - base);
    const final = analyze(analyzer, window, decided - base).filter(({ span }) => base + (span?.start ?? 0) < next);
    reported.push(...plain(final, base));
    decided = next;
    const { header, from } = windowStart(window, decided - base - analyzer.lookback);
    if (from === 0) continue;
    window = new Reading(header + window.raw.slice(from));
    base += from - header.length;
  }
  window = window.advance(window.raw + raw.slice(base + window.raw.length));
  return [...reported, ...plain(analyze(analyzer, window, decided - base), base)];
}

/** What a prefix says before its held offset is what the whole text says there, and a moving window reports the same. */
export function assertStreams(analyzer: PreparedAnalyzer, text: fc.Arbitrary<string>, numRuns: number): void {
  fc.assert(
    fc.property(text, fc.nat(), (raw, at) => {
      const prefix = raw.slice(0, at % (raw.length + 1));
      const limit = held(analyzer, prefix);
      const before = (finding: Finding): boolean => (finding.span?.start ?? 0) < limit;
      assert.deepEqual(plain(analyze(analyzer, prefix).filter(before)), plain(analyze(analyzer, raw).filter(before)));
    }),
    { numRuns },
  );
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (raw, places) => {
      const cuts = places.map((place) => place % (raw.length + 1)).toSorted((a, b) => a - b);
      assert.deepEqual(analyzeStreamed(analyzer, raw, cuts), plain(analyze(analyzer, raw)));
    }),
    { numRuns },
  );
}

/** What was read of a text's beginnings, from wherever, changes nothing of what is found in it. */
export function assertForgetful(analyzer: PreparedAnalyzer, text: fc.Arbitrary<string>, numRuns: number): void {
  const places = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 });
  fc.assert(
    fc.property(text, places, (raw, looks) => {
      const lengths = looks.map(([at, from]) => [at % (raw.length + 1), from] as const);
      let reading = new Reading("");
      for (const [at, from] of lengths.toSorted(([one], [other]) => one - other)) {
        reading = reading.advance(raw.slice(0, at));
        held(analyzer, reading, from % (at + 1));
        analyze(analyzer, reading, from % (at + 1));
      }
      assert.deepEqual(plain(analyze(analyzer, reading.advance(raw))), plain(analyze(analyzer, raw)));
    }),
    { numRuns },
  );
}

/** Text of words, planted samples and halves of them. */
export function mixedText(words: readonly string[], planted: readonly string[]): fc.Arbitrary<string> {
  const half = fc
    .tuple(fc.constantFrom(...planted), fc.nat())
    .map(([text, at]) => text.slice(0, at % (text.length + 1)));
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 4, arbitrary: fc.constantFrom(...planted) },
    { weight: 2, arbitrary: half },
  );
  return fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(""));
}

import type { Analyzer, PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import type { Judge } from "../../src/core/judge-model.ts";
import type { Finding, Policy } from "../../src/core/model.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { makePolicy } from "./config.ts";

/** A policy that flags and masks; names are free, since the analyzer comes with it. */
export function policyOf(name: string, overrides: Partial<Policy> = {}): Policy {
  return makePolicy("test", name, { action: "flag", mask: true, ...overrides });
}

export function guardOf(analyzer: Analyzer, overrides: Partial<Policy> = {}, judge: Judge | null = null): Guard {
  const compiled = compilePolicy(policyOf(analyzer.name, overrides), () => analyzer, judge);
  if (compiled.kind === "invalid") throw new Error(compiled.reason);
  return compiled.guard;
}

export function analyzerOf(
  name: string,
  prepared: Partial<PreparedAnalyzer> & Pick<PreparedAnalyzer, "analyze">,
  rest: Partial<Analyzer> = {},
): Analyzer {
  return {
    name,
    scope: "both",
    covers: () => true,
    measure: "spans",
    threshold: 0.5,
    leakMax: 0,
    masks: true,
    prepare: () => ({
      kind: "ready",
      analyzer: {
        lookback: 64,
        details: (findings) => ({ score: Math.max(0, ...findings.map(({ score }) => score)) }),
        mask: ({ kind }) => kind,
        ...prepared,
      },
    }),
    ...rest,
  };
}

function matches(raw: string, pattern: RegExp, kind: string, from: number): readonly Finding[] {
  pattern.lastIndex = from;
  const findings: Finding[] = [];
  for (let match = pattern.exec(raw); match !== null; match = pattern.exec(raw))
    findings.push({ kind, score: 1, span: { start: match.index, end: match.index + match[0].length } });
  return findings;
}

/** Where the trailing run of the class begins. */
const tail = (raw: string, run: RegExp): number => raw.search(run);

/** Finds the word `hush`, not inside another word. */
export const WORDS = analyzerOf("words", {
  analyze: ({ raw }, { from }) => matches(raw, /(?<![a-z])hush(?![a-z])/g, "WORD", from),
  stableUntil: ({ raw }) => tail(raw, /[a-z]*$/),
});

/** Finds runs of 3 to 8 digits; longer runs are none. */
export const DIGITS = analyzerOf("digits", {
  analyze: ({ raw }, { from }) => matches(raw, /(?<!\d)\d{3,8}(?!\d)/g, "DIGITS", from),
  stableUntil: ({ raw }) => tail(raw, /\d{0,9}$/),
});

/** Finds what stands behind `key=`: a finding that needs text to its left. It overlaps with the other two. */
export const VALUES = analyzerOf("values", {
  analyze: ({ raw }, { from }) => matches(raw, /(?<=key=)[a-z0-9 ]{1,12}(?=;)/g, "VALUE", from),
  stableUntil: ({ raw }) => Math.max(0, raw.length - 13),
});

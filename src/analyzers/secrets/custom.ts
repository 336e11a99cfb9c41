import type { Json } from "../../core/model.ts";
import type { Kind } from "../analyzer.ts";
import { PatternCompiler } from "../patterns/caller-pattern.ts";
import type { PatternMeter } from "../patterns/pattern-meter.ts";
import type { SpanFinding } from "../run-detectors.ts";
import { placeholderOf } from "../token-rule.ts";

/** A caller's own rule, compiled. */
export interface CustomRule {
  /** What its findings are called. */
  readonly name: string;
  readonly placeholder: string;
  readonly kind: Kind;
  /** Longest match with context, UTF-16 units; `Infinity` when it has none. */
  readonly maxLength: number;
  /** Matches that begin at or after `from`, in order, without overlap. */
  readonly find: (raw: string, from: number, meter: PatternMeter) => readonly SpanFinding[];
  /** Instructions of its program. */
  readonly size: number;
  /** Memory that it keeps, estimated. */
  readonly bytes: number;
}

export type CustomRules =
  | { readonly ok: true; readonly rules: readonly CustomRule[] }
  | { readonly ok: false; readonly path: string; readonly reason: string };

/** Patterns of one policy. Each is a pass over the text. */
export const PATTERNS_MAX = 100;
const NAME_LENGTH_MAX = 100;
/** What a caller's own pattern finds is documented by the caller; the weakness is a known one. */
const SOURCE = "https://cwe.mitre.org/data/definitions/798.html";
/** A match of a caller's pattern is certain: the caller said what to look for. */
const CUSTOM_SCORE = 1;

type Problem = Extract<CustomRules, { readonly ok: false }>;
const problem = (path: string, reason: string): Problem => ({ ok: false, path, reason });
const SHAPE = "must be a list of [name, pattern]";

/**
 * Compiles a policy's metadata: `[name, pattern][]`, or one `[name, pattern]`. Patterns are RE2 syntax and run in linear
 * time, without look-around and back references, and together bounded in size.
 */
export function compileCustomRules(metadata: Json): CustomRules {
  if (metadata === null) return { ok: true, rules: [] };
  if (!isList(metadata)) return problem("", SHAPE);
  const isPair = metadata.length === 2 && metadata.every((item) => typeof item === "string");
  const pairs = isPair ? [metadata] : metadata;
  if (pairs.length > PATTERNS_MAX) return problem("", `must have at most ${PATTERNS_MAX} patterns`);
  const rules: CustomRule[] = [];
  const compiler = new PatternCompiler();
  for (const [index, pair] of pairs.entries()) {
    const rule = compileRule(pair, isPair ? "" : `${index}.`, compiler);
    if ("ok" in rule) return rule;
    rules.push(rule);
  }
  return { ok: true, rules };
}

function compileRule(pair: Json, path: string, compiler: PatternCompiler): CustomRule | Problem {
  const [name, pattern] = isList(pair) && pair.length === 2 ? pair : [];
  if (typeof name !== "string" || typeof pattern !== "string") return problem(path.replace(/\.$/, ""), SHAPE);
  if (name.length === 0 || name.length > NAME_LENGTH_MAX)
    return problem(`${path}0`, `a pattern's name must have 1 to ${NAME_LENGTH_MAX} characters`);
  const place = `${path}1`;
  const named = `pattern ${JSON.stringify(name)}`;
  const compiled = compiler.compile(pattern);
  if (typeof compiled === "string") return problem(place, `${named} ${compiled}`);
  if (compiled.matchesEmpty) return problem(place, `${named} matches the empty text`);
  const placeholder = customPlaceholder(name);
  return {
    name,
    placeholder,
    kind: { id: name, placeholder, source: SOURCE },
    maxLength: compiled.longest,
    size: compiled.size,
    bytes: compiled.bytes,
    find: (raw, from, meter) =>
      compiled.findAll(raw, from, meter).map((span) => ({ kind: name, score: CUSTOM_SCORE, span })),
  };
}

function customPlaceholder(name: string): string {
  const type = placeholderOf(name);
  return /^[A-Z]/.test(type) ? type : `CUSTOM_${type}`;
}

/** Arrays of JSON are read only, which `Array.isArray` does not narrow to. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

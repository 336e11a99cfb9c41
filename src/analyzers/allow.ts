import type { AllowList } from "../core/model.ts";
import type { Kind } from "./analyzer.ts";
import { PatternCompiler, type CallerPattern } from "./patterns/caller-pattern.ts";
import { unknownName } from "./unknown-names.ts";
import type { PatternMeter } from "./patterns/pattern-meter.ts";
import { patternsOf, type PatternCost } from "./patterns/cost.ts";

/** Whether a finding of that kind and text is allowed. */
export type Allowance = (kind: string, value: string, meter: PatternMeter) => boolean;

export type CompiledAllowList =
  | { readonly ok: true; readonly isAllowed: Allowance; readonly patterns?: PatternCost }
  /** `path` is relative to the list: `patterns.0`. */
  | { readonly ok: false; readonly path: string; readonly reason: string };

/**
 * Compiles what a policy allows. A finding is allowed by its kind, or when its whole text is one of the values or matches
 * one of the patterns from end to end: a pattern that matches a part allows nothing.
 * @param kinds what the policy's analyzer can find; `null` when it does not know
 */
export function compileAllowList(list: AllowList, kinds: readonly Kind[] | null): CompiledAllowList {
  const known = kinds === null ? null : new Set(kinds.map(({ id }) => id));
  const unknown = list.types.findIndex((type) => known?.has(type) === false);
  if (unknown >= 0)
    return {
      ok: false,
      path: `types.${unknown}`,
      reason: unknownName(list.types[unknown] ?? "", { what: "type of this policy", known: [...(known ?? [])] }),
    };
  const empty = list.values.findIndex((value) => plain(value) === "");
  if (empty >= 0) return { ok: false, path: `values.${empty}`, reason: "must not be empty" };
  const patterns: CallerPattern[] = [];
  const compiler = new PatternCompiler();
  for (const [index, pattern] of list.patterns.entries()) {
    const compiled = compiler.compile(pattern);
    if (typeof compiled === "string")
      return { ok: false, path: `patterns.${index}`, reason: `the pattern ${compiled}` };
    patterns.push(compiled);
  }
  const types = new Set(list.types);
  const values = new Set(list.values.map(plain));
  return {
    ok: true,
    ...patternsOf(patterns),
    isAllowed: (kind, value, meter) =>
      types.has(kind) || values.has(plain(value)) || patterns.some((pattern) => pattern.matches(value, meter)),
  };
}

const plain = (value: string): string => value.trim().toLowerCase();

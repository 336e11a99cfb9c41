import type { Finding, Json } from "../../core/model.ts";
import { namesOf, type ToolArgument, type ToolCall } from "../../core/tool-call.ts";
import type { Analyzer, Preparation, PreparedAnalyzer } from "../analyzer.ts";
import { nestedIn, type NestedArgument } from "../nested-arguments.ts";
import { PatternCompiler } from "../patterns/caller-pattern.ts";
import { patternsOf } from "../patterns/cost.ts";
import { PatternMeter, type PatternLimits } from "../patterns/pattern-meter.ts";
import { shownName } from "../tool-names.ts";
import { PlacedRules, deniedBy, parseRule, rulesOfArguments, type Rule } from "./rules.ts";

/** Rules of one policy: each value of a call is held against all of them. */
export const RULES_MAX = 200;
/** Maximum number of findings reported for one text. */
const FINDINGS_MAX = 100;

/** Holds the tool calls of an answer against the rules in the policy's metadata. */
export const TOOL_USE_RULES: Analyzer<"tool_use_rules"> = {
  name: "tool_use_rules",
  scope: "output",
  covers: (side, origin) => side === "output" && origin === "assistant",
  reads: "tool_calls",
  measure: "spans",
  threshold: 0.5,
  leakMax: 0,
  masks: false,
  metadata: "rules for tools and arguments",
  prepare: (metadata) => {
    if (metadata === null) return { kind: "no_configuration" };
    const written = typeof metadata === "string" ? [metadata] : metadata;
    if (!Array.isArray(written)) return { kind: "invalid", path: "", reason: "must be a rule or a list of rules" };
    if (written.length > RULES_MAX)
      return { kind: "invalid", path: "", reason: `must have at most ${RULES_MAX} rules` };
    return readRules(written, typeof metadata === "string");
  },
};

function readRules(written: readonly Json[], isAlone: boolean): Preparation {
  const rules: Rule[] = [];
  const compiler = new PatternCompiler();
  for (const [index, text] of written.entries()) {
    const rule = typeof text === "string" ? parseRule(text, compiler) : "must be a string";
    if (typeof rule === "string") return { kind: "invalid", path: isAlone ? "" : String(index), reason: rule };
    rules.push(rule);
  }
  return { kind: "ready", analyzer: prepare(rules) };
}

function prepare(rules: readonly Rule[]): PreparedAnalyzer {
  return {
    // Names and arguments come whole; other texts of a stream are none of its business.
    lookback: 0,
    stableUntil: (text) => text.raw.length,
    ...patternsOf(rules.flatMap(({ test }) => test?.pattern ?? [])),
    analyze: (text, context) => {
      const { tool } = context;
      if (tool === undefined || text.raw === "") return [];
      const judged = { length: text.raw.length, limits: context };
      const within = calledWithin(tool);
      if (within === null) return [unreadable(tool, text.raw.length)];
      const tools = [tool, ...within];
      for (const each of tools) {
        const denied = judgeName(rules, each, text.raw.length);
        if (denied.length > 0) return denied;
      }
      return tool.at === null ? [] : judgeArguments(rules, { ...judged, tool, names: tools.flatMap(namesOf) });
    },
    details: (findings) => ({
      score: 1,
      tool: findings[0]?.label ?? "",
      rules: [...new Set(findings.map(({ kind }) => kind))],
      evidence: findings.flatMap(({ span }) => (span === undefined ? [] : [{ start: span.start, end: span.end }])),
    }),
  };
}

/** A call that holds others, for clients to make: `multi_tool_use.parallel`. */
const SEVERAL = /multi_?tool_?use|(?:^|[./:])parallel$|parallel_?(?:tool|function|call)/i;
const RECIPIENT = /^(?:recipient|tool|function)?_?name$|^(?:recipient|tool|function)$/i;

/** Tools that the arguments of such a call name; `null`: unknown. */
function calledWithin(tool: ToolCall): readonly ToolCall[] | null {
  if (tool.at !== "" || !SEVERAL.test(tool.name)) return [];
  const values = tool.values();
  if (values === null) return null;
  const names = new Set<string>();
  for (const argument of values)
    for (const { path, isKey, value } of [argument, ...(nestedIn(argument)?.values ?? [])])
      if (!isKey && RECIPIENT.test(path.at(-1) ?? "")) names.add(value.replace(/^functions\./, ""));
  if (names.size > RECIPIENTS_MAX) return null;
  return [...names].map((name) => ({ ...tool, name }));
}

/** Maximum number of tools distinguished within one call. */
const RECIPIENTS_MAX = 64;

function judgeName(rules: readonly Rule[], tool: ToolCall, length: number): readonly Finding[] {
  const [rule] = deniedBy(rules, tool);
  if (rule === undefined) return [];
  return [{ kind: rule, score: 1, span: { start: 0, end: length }, label: shownName(tool.name) }];
}

/** Reported for rules about arguments that cannot be parsed. */
const UNREADABLE = "unreadable arguments";

/** Whatever a rule says of them, there is a parser that reads something else. */
const unreadable = ({ name }: ToolCall, length: number): Finding => ({
  kind: UNREADABLE,
  score: 1,
  span: { start: 0, end: length },
  label: shownName(name),
});

interface Judged {
  readonly tool: ToolCall;
  /** Of the tool, and of those that it calls. */
  readonly names: readonly string[];
  /** Of the text that is judged, UTF-16 units. */
  readonly length: number;
  readonly limits: PatternLimits;
}

function judgeArguments(rules: readonly Rule[], { tool, names, length, limits }: Judged): readonly Finding[] {
  const own = rulesOfArguments(rules, { ...tool, aliases: names });
  if (own.length === 0) return [];
  const values = tool.values();
  if (values === null) return [unreadable(tool, length)];
  const label = shownName(tool.name);
  const findings: Finding[] = [];
  const meter = new PatternMeter(limits);
  const placed = new PlacedRules(own);
  for (const argument of values) {
    const rule = brokenBy(placed, argument, meter);
    if (rule !== null) findings.push({ kind: rule, score: 1, span: argument.span, label });
    if (findings.length === FINDINGS_MAX) break;
  }
  return findings;
}

/** The rule that a value breaks, or one of the values inside of it where it is JSON itself. */
function brokenBy(rules: PlacedRules, argument: ToolArgument, meter: PatternMeter): string | null {
  const values: readonly NestedArgument[] = [argument, ...(nestedIn(argument)?.values ?? [])];
  for (const value of values) {
    if (value.isTooDeep === true) return UNREADABLE;
    const rule = rules.broken(value, meter);
    if (rule !== null) return rule;
  }
  return null;
}

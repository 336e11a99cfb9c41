import { nameTest } from "../../core/name-glob.ts";
import { namesOf, type ToolArgument, type ToolText } from "../../core/tool-call.ts";
import { simpleOf } from "../../text/plain-characters.ts";
import type { CallerPattern, PatternCompiler } from "../patterns/caller-pattern.ts";
import type { PatternMeter } from "../patterns/pattern-meter.ts";
import { argumentTest } from "../tool-names.ts";

/** Longest rule, UTF-16 units: a pattern and the names before it. */
export const RULE_LENGTH_MAX = 1300;
/** Longest name of a tool or an argument with its wildcards. */
const NAME_LENGTH_MAX = 200;

/**
 * One rule. `allow` and `deny` are about tools; `deny` with a test and `limit` are about what an argument may hold: a value
 * that passes the test of a `deny` is refused, and so is one that passes none of the `limit`s of its argument.
 */
export interface Rule {
  readonly verb: "allow" | "deny" | "limit";
  /** As it was written, with single spaces. */
  readonly text: string;
  readonly tool: (name: string) => boolean;
  /** Absent: the rule is about the tool as a whole. */
  readonly test?: ArgumentTest;
}

export interface ArgumentTest {
  readonly argument: (path: readonly string[]) => boolean;
  readonly value: (value: string, meter: PatternMeter) => boolean;
  /** Present where the value is held against one. */
  readonly pattern?: CallerPattern;
}

const SHAPE =
  /^(?<verb>allow|deny|limit)\s+(?<tool>\S+)(?:\s+where\s+(?<argument>\S+)\s+(?<test>matches|over|under)\s+(?<operand>\S(?:[^]*\S)?))?$/;

/** A text is the reason why it is no rule. */
export function parseRule(written: string, compiler: PatternCompiler): Rule | string {
  if (written.length > RULE_LENGTH_MAX) return `must have at most ${RULE_LENGTH_MAX} characters`;
  const groups = SHAPE.exec(written.trim())?.groups;
  if (groups === undefined) return USAGE;
  const { verb = "", tool = "", argument, test = "", operand = "" } = groups;
  if (tool.length > NAME_LENGTH_MAX) return `names a tool with more than ${NAME_LENGTH_MAX} characters`;
  const about = { text: written.trim().replaceAll(/\s+/g, " "), tool: nameTest(tool) };
  if (argument !== undefined) return argumentRule(about, { verb, argument, test, operand, compiler });
  if (verb === "limit") return "limits no argument: `limit TOOL where ARGUMENT matches PATTERN`";
  return { ...about, verb: verb === "deny" ? "deny" : "allow" };
}

const USAGE =
  "must read `allow TOOL`, `deny TOOL`, or `deny|limit TOOL where ARGUMENT matches PATTERN|over NUMBER|under NUMBER`";

function argumentRule(
  about: Pick<Rule, "text" | "tool">,
  written: Readonly<Record<"verb" | "argument" | "test" | "operand", string>> & { readonly compiler: PatternCompiler },
): Rule | string {
  const { verb, argument, test, operand } = written;
  if (verb === "allow") return "allows tools, not values: write `limit TOOL where …` for what an argument may hold";
  if (argument.length > NAME_LENGTH_MAX) return `names an argument with more than ${NAME_LENGTH_MAX} characters`;
  const value = valueTest(test, operand, written.compiler);
  if (typeof value === "string") return value;
  return { ...about, verb: verb === "deny" ? "deny" : "limit", test: { argument: argumentTest(argument), ...value } };
}

function valueTest(
  test: string,
  operand: string,
  compiler: PatternCompiler,
): Pick<ArgumentTest, "value" | "pattern"> | string {
  if (test === "matches") {
    const pattern = compiler.compile(operand);
    if (typeof pattern === "string") return `pattern ${pattern}`;
    return { pattern, value: (value, meter) => found(pattern, value, meter) };
  }
  const bound = Number(operand);
  if (operand === "" || !Number.isFinite(bound)) return `\`${test}\` needs a number`;
  const passes = (number: number): boolean => (test === "over" ? number > bound : number < bound);
  return { value: (value) => numbersOf(value).some(passes) };
}

/** The text as it stands, and in plain letters: full width is no way around a rule. */
function found(pattern: CallerPattern, value: string, meter: PatternMeter): boolean {
  if (pattern.occursIn(value, meter)) return true;
  const plain = value.normalize("NFKC");
  return plain !== value && pattern.occursIn(plain, meter);
}

/**
 * What a number in an argument may mean: `1,250.00` and `1.250,00` are read both ways, and `5000 EUR` is 5000. A value
 * without digits is none.
 */
function numbersOf(value: string): readonly number[] {
  const plain = asciiDigits(value.normalize("NFKC")).trim();
  const exact = plain === "" ? NaN : Number(plain);
  if (!Number.isNaN(exact)) return [exact];
  const [digits, mantissa = "", exponent = ""] = NUMBER.exec(plain.slice(0, NUMBER_READ_MAX)) ?? [];
  if (digits === undefined) return [];
  const bare = mantissa.replaceAll(/[^\d.,-]/g, "").replace(/[.,]+$/, "");
  const english = Number(bare.replaceAll(",", "") + exponent);
  const european = Number(bare.replaceAll(".", "").replace(",", ".") + exponent);
  return [english, european].filter((number) => !Number.isNaN(number));
}

const NUMBER = /(-?\d[\d.,'_\u00a0\u202f ]*)(e[+-]?\d{1,6})?/i;

/** Digits of all scripts in one form: parsers of numbers read them. */
const asciiDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => simpleOf(digit.codePointAt(0) ?? 0));

/** Start of a value where its number is looked for, UTF-16 units. */
const NUMBER_READ_MAX = 200;

/**
 * What rules say of a tool as a whole: those that deny it, by any of its names. Where tools are listed, one that is not on the list is
 * denied. Of some calls nobody says the name: what they are to run tells it.
 */
export function deniedBy(rules: readonly Rule[], tool: ToolText): readonly string[] {
  if (tool.name === "") return [];
  const denied = rules.filter((rule) => rule.verb === "deny" && rule.test === undefined && isAbout(rule, tool));
  if (denied.length > 0) return denied.map(({ text }) => text);
  const list = rules.filter(({ verb }) => verb === "allow");
  return list.length === 0 || list.some((rule) => rule.tool(tool.name)) ? [] : [NOT_ALLOWED];
}

/** Stands for the rule where no `allow` names the tool. */
const NOT_ALLOWED = "not allowed";

const isAbout = (rule: Rule, tool: ToolText): boolean => namesOf(tool).some(rule.tool);

/** A rule about what an argument may hold. */
export type ArgumentRule = Rule & Required<Pick<Rule, "test">>;

/** Those about arguments of the tool; where nobody has said its name every one. */
export function rulesOfArguments(rules: readonly Rule[], tool: ToolText): readonly ArgumentRule[] {
  const tested = rules.filter((rule): rule is ArgumentRule => rule.test !== undefined);
  return tool.name === "" ? tested : tested.filter((rule) => isAbout(rule, tool));
}

/** The rule that a value breaks; `null`: none. @param rules those of the value's tool */
export function brokenRule(
  rules: readonly ArgumentRule[],
  { path, value }: ToolArgument,
  meter: PatternMeter,
): string | null {
  const own = rules.filter(({ test }) => test.argument(path));
  const passes = ({ test }: ArgumentRule): boolean => test.value(value, meter);
  const denied = own.find((rule) => rule.verb === "deny" && passes(rule));
  if (denied !== undefined) return denied.text;
  const limits = own.filter(({ verb }) => verb === "limit");
  return limits.length === 0 || limits.some(passes) ? null : (limits[0]?.text ?? null);
}

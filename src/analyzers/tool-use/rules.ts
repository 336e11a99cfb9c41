import { append } from "../../core/lists.ts";
import { nameTest } from "../../core/strings.ts";
import { namesOf, type ToolArgument, type ToolText } from "../../core/tool-call.ts";
import { simpleOf } from "../../text/fold/plain-characters.ts";
import type { CallerPattern, PatternCompiler } from "../patterns/caller-pattern.ts";
import type { PatternMeter } from "../patterns/pattern-meter.ts";
import {
  addressesIn,
  namePattern,
  pathReadings,
  plainValue,
  toolReadings,
  type NamePattern,
  type NameReadings,
} from "./readings.ts";

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
  /** By its name as it is written, which allows. */
  readonly allows: (name: string) => boolean;
  /** By all that clients may take its name for, which forbids. */
  readonly isAbout: NamePattern;
  /** Absent: the rule is about the tool as a whole. */
  readonly test?: ArgumentTest;
}

export interface ArgumentTest {
  /** @param path names of the fields around a value, in all their readings */
  readonly argument: (path: readonly NameReadings[]) => boolean;
  /** It is about the values of any argument. */
  readonly isAny: boolean;
  /** Whether any reading of the value passes. */
  readonly some: (value: string, meter: PatternMeter) => boolean;
  /** Whether every reading of it does. */
  readonly every: (value: string, meter: PatternMeter) => boolean;
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
  const about = { text: written.trim().replaceAll(/\s+/g, " "), allows: nameTest(tool), isAbout: namePattern(tool) };
  if (argument !== undefined) return argumentRule(about, { verb, argument, test, operand, compiler });
  if (verb === "limit") return "limits no argument: `limit TOOL where ARGUMENT matches PATTERN`";
  return { ...about, verb: verb === "deny" ? "deny" : "allow" };
}

const USAGE =
  "must read `allow TOOL`, `deny TOOL`, or `deny|limit TOOL where ARGUMENT matches PATTERN|over NUMBER|under NUMBER`";

function argumentRule(
  about: Pick<Rule, "text" | "allows" | "isAbout">,
  written: Readonly<Record<"verb" | "argument" | "test" | "operand", string>> & { readonly compiler: PatternCompiler },
): Rule | string {
  const { verb, argument, test, operand } = written;
  if (verb === "allow") return "allows tools, not values: write `limit TOOL where …` for what an argument may hold";
  if (argument.length > NAME_LENGTH_MAX) return `names an argument with more than ${NAME_LENGTH_MAX} characters`;
  const value = valueTest(test, operand, written.compiler);
  if (typeof value === "string") return value;
  const place = { argument: argumentTest(argument), isAny: argument === "*" };
  return { ...about, verb: verb === "deny" ? "deny" : "limit", test: { ...place, ...value } };
}

const NO_NAME: NameReadings = { names: [], joined: [] };

/** `to`: a field of that name at any depth, and all that is in it; `customer.to`: within another. */
function argumentTest(dotted: string): ArgumentTest["argument"] {
  if (dotted === "*") return () => true;
  const names = dotted.split(".").map(namePattern);
  return (path) =>
    path.some(
      (_, at) => at + names.length <= path.length && names.every((is, offset) => is(path[at + offset] ?? NO_NAME)),
    );
}

function valueTest(
  test: string,
  operand: string,
  compiler: PatternCompiler,
): Omit<ArgumentTest, "argument" | "isAny"> | string {
  if (test === "matches") {
    const pattern = compiler.compile(operand);
    return typeof pattern === "string" ? `pattern ${pattern}` : patternTest(pattern, operand.includes("@"));
  }
  const bound = Number(operand);
  if (operand === "" || !Number.isFinite(bound)) return `\`${test}\` needs a number`;
  const passes = (number: number): boolean => (test === "over" ? number > bound : number < bound);
  return {
    some: (value) => numbersOf(value).some(passes),
    every: (value) => {
      const numbers = numbersOf(value, GROUPED);
      return numbers.length > 0 && numbers.every(passes);
    },
  };
}

/**
 * Holds a value against a pattern as it stands and in plain letters: full width is no way around a rule.
 * @param isAddress the pattern is about mail addresses: each in the value counts
 */
function patternTest(pattern: CallerPattern, isAddress: boolean): Omit<ArgumentTest, "argument" | "isAny"> {
  return {
    pattern,
    some: (value, meter) => {
      const plain = plainValue(value);
      const occurs = (text: string): boolean => pattern.occursIn(text, meter);
      if (occurs(value) || (plain !== value && occurs(plain))) return true;
      return isAddress && addressesIn(plain)?.some(occurs) !== false;
    },
    every: (value, meter) => {
      const occurs = (text: string): boolean => pattern.occursIn(text, meter);
      const plain = value.normalize("NFKC");
      if (!occurs(value) || (plain !== value && !occurs(plain))) return false;
      if (!isAddress) return true;
      return addressesIn(plain)?.every((address) => occurs(address) || occurs(`<${address}>`)) === true;
    },
  };
}

/**
 * What numbers in an argument may mean: `1,250.00` and `1.250,00` are read both ways, and `5000 EUR` is 5000. A value
 * without digits is none.
 */
function numbersOf(value: string, isGrouped = ANY_GROUPS): readonly number[] {
  const plain = asciiDigits(value.normalize("NFKC")).trim();
  const exact = plain === "" ? NaN : Number(plain.replace(INFINITE, "$1Infinity"));
  if (!Number.isNaN(exact)) return [exact];
  const numbers: number[] = [];
  for (const [, mantissa = "", exponent = ""] of plain.matchAll(NUMBER)) {
    append(numbers, readNumber(mantissa, exponent, isGrouped));
    if (numbers.length > NUMBERS_MAX) break;
  }
  return numbers;
}

function readNumber(mantissa: string, exponent: string, isGrouped: IsGrouped): readonly number[] {
  const bare = mantissa.replaceAll(/[^\d.,-]/g, "").replace(/[.,]+$/, "");
  const english = Number(bare.replaceAll(",", "") + exponent);
  const european = Number(bare.replaceAll(".", "").replace(",", ".") + exponent);
  const found = [isGrouped(bare, ",") ? english : NaN, isGrouped(bare, ".") ? european : NaN];
  const numbers = found.every(Number.isNaN) ? [english, european] : found;
  return numbers.filter((number) => !Number.isNaN(number));
}

/** Whether the sign may stand between the groups of a number: for what a rule forbids always, for what it wants where groups have three digits. */
type IsGrouped = (number: string, sign: "," | ".") => boolean;
const ANY_GROUPS: IsGrouped = () => true;
const GROUPED: IsGrouped = (number, sign) => {
  const [whole = "", ...fractions] = number.split(sign === "," ? "." : ",");
  const groups = whole.replace("-", "").split(sign);
  const isWhole = groups.length === 1 || groups.every((group, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  return isWhole && fractions.length < 2 && fractions[0]?.includes(sign) !== true;
};

const NUMBER = /(-?\d(?:[\d.,'_]|[\u00a0\u202f ](?=\d{3}(?!\d)))*)(e[+-]?\d{1,6})?/gi;
/** As Python reads it. */
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
/** Numbers of one value that are looked at. */
const NUMBERS_MAX = 1000;

/** Digits of all scripts, signs and apostrophes in one form: parsers of numbers read them. */
const asciiDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}|[\u2018\u2019\u2212]/gu, (sign) => simpleOf(sign.codePointAt(0) ?? 0));

/**
 * What rules say of a tool as a whole: those that deny it, by any of its names. Where tools are listed, one that is not on the list is
 * denied. Some calls do not carry the name: what they run identifies the tool.
 */
export function deniedBy(rules: readonly Rule[], tool: ToolText): readonly string[] {
  if (tool.name === "") return [];
  const readings = readingsOf(tool);
  const denied = rules.filter((rule) => rule.verb === "deny" && rule.test === undefined && rule.isAbout(readings));
  if (denied.length > 0) return denied.map(({ text }) => text);
  const list = rules.filter(({ verb }) => verb === "allow");
  return list.length === 0 || list.some((rule) => rule.allows(tool.name)) ? [] : [NOT_ALLOWED];
}

/** Stands for the rule where no `allow` names the tool. */
const NOT_ALLOWED = "not allowed";

/** By any of its names, as any client takes it. */
const readingsOf = (tool: ToolText): NameReadings => toolReadings(namesOf(tool));

/** A rule about what an argument may hold. */
export type ArgumentRule = Rule & Required<Pick<Rule, "test">>;

/** Those about arguments of the tool; all of them if its name is unknown. */
export function rulesOfArguments(rules: readonly Rule[], tool: ToolText): readonly ArgumentRule[] {
  const tested = rules.filter((rule): rule is ArgumentRule => rule.test !== undefined);
  if (tool.name === "" || tested.length === 0) return tested;
  const readings = readingsOf(tool);
  return tested.filter((rule) => rule.isAbout(readings));
}

/** What names of fields look like. Other keys of objects are values: an address, a path. */
const FIELD_NAME = /^[\p{L}\p{N}_$.[\] -]{1,64}$/u;

/** Places within arguments whose rules are remembered. */
const PLACES_MAX = 1024;

/** Rules about arguments of one tool, and which of them are about which place: fields of a list mostly have the same names. */
export class PlacedRules {
  readonly #rules: readonly ArgumentRule[];
  readonly #places = new Map<string, readonly ArgumentRule[]>();

  constructor(rules: readonly ArgumentRule[]) {
    this.#rules = rules;
  }

  /** The rule that a value breaks, or a key that stands for one; `null`: none. */
  broken({ path, value, isKey }: ToolArgument, meter: PatternMeter): string | null {
    const own = this.#at(isKey ? path.slice(0, -1) : path, isKey && FIELD_NAME.test(value));
    if (own.length === 0) return null;
    const denied = own.find(({ verb, test }) => verb === "deny" && test.some(value, meter));
    if (denied !== undefined) return denied.text;
    const limits = own.filter(({ verb }) => verb === "limit");
    if (limits.length === 0 || limits.some(({ test }) => test.every(value, meter))) return null;
    return limits[0]?.text ?? null;
  }

  /** @param isName a field's name within an argument, which is held against what the argument may not hold */
  #at(path: readonly string[], isName: boolean): readonly ArgumentRule[] {
    const place = `${isName} ${JSON.stringify(path)}`;
    const known = this.#places.get(place);
    if (known !== undefined) return known;
    const around = pathReadings(path);
    const isHeld = ({ verb, test }: ArgumentRule): boolean => !isName || (verb === "deny" && !test.isAny);
    const own = this.#rules.filter((rule) => isHeld(rule) && rule.test.argument(around));
    if (this.#places.size === PLACES_MAX) this.#places.clear();
    this.#places.set(place, own);
    return own;
  }
}

import { entropyBits, isStandIn, isUuid } from "../value.ts";
import { STAND_IN_SCORE } from "../token-rule.ts";

/** How much the name in front of a value says: `password` that people chose it, `strong` that it is a secret, `weak` that it may be. */
export type Label = "password" | "strong" | "weak";

/** Shortest value that counts behind each label, UTF-16 units. */
const LENGTH_MIN: Record<Label, number> = { password: 6, strong: 10, weak: 16 };
/** Bits per character, by label. A random value of the shortest length stays above it in 99 % of draws. */
const ENTROPY_MIN: Record<Label, number> = { password: 2.2, strong: 2.75, weak: 3.2 };
const SCORE: Record<Label, number> = { password: 0.7, strong: 0.75, weak: 0.6 };

// A variable, a template, a path, a call, an address: what code writes where the secret itself is not.
const REFERENCE =
  /^(?:\\?\$|%[A-Za-z_]+%|\{\{|\$?\{|<|@|&|#\{|\[|process\.|os\.|env[.([:]|System\.|secrets?[.[(:/]|vault:|config[.[(]|self\.|this\.|var\.|local\.|data\.|module\.|params?\.|req(?:uest)?\.|ctx\.|options?\.|settings\.|ssm:|arn:|file:|sha\d+[:-]|https?:\/\/|[,;:)\]}]|\.{0,2}\/[a-z._-]*(?:\/|$)|~\/|--)|\$\{|\{\{|\}\}|%[sd]|\(\)|=>|::/i;

/** Whether the value points to a secret instead of being one. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value);
}

// Words and short numbers joined by separators: names, versions, media types, regions, dates.
const WORDS = /^(?:[A-Za-z]+\d{0,2}|\d{1,4}[A-Za-z]?)(?:[-_./:+@ ,](?:[A-Za-z]+\d{0,2}|\d{1,4}[A-Za-z]?))*$/;
const PLAIN_WORDS = /^[#./@]?[A-Za-z]+(?:[-_. /#:][A-Za-z]+)*[@:]?$/;
const NUMBER = /^[-+]?[\d.,_:/-]+$/;
const DIGEST = /^[0-9a-f]{32,128}$/i;

const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];
const classCount = (value: string): number => CLASSES.filter((pattern) => pattern.test(value)).length;

// Passwords that documentation shows; who uses one of them has no secret to lose.
const SHOWN =
  /^(?:(?:your|my|the|some|new|old|db|user)?[-_]?(?:p[a@]ss(?:w[o0]rd|wd)?|pwd|secret|token|key)[-_]?\d{0,3}[!.]?|hunter2|letmein|qwerty\d*|admin\d*|root|test\d*|none|null|nil|true|false|undefined|string|required|optional|bearer|basic)$/i;

/** The score of a value behind a label; 0: no secret. */
export function scoreValue(value: string, label: Label): number {
  if (value.length < LENGTH_MIN[label] || isReference(value) || NUMBER.test(value)) return 0;
  const isShown = SHOWN.test(value) || isStandIn(value);
  if (isShown) return STAND_IN_SCORE;
  if (entropyBits(value) < ENTROPY_MIN[label]) return 0;
  return label === "password" ? scorePassword(value) : scoreKey(value, label);
}

function scorePassword(value: string): number {
  if (classCount(value) < 2 || (PLAIN_WORDS.test(value) && !isMixed(value))) return 0;
  return SCORE.password;
}

/** Share of places where the case changes: a drawn password has about a half, camel case has less. */
const MIXED_SHARE = 0.45;
const MIXED_LENGTH_MIN = 10;

function isMixed(value: string): boolean {
  const changes = value.match(/(?:[a-z](?=[A-Z])|[A-Z](?=[a-z]))/g)?.length ?? 0;
  return value.length >= MIXED_LENGTH_MIN && changes >= (value.length - 1) * MIXED_SHARE;
}

function scoreKey(value: string, label: "strong" | "weak"): number {
  if (WORDS.test(value) || !/[A-Za-z]/.test(value)) return 0;
  if (!/\d/.test(value) && (classCount(value) < 3 || entropyBits(value) < 3.8)) return 0;
  // Behind a weak name an id or a digest is just that.
  if (label === "weak" && (isUuid(value) || DIGEST.test(value))) return 0;
  return SCORE[label];
}

import type { Match } from "../detector.ts";
import { wordinessOf } from "../wordiness.ts";
import {
  assignedAt,
  type Candidate,
  GAP,
  isNameChain,
  isValueCode,
  neighbourAt,
  spacedAt,
  restOfName,
  VALUE_MAX,
} from "./assignment.ts";
import { isPlainPassword, type Label, scoreBeside, scoreNearPassword, scoreValue, SHORTEST_VALUE } from "./gate.ts";
import { isOtherName, LABEL_WORDS, labelOf } from "./labels.ts";
import { namesProvider } from "./providers.ts";
import { isWeakPassword, WEAK_PASSWORD_SCORE } from "./weak-password.ts";

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Longest name before the word that is looked at for what begins it, UTF-16 units. */
const NAME_BEFORE_MAX = 32;
const OPTION = /(?:^|[\s"'`([])--?[A-Za-z][A-Za-z0-9-]{0,30}$/;

/** The secret that belongs to the word at `word`, if there is one. `given`: what the word is known to say. */
export function readLabelled(raw: string, word: Place, given: Label | null = null): Match | null {
  const rest = restOfName(raw, word.end);
  const end = word.end + rest.length;
  const name = { word, rest, given };
  return (
    judge(raw, assignedAt(raw, end), name) ??
    judge(raw, spaced(raw, word, end), name) ??
    (isInRun(raw, word.start) ? null : judge(raw, neighbourAt(raw, end), name))
  );
}

/** What the word says as a part of a name that stands alone; `null` where the name says something else. */
export function labelOfName(name: string, word: Place): Label | null {
  const rest = restOfName(name, word.end);
  return isOtherName(name, word, rest) ? null : labelOf(name, word, rest);
}

/** The score of a value that stands below such a name, as if it were assigned to it. */
export function scoreBelow(text: string, label: Label): number {
  if (text.length < SHORTEST_VALUE || /\s/.test(text)) return 0;
  const candidate = { start: 0, text, link: "assigned", isQuoted: false, between: "", isSet: false } as const;
  return scoreOf(candidate, label, { isConstant: false });
}

/** Longest name with what joins it, UTF-16 units. */
const RUN_MAX = 32;

/** Whether the word stands deep inside a run of base64 or alike, where letters make words by chance. */
function isInRun(raw: string, start: number): boolean {
  let at = start;
  while (at > 0 && start - at < RUN_MAX && isValueCode(raw.charCodeAt(at - 1))) at -= 1;
  return start - at >= RUN_MAX;
}

function spaced(raw: string, word: Place, end: number): Candidate | null {
  if (!/[ \t]/.test(raw.charAt(end))) return null;
  return spacedAt(raw, end, isOption(raw, word.start, end) ? "assigned" : "near");
}

function isOption(raw: string, start: number, end: number): boolean {
  const name = raw.slice(Math.max(0, start - NAME_BEFORE_MAX), end);
  return name.includes("-") && OPTION.test(name);
}

const isInReach = ({ start, text }: Candidate, word: Place): boolean =>
  text.length >= SHORTEST_VALUE && start - word.end <= GAP;

/** Cheap tests first: what the name says matters only where the value would be a secret behind a strong one. */
function judge(
  raw: string,
  candidate: Candidate | null,
  { word, rest, given }: { readonly word: Place; readonly rest: string; readonly given: Label | null },
): Match | null {
  if (candidate === null || !isInReach(candidate, word)) return null;
  const isConstant = rest === "" && /^[A-Z]{2}/.test(raw.slice(word.start, word.start + 2));
  const known = given ?? LABEL_WORDS.get(raw.slice(word.start, word.end).toLowerCase()) ?? "weak";
  let score = scoreOf(candidate, known === "weak" ? "strong" : known, { isConstant });
  if (score === 0 || (given === null && isOtherName(raw, word, rest))) return null;
  if (known === "weak") score = scoreOf(candidate, labelOf(raw, word, rest), { isConstant });
  return score === 0 ? null : { start: candidate.start, end: candidate.start + candidate.text.length, score };
}

function scoreOf(candidate: Candidate, label: Label, { isConstant }: { readonly isConstant: boolean }): number {
  const { text, link, isQuoted, isSet } = candidate;
  if (label === "password" && isSet) {
    if (link === "near") return scoreNearPassword(text);
    if ((isQuoted || isConstant) && isPlainPassword(text)) return PLAIN_SCORE;
  }
  if (!isQuoted && isNameChain(text) && wordinessOf(text).bits > NAME_BITS) return 0;
  if (link === "assigned") return scoreAssigned(candidate, label);
  return scoreUnassigned(candidate, label);
}

function scoreAssigned({ text, isQuoted, isSet }: Candidate, label: Label): number {
  const score = scoreValue(text, label);
  if (label !== "password" || !isQuoted || !isSet || score >= WEAK_PASSWORD_SCORE) return score;
  return isWeakPassword(text) ? WEAK_PASSWORD_SCORE : score;
}

function scoreUnassigned({ text, link, between }: Candidate, label: Label): number {
  return scoreBeside(text, label === "weak" ? labelBeside(between) : label, { isLinked: link !== "beside" });
}

/** What a weak word says with the text between it and the value; a field of its own in there (`key1: a, data: …`) names the value. */
function labelBeside(between: string): Label | null {
  if (namesProvider(between)) return "strong";
  return /[:=>]["'`\s]*$/.test(between) ? null : "weak";
}

/** What a word scores that is set as a password. */
const PLAIN_SCORE = 0.55;
/** Bits per pair of letters of what is read as a name; see `wordinessOf`. */
const NAME_BITS = -0.5;
/** Value, its quotes and escapes, UTF-16 units. */
export const LABELLED_MAX = VALUE_MAX + 34;

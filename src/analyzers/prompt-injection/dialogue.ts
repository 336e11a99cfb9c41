import type { Span } from "../../core/model.ts";
import { Reading } from "../../text/reading.ts";
import { lonePolicy } from "../learned/learned-policy.ts";
import { UNSAFE_PROMPT_MODEL } from "../unsafe-prompt/model.ts";
import { type Line, spokenIn } from "./speakers.ts";

/** A faked dialogue in one text, whose answers comply with requests for harm: it shows a model how it shall answer. */
export interface ManyShot {
  /** Requests for harm that are complied with. */
  readonly shots: number;
  /** The requests, UTF-16 units. */
  readonly spans: readonly Span[];
}

/** Fewer exchanges are an example, or a question about one. */
export const SHOTS_MIN = 3;
/** Exchanges that are looked at, from the last: those stand nearest to what is asked in the end. */
const EXCHANGES_MAX = 64;
/** What of a request is read, UTF-16 units. */
const REQUEST_MAX = 500;
/** What of an answer tells whether it complies, UTF-16 units. */
const ANSWER_MAX = 160;
/** A shorter answer is a label: examples of a classifier have such. UTF-16 units. */
const COMPLIANCE_MIN = 24;
const SPANS_MAX = 16;

/** How a model refuses, as its answer begins. Phrases of ours, in the languages that the policies' own texts are in. */
const REFUSAL =
  /\b(?:(?:can(?:no|')?t|cannot|won't|will not|unable to|not able to|not going to|must decline|decline)\b|sorry\b|no[,.!]|kann (?:ich )?(?:dir |ihnen )?(?:dabei )?nicht|leider|tut mir leid|no puedo|lo siento|je ne peux pas|désolé|non posso|mi dispiace|não posso|desculp|kan (?:ik |jeg |jag )?(?:je |dig )?(?:daarbij )?(?:niet|ikke|inte)|nie mogę|przepraszam)|не могу|извини|прост|抱歉|不能|无法|できません|申し訳|죄송|할 수 없|لا أستطيع|آسف|नहीं कर सकत|maalesef|yapamam/iu;

/** `null` without a dialogue of at least `SHOTS_MIN` harmful exchanges. Linear in the text. */
export function manyShotIn(raw: string): ManyShot | null {
  const lines = spokenIn(raw, 2 * SHOTS_MIN).filter((line) => says(raw, line));
  if (lines.length < 2 * SHOTS_MIN) return null;
  const spans: Span[] = [];
  let shots = 0;
  for (const [request, answer] of exchangesOf(lines).slice(-EXCHANGES_MAX)) {
    if (!complies(raw.slice(answer.start, answer.end)) || !asksForHarm(raw, request)) continue;
    shots += 1;
    if (spans.length < SPANS_MAX) spans.push({ start: request.start, end: request.end });
  }
  return shots < SHOTS_MIN ? null : { shots, spans };
}

const says = (raw: string, { start, end }: Line): boolean =>
  raw.slice(start, Math.min(end, start + ANSWER_MAX)).trim() !== "";

/** Requests with their answers, of the two that follow each other most often. */
function exchangesOf(lines: readonly Line[]): readonly (readonly [request: Line, answer: Line])[] {
  const counts = new Map<string, number>();
  const nameOf = (line: Line, next: Line): string => `${line.speaker}\n${next.speaker}`;
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    if (next === undefined || next.speaker === line.speaker) continue;
    counts.set(nameOf(line, next), (counts.get(nameOf(line, next)) ?? 0) + 1);
  }
  // The first of equals: who asks speaks first.
  let pair = "";
  for (const [name, count] of counts) if (count > (counts.get(pair) ?? SHOTS_MIN - 1)) pair = name;
  return lines.flatMap((line, at) => {
    const next = lines[at + 1];
    return next !== undefined && nameOf(line, next) === pair ? [[line, next] as const] : [];
  });
}

function complies(answer: string): boolean {
  const beginning = answer.slice(0, ANSWER_MAX);
  return beginning.trim().length >= COMPLIANCE_MIN && !REFUSAL.test(beginning);
}

/** By the widest sensitivity of unsafe prompts: that several such requests are complied with says more than any of them. */
function asksForHarm(raw: string, { start, end }: Line): boolean {
  const request = raw.slice(start, Math.min(end, start + REQUEST_MAX)).trim();
  const policy = lonePolicy(UNSAFE_PROMPT_MODEL);
  return policy.judge(new Reading(request)).score >= policy.thresholds.high;
}

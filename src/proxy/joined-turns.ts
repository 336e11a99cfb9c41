import type { TextSlot } from "../codecs/codec.ts";
import { placeAt } from "../codecs/place.ts";
import type { Finding } from "../core/model.ts";
import { runGuard, runsOn, type GuardOutcome } from "../engine/evaluate.ts";
import { isScore, type Guard } from "../engine/guard.ts";
import { Text } from "../text/text.ts";
import { HARMLESS, type Checks, type Judgement } from "./judge.ts";

/** Lets a sentence that was cut in two be read as one; a line break would end it. */
export const JOINT = " ";
/** Before a border that much is read, and behind it: longer than what any scored policy reads as one. UTF-16 units. */
const BEFORE_MAX = 2000;
const BEHIND_MAX = 2000;
/** Between the ends of a long part, so that nothing is read over its middle. */
const CUT = "\n";
/**
 * How much of the way from a policy's threshold to 1 its score must have gone: messages that have nothing to do with each other
 * read oddly as one text. Measured by `npm run eval:turns`.
 */
const RAISED_BY = 0.4;

/** What the user wrote in one message, names and links left out. */
export interface UserTurn {
  readonly turn: number;
  readonly slots: readonly TextSlot[];
  /** Position of its last text in the conversation. */
  readonly last: number;
}

/** The user's messages in the order of the conversation, without the texts that were taken out. */
export function userTurns(conversation: readonly TextSlot[], removed: ReadonlySet<TextSlot>): readonly UserTurn[] {
  const turns = new Map<number, { turn: number; slots: TextSlot[]; last: number }>();
  for (const [last, slot] of conversation.entries()) {
    const { turn, origin } = slot;
    if (turn === null || origin !== "user" || removed.has(slot) || placeAt(slot.pointer) !== "prose") continue;
    const said = turns.get(turn);
    if (said === undefined) turns.set(turn, { turn, slots: [slot], last });
    else {
      said.slots.push(slot);
      said.last = last;
    }
  }
  return [...turns.values()];
}

/** What the user said last over a connection, where no message repeats what was said before. */
export class RecentTurns {
  readonly #count: number;
  #texts: readonly string[] = [];

  /** @param joinedTurns messages that are judged together, the newest included */
  constructor(joinedTurns: number) {
    this.#count = joinedTurns - 1;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  add(text: string): void {
    if (this.#count > 0) this.#texts = [...this.#texts, text.slice(-BEFORE_MAX)].slice(-this.#count);
  }

  /** Adds the user's messages among texts that go on. */
  addTurns(slots: readonly TextSlot[]): void {
    for (const turn of userTurns(slots, new Set())) this.add(turn.slots.map(({ text }) => text).join(JOINT));
  }
}

/**
 * Judges messages as one text, by the policies that score: an attack may be spread over several, or over the parts of one.
 * Counts what ends in the last message and does not stand in one part alone; each by itself has been judged already.
 * @param parts texts of the last message
 */
export async function judgeJoined(
  checks: Checks,
  earlier: readonly string[],
  parts: readonly string[],
): Promise<Judgement> {
  const { asset, clock, abort, memo } = checks;
  const guards = asset.guards.filter(isAsked);
  if (guards.length === 0 || earlier.length + parts.length < 2) return HARMLESS;
  const { joined, borders } = joinedText(earlier, parts);
  const [from = 0] = borders;
  const key = memo.keyOf(asset, `joined ${borders.join(" ")}`, joined);
  const known = memo.get(key);
  if (known !== undefined) return known;
  const context = { side: "input", origin: "user", from, clock, signal: abort.signal } as const;
  const text = new Text(joined);
  let isRepeatable = true;
  const asked = await Promise.all(
    guards.map(async (guard) => {
      const outcome = runGuard(guard, text, context);
      isRepeatable &&= !(outcome instanceof Promise) && outcome.kind === "findings";
      return { guard, outcome: await outcome };
    }),
  );
  const judgement = { ...judgementOf(asked, borders), isRepeatable };
  if (isRepeatable) memo.set(key, judgement);
  return judgement;
}

interface JoinedText {
  readonly joined: string;
  /** Where parts of the last message begin that something stands before. */
  readonly borders: readonly number[];
}

function joinedText(earlier: readonly string[], parts: readonly string[]): JoinedText {
  const borders: number[] = [];
  let joined = earlier.join(JOINT).slice(-BEFORE_MAX);
  for (const [index, part] of parts.entries()) {
    const isFirst = index === 0 && earlier.length === 0;
    if (!isFirst) {
      joined += JOINT;
      borders.push(joined.length);
    }
    const isLast = index === parts.length - 1;
    joined += clipped(part, { behind: isFirst ? 0 : BEHIND_MAX, before: isLast ? 0 : BEFORE_MAX });
  }
  return { joined, borders };
}

/** What of a part stands near its borders: behind its first one, before its last. */
function clipped(part: string, { behind, before }: { readonly behind: number; readonly before: number }): string {
  if (part.length <= behind + before) return part;
  const end = before === 0 ? "" : part.slice(-before);
  return behind === 0 || before === 0 ? part.slice(0, behind) + end : part.slice(0, behind) + CUT + end;
}

/** Policies about prompts: an attack can be made of harmless messages, rude words cannot. */
function isAsked(guard: Guard): boolean {
  const { state } = guard;
  const isOfPrompts = state.kind === "ready" && state.analyzer.scope === "input";
  return isOfPrompts && isScore(guard) && runsOn(guard, "input", "user");
}

interface Asked {
  readonly guard: Guard;
  readonly outcome: GuardOutcome;
}

function judgementOf(asked: readonly Asked[], borders: readonly number[]): Judgement {
  const violated = asked
    .filter(({ guard, outcome }) => outcome.kind === "findings" && counts(guard, outcome.findings, borders))
    .map(({ guard }) => guard.policy);
  const failed = asked.filter(({ outcome }) => outcome.kind === "failed").map(({ guard }) => guard.policy);
  if (violated.length + failed.length === 0) return HARMLESS;
  const blocking = violated.filter(({ action }) => action === "block");
  const named = (policies: readonly { readonly name: string }[]): readonly string[] =>
    policies.map(({ name }) => name).sort();
  return {
    ...HARMLESS,
    verdict: blocking.length > 0 ? "blocked" : violated.length > 0 ? "flagged" : "passed",
    policies: [...named(blocking), ...named(violated.filter(({ action }) => action === "flag"))],
    blocking: named(blocking),
    failedClosed: named(failed.filter(({ onError }) => onError === "block")),
    degraded: named(failed.filter(({ onError }) => onError === "pass")),
  };
}

function counts({ threshold }: Guard, findings: readonly Finding[], borders: readonly number[]): boolean {
  const [whole, ...evidence] = findings;
  if (whole === undefined || whole.score < threshold + RAISED_BY * (1 - threshold)) return false;
  if (evidence.length === 0) return true;
  const spans = evidence.flatMap(({ span }) => span ?? []);
  const start = Math.min(...spans.map((span) => span.start));
  const end = Math.max(...spans.map((span) => span.end));
  // What ends before the first border is not asked for; what begins behind it may stand in one part.
  return borders.some((border, index) => start < border && (index === 0 || end > border));
}

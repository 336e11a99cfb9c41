import type { TextSlot } from "../../codecs/codec.ts";
import { copied } from "../../core/strings.ts";
import { placeAt } from "../../codecs/shared/pointer.ts";
import {
  askJoined,
  BEFORE_MAX,
  JOINT,
  joinTexts,
  readsJoined,
  type JoinedOutcome,
  type JoinedText,
} from "../../engine/joined.ts";
import { finish, ITEM_UNITS, type Steps } from "../../core/steps.ts";
import type { Applied, JsonObject } from "../../core/model.ts";
import type { Guard } from "../../engine/guard.ts";
import type { MemoKey } from "./verdict-memo.ts";
import { HARMLESS, type TextExchange, type CheckResult } from "./text-checks.ts";

/** What the user wrote in one message, names and links left out. */
interface UserTurn {
  readonly turn: number;
  readonly slots: readonly TextSlot[];
  /** Position of its last text in the conversation. */
  readonly last: number;
}

/** The user's messages in the order of the conversation, without the texts that were taken out; a step at a time. */
export function* turnSteps(
  conversation: readonly TextSlot[],
  removed: ReadonlySet<TextSlot>,
): Steps<readonly UserTurn[]> {
  const turns = new Map<number, { turn: number; slots: TextSlot[]; last: number }>();
  for (const [last, slot] of conversation.entries()) {
    yield ITEM_UNITS;
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

  /** @param joinedTurns messages that are checked together, the newest included */
  constructor(joinedTurns: number) {
    this.#count = joinedTurns - 1;
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  add(text: string): void {
    if (this.#count > 0) this.#texts = [...this.#texts, copied(text.slice(-BEFORE_MAX))].slice(-this.#count);
  }

  /** Adds the user's messages among texts that are forwarded. */
  addTurns(slots: readonly TextSlot[]): void {
    for (const turn of finish(turnSteps(slots, new Set()))) this.add(turn.slots.map(({ text }) => text).join(JOINT));
  }
}

/**
 * Checks messages as one text, by the policies that score.
 * @param parts texts of the last message
 */
export async function checkJoinedTurns(
  exchange: TextExchange,
  earlier: readonly string[],
  parts: readonly string[],
): Promise<CheckResult> {
  const { asset, memo, conversation, recording, shadow, scheduling } = exchange;
  if (earlier.length + parts.length < 2 || (shadow === null && !asset.guards.some(readsJoined))) return HARMLESS;
  const text = joinTexts(earlier, parts);
  shadow?.joined(text);
  const guards = asset.guards.filter(readsJoined);
  if (guards.length === 0) return HARMLESS;
  const key = memo.keyOf(asset, `joined ${text.borders.join(" ")}`, text.joined);
  const known = memo.get(key);
  if (known === undefined) return ask(exchange, text, { guards, key });
  recording?.remembered({ item: JOINED, said: known, guards, conversation });
  const later = scheduling.texts.look(text.joined.length);
  if (later !== null) await later;
  return known;
}

const JOINED = { side: "input", origin: "user", isCall: false, place: { joined: "turns" } } as const;

async function ask(
  { clock, trace, abort, memo, recording, longTexts, scheduling, work }: TextExchange,
  text: JoinedText,
  { guards, key }: { readonly guards: readonly Guard[]; readonly key: MemoKey },
): Promise<CheckResult> {
  const { length } = text.joined;
  const offload = longTexts.newRequests;
  work?.draw("characters", length * guards.length);
  const later = offload.takes(length) ? null : scheduling.texts.take(length);
  if (later !== null) await later;
  const startedMs = clock.now();
  const asked = await askJoined(guards, text, { clock, signal: abort.signal, offload });
  const isRepeatable = asked.every((each) => each.isRepeatable);
  const checkResult = { ...checkResultOf(asked), isRepeatable };
  const applied = asked.map(appliedJoined);
  recording?.evaluated(JOINED, applied, checkResult);
  trace?.evaluated({ applied, violations: [] }, { ...JOINED, startedMs });
  if (isRepeatable) memo.set(key, checkResult);
  return checkResult;
}

export function appliedJoined({ guard, outcome, isViolated }: JoinedOutcome): Applied {
  const { policy, scope } = guard;
  const common = { policy, scope, durationUs: outcome.durationUs };
  if (outcome.kind === "failed") return { status: "failed", reason: outcome.reason, ...common };
  return { status: isViolated ? "violated" : "passed", ...common };
}

/** Only kind and score are reported: the places are in no text that was sent. */
export function reportJoined({ guard, outcome }: JoinedOutcome): JsonObject {
  const { policy, scope, threshold } = guard;
  const [whole] = outcome.kind === "findings" ? outcome.findings : [];
  const score = whole?.score ?? 0;
  return {
    policy_name: policy.name,
    policy_id: policy.id,
    action_taken: policy.action,
    scope,
    details: { score },
    threshold,
    finding_count: 1,
    findings: whole === undefined ? [] : [{ kind: whole.kind, score, view: "as_written" }],
  };
}

function kindsOf({ guard, outcome }: JoinedOutcome): readonly [name: string, kinds: readonly string[]] {
  const kinds = outcome.kind === "findings" ? outcome.findings.map(({ kind }) => kind) : [];
  return [guard.policy.name, [...new Set(kinds)]];
}

function checkResultOf(asked: readonly JoinedOutcome[]): CheckResult {
  const violated = asked.filter(({ isViolated }) => isViolated).map(({ guard }) => guard.policy);
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
    kinds: new Map(asked.filter(({ isViolated }) => isViolated).map(kindsOf)),
    failedClosed: named(failed.filter(({ onError }) => onError === "block")),
    degraded: named(failed.filter(({ onError }) => onError === "pass")),
    reported: asked.filter(({ isViolated }) => isViolated).map(reportJoined),
    findingCount: violated.length,
  };
}

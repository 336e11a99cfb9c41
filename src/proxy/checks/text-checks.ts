import type { LongTexts } from "../../engine/offload.ts";
import { applyEdits } from "../../core/masks.ts";
import type { Evaluation, JsonObject, Mask, Verdict } from "../../core/model.ts";
import { isWritten } from "../../engine/entity-settings.ts";
import { evaluate } from "../../engine/evaluate.ts";
import { isScore, patternSteps, readsCalls, type Guard } from "../../engine/guard.ts";
import { knownPlacesOf, type KnownPlaces } from "../../records/known-places.ts";
import { exchangeReport } from "../../records/report.ts";
import type { Work } from "../../core/work-budget.ts";
import type { EvaluatedText } from "../../telemetry/tracing.ts";
import { Reading } from "../../text/reading.ts";
import { foundKinds, NO_KINDS, type FoundKinds } from "./block-reason.ts";
import type { RecordedText } from "../record/recording.ts";
import type { TextPlace } from "../record/text-place.ts";
import type { ProxyExchange } from "../context.ts";
import { checkKey, readText, type CheckedText, type CheckMode, restoredIn } from "./checked-text.ts";

/** What checking texts needs of an exchange. */
export type TextExchange = Pick<
  ProxyExchange,
  | "asset"
  | "clock"
  | "longTexts"
  | "scheduling"
  | "metrics"
  | "trace"
  | "abort"
  | "tally"
  | "book"
  | "memo"
  | "conversation"
  | "recording"
  | "shadow"
> & {
  /** Drawn from before a text is checked, what is remembered excepted; absent: not counted. */
  readonly work?: Work;
};

/** What the policies say of a text, as far as the proxy acts on it. Names and offsets, never the text. */
export interface CheckResult {
  readonly verdict: Verdict;
  /** Violated policies; block first, then by name. */
  readonly policies: readonly string[];
  /** Those of them that block. */
  readonly blocking: readonly string[];
  /** Kinds of what they found. */
  readonly kinds: FoundKinds;
  /** Those of them that mask on the way (`mask: true`). */
  readonly masking: readonly string[];
  /** Of these; unmerged. Of `json` in offsets of the text with its escapes undone. */
  readonly masks: readonly Mask[];
  readonly failedClosed: readonly string[];
  readonly degraded: readonly string[];
  /** The violations as a record lists them; none where nothing is recorded. */
  readonly reported: readonly JsonObject[];
  /** How much they hold. */
  readonly findingCount: number;
  /** What its record need not look for again; absent where nothing is recorded, or of several texts together. */
  readonly places?: KnownPlaces;
  /** The same text would be checked the same. */
  readonly isRepeatable: boolean;
}

/** Checks of an answer: it has been paid for, and none of its texts is refused because too many wait, be it one that repeats the prompt. */
export function paidFor<Exchange extends Pick<TextExchange, "longTexts"> & { readonly answerWork?: Work }>(
  exchange: Exchange,
): Exchange {
  const { longTexts, answerWork } = exchange;
  const { guaranteed, background } = longTexts;
  // Named by its type: the spread alone lets any field pass.
  const paidTexts: LongTexts = { newRequests: guaranteed, guaranteed, background };
  const paid = { ...exchange, longTexts: paidTexts };
  // What the request has cost does not count against its answer.
  return answerWork === undefined ? paid : { ...paid, work: answerWork };
}

const NONE: readonly never[] = [];

export const HARMLESS: CheckResult = {
  verdict: "passed",
  policies: NONE,
  blocking: NONE,
  kinds: NO_KINDS,
  masking: NONE,
  masks: NONE,
  failedClosed: NONE,
  degraded: NONE,
  reported: NONE,
  findingCount: 0,
  isRepeatable: true,
};

export const isBlocked = ({ verdict }: CheckResult): boolean => verdict === "blocked";

/** Nothing is to be done, now or when the text comes again. */
export function isHarmless({ isRepeatable, verdict }: CheckResult): boolean {
  return isRepeatable && verdict === "passed";
}

const WHOLE: CheckMode = { select: () => true, manner: "" };
/** A tool reads what is put back, so policies of tool calls do too. */
const RESTORED: CheckMode = { select: readsCalls, manner: "restored " };
/** Policies that score read what the user says with sentences kept apart, and by a higher threshold (`checkJoinedTurns`). */
const PARTS: CheckMode = { select: (guard) => !isScore(guard), manner: "parts " };

/** Checks one whole text, or takes the cached result. */
export function checkText(exchange: TextExchange, item: CheckedText): Promise<CheckResult> {
  // Only calls of tools are put together anew.
  return item.tool === undefined ? check(exchange, item, WHOLE) : checkCall(exchange, item);
}

async function checkCall(exchange: TextExchange, item: CheckedText): Promise<CheckResult> {
  const checkResult = await check(exchange, item, WHOLE);
  const restored = restoredCall(exchange, item);
  if (restored === null) return checkResult;
  if (exchange.asset.guards.some(readsCalls)) return worse(checkResult, await check(exchange, restored, RESTORED));
  exchange.shadow?.text(restored, RESTORED);
  return checkResult;
}

/** `null`: nothing is put back, or it is not read. */
function restoredCall({ asset, book: { restorable } }: TextExchange, item: CheckedText): CheckedText | null {
  const { tool, side, text } = item;
  if (tool === undefined || side !== "output" || restorable.isEmpty) return null;
  if (!asset.guards.some(readsCalls) && !asset.shadows.some(readsCalls)) return null;
  const edits = restoredIn(item, restorable);
  return edits.length === 0 ? null : { ...item, text: applyEdits(text, edits) };
}

/** Checks joined parts; on side input without the policies that score. An answer is checked as its stream would be. */
export function checkJoinedParts(exchange: TextExchange, item: CheckedText): Promise<CheckResult> {
  if (item.side === "output") return checkText(exchange, item);
  return check(exchange, item, PARTS);
}

async function check(exchange: TextExchange, item: CheckedText, mode: CheckMode): Promise<CheckResult> {
  const { asset, memo, metrics, conversation, recording } = exchange;
  const { side, origin, tool, turn = null } = item;
  exchange.shadow?.text(item, mode);
  const guards = mode === WHOLE ? asset.guards : asset.guards.filter(mode.select);
  const key = checkKey(exchange, item, { guards, manner: mode.manner });
  const known = memo.get(key);
  if (key !== null) metrics.memo(known === undefined ? "miss" : "hit");
  const recorded = { side, origin, turn, isCall: tool !== undefined, place: placeOf(item) };
  if (known === undefined) {
    const checkResult = await ask(exchange, item, { guards, recorded });
    learn(exchange, item, { mode, checkResult });
    if (checkResult.isRepeatable) memo.set(key, checkResult);
    return checkResult;
  }
  recording?.remembered({ item: recorded, said: known, guards, conversation });
  learn(exchange, item, { mode, checkResult: known });
  const later = exchange.scheduling.texts.look(item.text.length);
  if (later !== null) await later;
  return known;
}

const placeOf = ({ pointer, joinedTexts }: CheckedText): TextPlace => ({
  ...(pointer === undefined ? {} : { pointer }),
  ...(joinedTexts === undefined ? {} : { joined: joinedTexts }),
});

interface Asking {
  readonly guards: readonly Guard[];
  readonly recorded: RecordedText;
}

async function ask(exchange: TextExchange, item: CheckedText, { guards, recorded }: Asking): Promise<CheckResult> {
  const { clock, abort, conversation, recording, work } = exchange;
  const { side, origin } = item;
  const { text, ...call } = readText(item);
  const offload = exchange.longTexts.newRequests;
  const context = { side, origin, conversation, clock, signal: abort.signal, offload, ...call };
  const counted = work === undefined ? context : { ...context, work };
  const steps = patternSteps(guards, text.length);
  // What a thread reads blocks nothing here.
  const waiting = offload.takes(text.length, steps) ? null : exchange.scheduling.texts.take(text.length, steps);
  if (waiting !== null) await waiting;
  const startedMs = clock.now();
  exchange.tally.judging();
  const evaluation = await evaluate(guards, new Reading(text), counted);
  watch(exchange, evaluation, { side, origin, isCall: recorded.isCall, startedMs });
  const checkResult = checkResultOf(evaluation, recording !== null);
  recording?.evaluated(recorded, evaluation.applied, checkResult);
  return checkResult;
}

/** Reports an evaluation to metrics and trace. */
function watch({ asset, clock, metrics, trace }: TextExchange, evaluation: Evaluation, text: EvaluatedText): void {
  const { side, startedMs } = text;
  metrics.evaluation(evaluation, {
    surface: "proxy",
    asset: asset.asset.id,
    side,
    durationMs: clock.now() - startedMs,
  });
  trace?.evaluated(evaluation, text);
}

/** Adds the places of the text's matches to the record. */
function learn(
  { recording }: TextExchange,
  { text, kind, side }: CheckedText,
  { mode, checkResult }: { readonly mode: CheckMode; readonly checkResult: CheckResult },
): void {
  const { places } = checkResult;
  // Places in JSON are those of the text with its escapes undone; and a text of parts is none that was sent.
  if (places !== undefined && kind !== "json" && mode.manner === "") recording?.learn(side, text, places);
}

/** What two results of one text say together. The second knows of no masks. */
function worse(one: CheckResult, two: CheckResult): CheckResult {
  const isBlocking = isBlocked(one) || isBlocked(two);
  return {
    ...one,
    verdict: isBlocking ? "blocked" : one.verdict === "passed" ? two.verdict : one.verdict,
    policies: [...new Set([...one.policies, ...two.policies])],
    blocking: [...new Set([...one.blocking, ...two.blocking])],
    kinds: new Map([...one.kinds, ...two.kinds]),
    failedClosed: [...new Set([...one.failedClosed, ...two.failedClosed])],
    degraded: [...new Set([...one.degraded, ...two.degraded])],
    isRepeatable: one.isRepeatable && two.isRepeatable,
  };
}

/** By what is known of their places. */
const HARMLESS_WITH = new WeakMap<KnownPlaces, CheckResult>();

/** One result for all texts of which the same is known: they are remembered by the thousand. */
function harmless(places: KnownPlaces | undefined): CheckResult {
  if (places === undefined) return HARMLESS;
  let checkResult = HARMLESS_WITH.get(places);
  if (checkResult === undefined) {
    checkResult = { ...HARMLESS, places };
    HARMLESS_WITH.set(places, checkResult);
  }
  return checkResult;
}

function checkResultOf(
  { verdict, violations, applied, failedClosed, degraded, isRepeatable }: Evaluation,
  isRecorded: boolean,
): CheckResult {
  const known = isRecorded ? { places: knownPlacesOf({ applied, violations }) } : {};
  if (isRepeatable && violations.length === 0) return harmless(known.places);
  const masking = violations.flatMap((violation) => {
    const masks = violation.masks.filter((mask) => isWritten(mask, violation.policy));
    return masks.length === 0 ? [] : [{ policy: violation.policy, masks }];
  });
  return {
    verdict,
    policies: violations.map(({ policy }) => policy.name),
    blocking: violations.filter(({ action }) => action === "block").map(({ policy }) => policy.name),
    kinds: foundKinds(violations),
    masking: masking.map(({ policy }) => policy.name),
    masks: masking.flatMap(({ masks }) => masks),
    failedClosed,
    degraded,
    reported: isRecorded ? violations.map(exchangeReport) : NONE,
    findingCount: isRecorded ? violations.reduce((count, { findings }) => count + findings.length, 0) : 0,
    isRepeatable,
    ...known,
  };
}

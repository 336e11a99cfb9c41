import { jsonArguments } from "../codecs/json-arguments.ts";
import { jsonRestoreEdits, readJsonText, type JsonText } from "../codecs/json-text.ts";
import type { TextKind } from "../codecs/codec.ts";
import { applyEdits } from "../core/masks.ts";
import type { Evaluation, JsonObject, Mask, Origin, Side, Verdict } from "../core/model.ts";
import type { ToolCall, ToolText } from "../core/tool-call.ts";
import { evaluate, runsOn } from "../engine/evaluate.ts";
import { isScore, readsCalls, readsConversation, type Guard } from "../engine/guard.ts";
import { reportViolation } from "../records/report.ts";
import type { EvaluatedText } from "../telemetry/tracing.ts";
import { Text } from "../text/text.ts";
import type { ProxyExchange } from "./context.ts";
import type { MemoKey } from "./verdict-memo.ts";

/** What checking texts needs of an exchange. */
export type Checks = Pick<
  ProxyExchange,
  "asset" | "clock" | "metrics" | "trace" | "abort" | "tally" | "book" | "memo" | "conversation" | "recording"
>;

export interface JudgedText {
  readonly text: string;
  readonly kind: TextKind;
  readonly side: Side;
  readonly origin: Origin;
  readonly tool?: ToolText;
  /** The message that holds it, from 0; absent or `null`: none does. */
  readonly turn?: number | null;
}

/** What the policies say of a text, as far as the proxy acts on it. Names and offsets, never the text. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Violated policies; block first, then by name. */
  readonly policies: readonly string[];
  /** Those of them that block. */
  readonly blocking: readonly string[];
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
  /** The same text would be judged the same. */
  readonly isRepeatable: boolean;
}

const NONE: readonly never[] = [];

export const HARMLESS: Judgement = {
  verdict: "passed",
  policies: NONE,
  blocking: NONE,
  masking: NONE,
  masks: NONE,
  failedClosed: NONE,
  degraded: NONE,
  reported: NONE,
  findingCount: 0,
  isRepeatable: true,
};

export const isBlocked = ({ verdict }: Judgement): boolean => verdict === "blocked";

/** Nothing is to be done, now or when the text comes again. */
export function isHarmless({ isRepeatable, verdict }: Judgement): boolean {
  return isRepeatable && verdict === "passed";
}

/**
 * Judges one whole text, or remembers what was said of it. JSON is read as its reader sees it: escapes would hide a match
 * (`\u0040`) or glue a letter to one (`\nAKIA…`).
 */
export async function judgeText(checks: Checks, item: JudgedText): Promise<Judgement> {
  const judgement = await judge(checks, item, { guards: checks.asset.guards, manner: "" });
  const restored = restoredCall(checks, item);
  if (restored === null) return judgement;
  const guards = checks.asset.guards.filter(readsCalls);
  return worse(judgement, await judge(checks, restored, { guards, manner: "restored " }));
}

/** A tool reads what is put back, so policies of tool calls do too. `null`: nothing is. */
function restoredCall({ asset, book: { restorable } }: Checks, item: JudgedText): JudgedText | null {
  const { tool, side, text, kind } = item;
  if (tool === undefined || side !== "output" || restorable.isEmpty || !asset.guards.some(readsCalls)) return null;
  const json = kind === "json" ? readJsonText(text) : null;
  const edits = json === null ? restorable.edits(text) : jsonRestoreEdits(json, restorable);
  return edits.length === 0 ? null : { ...item, text: applyEdits(text, edits) };
}

/**
 * Judges parts that were joined. On side input without the policies that score: they judge what the user says with sentences
 * kept apart, and by a higher threshold (`judgeJoined`). An answer is judged as its stream would be.
 */
export function judgeParts(checks: Checks, item: JudgedText): Promise<Judgement> {
  if (item.side === "output") return judgeText(checks, item);
  return judge(checks, item, { guards: checks.asset.guards.filter((guard) => !isScore(guard)), manner: "parts " });
}

interface Judging {
  readonly guards: readonly Guard[];
  readonly manner: string;
}

async function judge(checks: Checks, item: JudgedText, judging: Judging): Promise<Judgement> {
  const { clock, metrics, abort, memo, conversation, recording } = checks;
  const { text, kind, side, origin, tool, turn = null } = item;
  const { guards } = judging;
  const key = keyOf(checks, item, judging);
  const isCall = tool !== undefined;
  const known = memo.get(key);
  if (key !== null) metrics.memo(known === undefined ? "miss" : "hit");
  const recorded = { side, origin, turn, isCall };
  if (known !== undefined) {
    recording?.remembered({ item: recorded, said: known, guards, conversation });
    return known;
  }
  const json = kind === "json" ? readJsonText(text) : null;
  const call = isCall ? { tool: callOf(tool, text, json) } : {};
  const context = { side, origin, conversation, clock, signal: abort.signal, ...call };
  const startedMs = clock.now();
  const evaluation = await evaluate(guards, new Text(json?.text ?? text), context);
  watch(checks, evaluation, { side, origin, isCall, startedMs });
  const judgement = judgementOf(evaluation, recording !== null);
  recording?.evaluated(recorded, evaluation.applied, judgement);
  if (judgement.isRepeatable) memo.set(key, judgement);
  return judgement;
}

/** Tells metrics and trace of an evaluation. */
function watch({ asset, clock, metrics, trace }: Checks, evaluation: Evaluation, text: EvaluatedText): void {
  const { side, startedMs } = text;
  metrics.evaluation(evaluation, {
    surface: "proxy",
    asset: asset.asset.id,
    side,
    durationMs: clock.now() - startedMs,
  });
  trace?.evaluated(evaluation, text);
}

/** Names all that decides. */
function keyOf(
  { asset, memo, conversation }: Checks,
  { text, kind, side, origin, tool }: JudgedText,
  { guards, manner }: Judging,
): MemoKey {
  const isCall = tool !== undefined;
  const isBeside =
    side === "output" && guards.some((guard) => readsConversation(guard) && runsOn(guard, side, origin, isCall));
  const beside = isBeside ? ` ${conversation.digest}` : "";
  // A name is any text of the model: as JSON it has no line break.
  const called = isCall && guards.some(readsCalls) ? ` ${JSON.stringify([tool.name, tool.at])}` : "";
  return memo.keyOf(asset, `${manner}${kind} ${side} ${origin}${beside}${called}`, text);
}

function callOf(tool: ToolText, text: string, json: JsonText | null): ToolCall {
  const { at } = tool;
  const path = at === null || at === "" ? [] : at.split(".");
  // What is no JSON is the one input of a custom tool.
  const whole = { path: at === "" ? ["input"] : path, value: text, span: { start: 0, end: text.length }, isKey: false };
  return { ...tool, values: () => (at === null ? [] : json === null ? [whole] : jsonArguments(json, path)) };
}

/** What two judgements of one text say together. The second knows of no masks. */
function worse(one: Judgement, two: Judgement): Judgement {
  const isBlocking = isBlocked(one) || isBlocked(two);
  return {
    ...one,
    verdict: isBlocking ? "blocked" : one.verdict === "passed" ? two.verdict : one.verdict,
    policies: [...new Set([...one.policies, ...two.policies])],
    blocking: [...new Set([...one.blocking, ...two.blocking])],
    failedClosed: [...new Set([...one.failedClosed, ...two.failedClosed])],
    degraded: [...new Set([...one.degraded, ...two.degraded])],
    isRepeatable: one.isRepeatable && two.isRepeatable,
  };
}

function judgementOf(
  { verdict, violations, failedClosed, degraded, isRepeatable }: Evaluation,
  isRecorded: boolean,
): Judgement {
  if (isRepeatable && violations.length === 0) return HARMLESS;
  const masking = violations.filter(({ policy, masks }) => policy.mask && masks.length > 0);
  return {
    verdict,
    policies: violations.map(({ policy }) => policy.name),
    blocking: violations.filter(({ action }) => action === "block").map(({ policy }) => policy.name),
    masking: masking.map(({ policy }) => policy.name),
    masks: masking.flatMap(({ masks }) => masks),
    failedClosed,
    degraded,
    reported: isRecorded ? violations.map(reportViolation) : NONE,
    findingCount: isRecorded ? violations.reduce((count, { findings }) => count + findings.length, 0) : 0,
    isRepeatable,
  };
}

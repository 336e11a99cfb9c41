import type { Json, JsonObject, Outcome } from "../core/model.ts";
import { callerIn, keptCaller, keptEvent, keptMetadata, keptOrNull } from "../records/record-names.ts";
import { keptEvaluated } from "../records/content.ts";
import { keptApplied, keptReport, presentAllApplied, LOST_HEADER } from "../records/report.ts";
import { describeError } from "../telemetry/logger.ts";
import type { ScanRecord, TraceEvent } from "../store/record-store.ts";
import type { Reading } from "../text/reading.ts";
import { type Assessed, reportOutcome } from "./assess.ts";
import { callOutcome } from "./evaluate-turn.ts";
import type { ApiService, Call, KeyedHandler, RecordedCall, RecordedHandler } from "./service.ts";
import { toServiceError, type ErrorCode, type ServiceError } from "../core/errors.ts";

/** What a record takes from its request, in addition to the evaluation. */
export interface RecordSource {
  readonly organization: string;
  readonly keyId: string;
  readonly assetId: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly metadata: Json;
  readonly event: TraceEvent | null;
  /** The outcome of a refused call; absent: the evaluation has it. */
  readonly outcome?: Outcome;
  /** Why a call was refused before any policy was asked; absent: it was not. */
  readonly refusal?: { readonly code: ErrorCode };
  /** `null`: an event without an evaluation, or a call refused before it. */
  readonly evaluated: ({ readonly text: Reading } & Assessed) | null;
}

/** Keeps no record of a call. */
export function declineRecord({ exchange, record }: Pick<RecordedCall, "exchange" | "record">): void {
  record.isDeclined = true;
  exchange.notes.saved = false;
}

/**
 * Resolves when the record is durable, or at once if none is kept.
 * @throws {ServiceError} `store_unavailable`
 */
export async function saveRecord(
  call: Omit<RecordedCall, "key">,
  service: ApiService,
  source: RecordSource,
): Promise<void> {
  const { exchange, runtime, endpoint } = call;
  if (!service.isRecording || call.record.isDeclined) return;
  const { clock } = service;
  const { evaluated, outcome, refusal, ...identity } = source;
  const keeping = {
    mode: runtime.config.store.content,
    clock,
    maskHash: runtime.maskHash,
    recordGuards: service.recordGuards,
    offload: service.longTexts.guaranteed,
  };
  const names = { ...keeping, hashName: (name: string) => runtime.nameHash(source.organization, name) };
  const record: ScanRecord = {
    ...identity,
    sessionId: await keptOrNull(source.sessionId, names),
    userId: await keptOrNull(source.userId, names),
    // The reason of a refusal is no text of the caller's.
    metadata: refusal === undefined ? await keptMetadata(source.metadata, keeping) : { refusal },
    event: await keptEvent(source.event, names),
    requestId: exchange.id,
    epochMs: clock.epochMs(),
    endpoint,
    verdict: outcome ?? (evaluated === null ? "passed" : callOutcome(evaluated.evaluation)),
    violated: (evaluated?.evaluation.violations ?? []).map((each) => keptReport(each, keeping)),
    applied: evaluated === null ? [] : appliedIn(evaluated, keeping),
    content: evaluated === null ? null : await keptEvaluated(evaluated, keeping),
    answer: null,
    isCut: false,
    durationUs: Math.round((clock.now() - exchange.startedMs) * 1000),
    policyDigest: runtime.config.digest,
    caller: source.event === null ? await keptCaller(callerIn(exchange.request), names) : null,
  };
  exchange.notes.saved = await isSaved(call, service, record);
}

function appliedIn(
  { evaluation, shadows, guards }: Assessed,
  keeping: Parameters<typeof keptReport>[1],
): readonly JsonObject[] {
  return presentAllApplied(evaluation.applied, shadows, {
    present: (applied) => keptApplied(applied, guards),
    report: (violation) => keptReport(violation, keeping),
  });
}

/** @throws {ServiceError} `store_unavailable`, where `store.on_error` says so */
async function isSaved({ exchange, runtime }: Call, service: ApiService, record: ScanRecord): Promise<boolean> {
  try {
    await service.metrics.saving(() => service.store.save(record));
    return true;
  } catch (error: unknown) {
    if (runtime.config.store.onError === "reject") throw error;
    exchange.headers[LOST_HEADER] = "lost";
    service.logger.error({ request_id: exchange.id, error: describeError(error) }, "record lost");
    return false;
  }
}

/** Refusals by key or overload are only counted and logged, so that a flood of them cannot fill the store. */
const UNRECORDED: ReadonlySet<ErrorCode> = new Set(["level_required", "overloaded", "draining", "store_unavailable"]);
/** Refusals of requests that could not be judged; all others are refused unread. */
const UNAVAILABLE: ReadonlySet<ErrorCode> = new Set(["internal", "too_much_work"]);

/**
 * Records refusals that happen after the key and the limit are checked, without any text.
 * @throws {ServiceError} what the handler throws; `store_unavailable` where the refusal cannot be recorded and must be
 */
export function recordingRefusals(handler: RecordedHandler): KeyedHandler {
  return async (keyedCall, service) => {
    const call = { ...keyedCall, record: { isDeclined: false, isConcluded: false, isJudging: false } };
    try {
      await handler(call, service);
    } catch (error: unknown) {
      if (!call.record.isConcluded) await recordRefusal(call, service, toServiceError(error));
      throw error;
    }
  };
}

async function recordRefusal(call: RecordedCall, service: ApiService, { code }: ServiceError): Promise<void> {
  const { exchange, key } = call;
  const { isJudging } = call.record;
  const outcome = isJudging || UNAVAILABLE.has(code) ? "unavailable" : "unread";
  reportOutcome(exchange, service.metrics, outcome);
  if ((UNRECORDED.has(code) && !isJudging) || key.accessLevel < 2) return;
  await saveRecord(call, service, {
    organization: key.organization,
    keyId: key.id,
    assetId: exchange.notes.assetId ?? null,
    sessionId: null,
    userId: null,
    metadata: null,
    refusal: { code },
    event: null,
    outcome,
    evaluated: null,
  });
}

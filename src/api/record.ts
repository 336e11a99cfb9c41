import type { Json, Outcome } from "../core/model.ts";
import { callerIn } from "../records/caller.ts";
import { keptEvaluated } from "../records/content.ts";
import { keptCaller, keptEvent, keptMetadata, keptOrNull } from "../records/record-names.ts";
import { keptReport, presentAllApplied } from "../records/report.ts";
import { LOST_HEADER } from "../records/lost.ts";
import { describeError } from "../telemetry/logger.ts";
import type { ScanRecord, TraceEvent } from "../store/record-store.ts";
import type { Reading } from "../text/reading.ts";
import type { Assessed } from "./assess.ts";
import { outcomeOf } from "./evaluate-turn.ts";
import type { ApiService, Call } from "./service.ts";

/** What a record takes from its request, in addition to the evaluation. */
export interface RecordSource {
  readonly organization: string;
  readonly keyId: string;
  readonly assetId: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly metadata: Json;
  readonly event: TraceEvent | null;
  /** Of a call that was refused: what it came to. Absent: its evaluation says so. */
  readonly outcome?: Outcome;
  /** `null` for an event without an evaluation, and of what was refused before one. */
  readonly evaluated: ({ readonly text: Reading } & Assessed) | null;
}

/**
 * Resolves when the record is durable, or when there is to be none: the caller wants none saved, or its key may not.
 * @throws {ServiceError} `store_unavailable`
 */
export async function saveRecord(call: Call, service: ApiService, source: RecordSource): Promise<void> {
  const { exchange, runtime, endpoint } = call;
  if (!service.isRecording || exchange.notes.saved === false) return;
  const { clock } = service;
  const { evaluated, outcome, ...identity } = source;
  const keeping = {
    mode: runtime.config.store.content,
    clock,
    maskHash: runtime.maskHash,
    offload: service.longTexts.guaranteed,
  };
  const names = { ...keeping, hashName: (name: string) => runtime.nameHash(source.organization, name) };
  const record: ScanRecord = {
    ...identity,
    sessionId: await keptOrNull(source.sessionId, names),
    userId: await keptOrNull(source.userId, names),
    metadata: await keptMetadata(source.metadata, keeping),
    event: await keptEvent(source.event, names),
    requestId: exchange.id,
    epochMs: clock.epochMs(),
    endpoint,
    verdict: outcome ?? (evaluated === null ? "passed" : outcomeOf(evaluated.evaluation)),
    violated: (evaluated?.evaluation.violations ?? []).map((each) => keptReport(each, keeping)),
    applied: evaluated === null ? [] : presentAllApplied(evaluated.evaluation.applied, evaluated.shadows),
    content: evaluated === null ? null : await keptEvaluated(evaluated, keeping),
    answer: null,
    isCut: false,
    durationUs: Math.round((clock.now() - exchange.startedMs) * 1000),
    policyDigest: runtime.config.digest,
    caller: source.event === null ? await keptCaller(callerIn(exchange.request), names) : null,
  };
  exchange.notes.saved = await isSaved(call, service, record);
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

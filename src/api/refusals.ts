import { toServiceError, type ErrorCode, type ServiceError } from "../core/errors.ts";
import { reportOutcome } from "./assess.ts";
import { saveRecord } from "./record.ts";
import type { ApiService, KeyedCall, KeyedHandler } from "./service.ts";

/** Refusals by key or overload are counted and logged only, so that a flood of them cannot fill the store. */
const UNRECORDED: ReadonlySet<ErrorCode> = new Set(["level_required", "overloaded", "draining", "store_unavailable"]);
/** The caller's request could not be judged; anything else that is refused was not looked at. */
const UNAVAILABLE: ReadonlySet<ErrorCode> = new Set(["internal", "too_much_work"]);

/**
 * What is refused after its key and limit were checked leaves a record, without any of its text.
 * @throws {ServiceError} what the handler throws; `store_unavailable` where the refusal cannot be recorded and must be
 */
export function recordingRefusals(handler: KeyedHandler): KeyedHandler {
  return async (call, service) => {
    try {
      await handler(call, service);
    } catch (error: unknown) {
      // Otherwise the outcome has been reported, and recorded if it could be.
      if (call.exchange.notes.verdict === undefined) await recordRefusal(call, service, toServiceError(error));
      throw error;
    }
  };
}

async function recordRefusal(call: KeyedCall, service: ApiService, { code }: ServiceError): Promise<void> {
  const { exchange, key } = call;
  const outcome = UNAVAILABLE.has(code) ? "unavailable" : "unread";
  reportOutcome(exchange, service.metrics, outcome);
  if (UNRECORDED.has(code) || key.accessLevel < 2) return;
  await saveRecord(call, service, {
    organization: key.organization,
    keyId: key.id,
    assetId: exchange.notes.assetId ?? null,
    sessionId: null,
    userId: null,
    metadata: null,
    event: null,
    outcome,
    evaluated: null,
  });
}

import { keptGathered } from "../records/content.ts";
import type { RecordStore, ScanRecord } from "../store/store.ts";
import { describeError } from "../telemetry/logger.ts";
import type { CheckedIngress } from "./context.ts";
import type { KeptTexts } from "./kept-texts.ts";
import { verdictOf } from "./reply.ts";

/**
 * Writes what became of an exchange, once it is over. Never rejects: what could not be written is told by the log.
 * @returns false when the record is lost
 */
export async function writeRecord(exchange: CheckedIngress, store: RecordStore): Promise<boolean> {
  const { recording, logger, id, upstream, notes } = exchange;
  if (recording === null || !isWorthARecord(exchange)) return true;
  try {
    const { runtime, asset, clock, metrics } = exchange;
    const { names, prompt, answer } = recording;
    const record: ScanRecord = {
      requestId: id,
      epochMs: clock.epochMs(),
      keyId: notes.keyId ?? null,
      organization: asset.asset.organization,
      assetId: asset.asset.id,
      ...names,
      endpoint: `proxy ${upstream.name} ${notes.format ?? "unread"}`,
      verdict: verdictOf(exchange),
      violated: recording.violated,
      applied: recording.applied,
      metadata: null,
      content: await keptText(exchange, prompt),
      answer: await keptText(exchange, answer),
      isCut: prompt.isCut || answer.isCut,
      durationUs: Math.round((clock.now() - exchange.startedMs) * 1000),
      policyDigest: runtime.config.digest,
      event: null,
    };
    await metrics.saving(() => store.save(record));
    return true;
  } catch (error: unknown) {
    logger.error({ request_id: id, upstream: upstream.name, error: describeError(error) }, "record lost");
    return false;
  }
}

function keptText({ runtime, asset, clock }: CheckedIngress, texts: KeptTexts): Promise<string | null> {
  const keeping = { mode: runtime.config.store.content, clock, maskHash: runtime.maskHash };
  return keptGathered({ text: texts.joined, isCut: texts.isCut, guards: asset.guards }, keeping);
}

/** Something was judged, or passed or was refused unread; lists of models and malformed requests are no exchanges. */
function isWorthARecord({ tally, headers, notes }: CheckedIngress): boolean {
  return tally.hasJudged || headers["x-guardrail-unread"] !== undefined || notes.errorCode === "guardrail_unread";
}

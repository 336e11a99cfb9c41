import { callerIn } from "../records/caller.ts";
import { keptGathered, type GatheredText } from "../records/content.ts";
import type { RecordStore, ScanRecord } from "../store/store.ts";
import { describeError } from "../telemetry/logger.ts";
import type { CheckedIngress } from "./context.ts";
import { verdictOf } from "./reply.ts";

/** Writes what became of an exchange, once it is over. Never rejects: what could not be written is told by the log. */
export async function writeRecord(exchange: CheckedIngress, store: RecordStore): Promise<void> {
  const { recording, logger, id, upstream, notes } = exchange;
  if (recording === null || !isWorthARecord(exchange)) return;
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
      content: await keptTexts(exchange, prompt.gathered()),
      answer: await keptTexts(exchange, answer.gathered()),
      isCut: prompt.isCut || answer.isCut,
      durationUs: Math.round((clock.now() - exchange.startedMs) * 1000),
      policyDigest: runtime.config.digest,
      event: null,
      caller: callerIn(exchange.request),
    };
    await metrics.saving(() => store.save(record));
  } catch (error: unknown) {
    logger.error({ request_id: id, upstream: upstream.name, error: describeError(error) }, "record lost");
  }
}

function keptTexts({ runtime, asset, clock }: CheckedIngress, texts: readonly GatheredText[]): Promise<string | null> {
  const keeping = { mode: runtime.config.store.content, clock, maskHash: runtime.maskHash };
  return keptGathered({ texts, guards: asset.guards }, keeping);
}

/** Something was judged, or passed or was refused unread; lists of models and malformed requests are no exchanges. */
function isWorthARecord({ tally, headers, notes }: CheckedIngress): boolean {
  return tally.hasJudged || headers["x-guardrail-unread"] !== undefined || notes.errorCode === "guardrail_unread";
}

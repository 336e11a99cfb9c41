import { callerIn } from "../records/caller.ts";
import { keptGathered, type GatheredText } from "../records/content.ts";
import type { RecordStore, ScanRecord } from "../store/store.ts";
import { describeError } from "../telemetry/logger.ts";
import type { CheckedIngress } from "./context.ts";
import { verdictOf } from "./reply.ts";

/** Ends an exchange that is over: its shadow policies are heard out, then its record is written. Never rejects. */
export async function settleExchange(
  exchange: CheckedIngress,
  { store, closing }: { readonly store: RecordStore | null; readonly closing: AbortSignal },
): Promise<void> {
  const { clock, startedMs, shadow } = exchange;
  const ended = { epochMs: clock.epochMs(), durationUs: Math.round((clock.now() - startedMs) * 1000) };
  if (shadow !== null) await shadow.finish(closing);
  if (store !== null) await writeRecord(exchange, { store, ...ended });
}

/** What could not be written is told by the log. */
async function writeRecord(
  exchange: CheckedIngress,
  { store, epochMs, durationUs }: { readonly store: RecordStore } & Pick<ScanRecord, "epochMs" | "durationUs">,
): Promise<void> {
  const { recording, shadow, logger, id, upstream, notes } = exchange;
  if (recording === null || !isWorthARecord(exchange)) return;
  try {
    const { runtime, asset, metrics } = exchange;
    const { names, prompt, answer } = recording;
    const record: ScanRecord = {
      requestId: id,
      epochMs,
      keyId: notes.keyId ?? null,
      organization: asset.asset.organization,
      assetId: asset.asset.id,
      ...names,
      endpoint: `proxy ${upstream.name} ${notes.format ?? "unread"}`,
      verdict: verdictOf(exchange),
      violated: recording.violated,
      applied: [...recording.applied, ...(shadow?.applied ?? [])],
      metadata: null,
      content: await keptTexts(exchange, prompt.gathered()),
      answer: await keptTexts(exchange, answer.gathered()),
      isCut: prompt.isCut || answer.isCut,
      durationUs,
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

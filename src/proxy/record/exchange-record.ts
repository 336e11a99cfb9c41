import { callerIn, keptCaller, keptOrNull } from "../../records/record-names.ts";
import { keptGathered, type GatheredText, type Keeping } from "../../records/content.ts";
import type { RecordStore, ScanRecord } from "../../store/record-store.ts";
import { describeError } from "../../telemetry/logger.ts";
import type { CheckedIngress } from "../context.ts";
import { isExchange } from "./exchange-metrics.ts";

/** How long shadow policies may go on when an exchange is over, milliseconds: only its record waits for them. */
const SETTLE_MS = 30_000;
/** How long an answer that waits for its record waits for shadow policies, milliseconds: their detectors are quick, judges are not. */
const HELD_SETTLE_MS = 100;

/**
 * Ends an exchange that is over: its shadow policies are heard out, then its record is written. Never rejects: what could not
 * be written appears in the log.
 * @returns false when the record is lost
 */
export async function settleExchange(
  exchange: CheckedIngress,
  {
    store,
    closing,
    isHeld,
  }: { readonly store: RecordStore | null; readonly closing: AbortSignal; readonly isHeld: boolean },
): Promise<boolean> {
  const { clock, startedMs, shadow } = exchange;
  const ended = { epochMs: clock.epochMs(), durationUs: Math.round((clock.now() - startedMs) * 1000) };
  if (shadow !== null) await shadow.finish(closing, isHeld ? HELD_SETTLE_MS : SETTLE_MS);
  return store === null || (await writeRecord(exchange, { store, ...ended }));
}

async function writeRecord(
  exchange: CheckedIngress,
  { store, epochMs, durationUs }: { readonly store: RecordStore } & Pick<ScanRecord, "epochMs" | "durationUs">,
): Promise<boolean> {
  const { recording, shadow, logger, id, upstream, notes } = exchange;
  if (recording === null || !isExchange(exchange)) return true;
  try {
    const { runtime, asset, metrics } = exchange;
    const { names, prompt, answer } = recording;
    const { organization } = asset.asset;
    const hashName = (name: string): string => runtime.nameHash(organization, name);
    const keeping = { ...keepingOf(exchange), hashName };
    const record: ScanRecord = {
      requestId: id,
      epochMs,
      keyId: notes.keyId ?? null,
      organization,
      assetId: asset.asset.id,
      sessionId: await keptOrNull(names.sessionId, keeping),
      userId: await keptOrNull(names.userId, keeping),
      endpoint: `proxy ${upstream.name} ${notes.format ?? "unread"}`,
      verdict: exchange.tally.outcome,
      violated: recording.violated,
      applied: [...recording.applied, ...(shadow?.applied ?? [])],
      metadata: null,
      content: await keptTexts(exchange, prompt.gathered()),
      answer: await keptTexts(exchange, answer.gathered()),
      isCut: prompt.isCut || answer.isCut,
      durationUs,
      policyDigest: runtime.config.digest,
      event: null,
      caller: await keptCaller(callerIn(exchange.request), keeping),
    };
    await metrics.saving(() => store.save(record));
    return true;
  } catch (error: unknown) {
    logger.error({ request_id: id, upstream: upstream.name, error: describeError(error) }, "record lost");
    return false;
  }
}

const keepingOf = ({ runtime, clock, recordGuards }: CheckedIngress): Keeping => ({
  mode: runtime.config.store.content,
  clock,
  recordGuards,
  maskHash: runtime.maskHash,
});

const keptTexts = (exchange: CheckedIngress, texts: readonly GatheredText[]): Promise<string | null> =>
  keptGathered({ texts, guards: exchange.asset.guards }, keepingOf(exchange));

import type { Json } from "../../core/model.ts";
import { callerIn, keptCaller, keptOrNull } from "../../records/record-names.ts";
import { keptGathered, type GatheredText, type Keeping } from "../../records/content.ts";
import type { RecordStore, ScanRecord } from "../../store/record-store.ts";
import { describeError } from "../../telemetry/logger.ts";
import type { CheckingExchange, ProxyIngress } from "../context.ts";
import type { ExchangeTally } from "./tally.ts";

/** How long shadow policies may run after an exchange, milliseconds: only its record waits for them. */
const SETTLE_MS = 30_000;
/** How long an answer that waits for its record waits for shadow policies, milliseconds: their detectors are quick, judges are not. */
const AWAITED_SETTLE_MS = 100;

/**
 * Ends an exchange that is over: its shadow policies finish, then its record is written. Never rejects: what could not
 * be written appears in the log.
 * @returns false when the record is lost
 */
export async function settleExchange(
  exchange: CheckingExchange,
  {
    store,
    closing,
    isAwaited,
  }: { readonly store: RecordStore | null; readonly closing: AbortSignal; readonly isAwaited: boolean },
): Promise<boolean> {
  const { clock, startedMs, shadow } = exchange;
  const ended = { epochMs: clock.epochMs(), durationUs: Math.round((clock.now() - startedMs) * 1000) };
  if (shadow !== null) await shadow.finish(closing, isAwaited ? AWAITED_SETTLE_MS : SETTLE_MS);
  return store === null || (await writeRecord(exchange, { store, ...ended }));
}

async function writeRecord(
  exchange: CheckingExchange,
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
      metadata: refusalIn(exchange.tally),
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

/** Why an exchange was refused or failed, or what of it passed unread, where that is no policy's verdict. */
function refusalIn({ failure, unreadReason, passedUnread }: ExchangeTally): Json {
  if (failure !== null && failure !== BLOCKED)
    return { refusal: { code: failure, ...(unreadReason === null ? {} : { reason: fixedReason(unreadReason) }) } };
  return passedUnread === null ? null : { passed_unread: fixedReason(passedUnread) };
}

/** The code of a block, which its policies explain. */
const BLOCKED = "content_filter";

/** Kinds of parts are names of the caller's. */
const fixedReason = (reason: string): string => (reason.startsWith("parts ") ? "parts" : reason);

const keepingOf = ({ runtime, clock, recordGuards }: CheckingExchange): Keeping => ({
  mode: runtime.config.store.content,
  clock,
  recordGuards,
  maskHash: runtime.maskHash,
});

const keptTexts = (exchange: CheckingExchange, texts: readonly GatheredText[]): Promise<string | null> =>
  keptGathered({ texts, guards: exchange.asset.guards }, keepingOf(exchange));

const FAILURES = new Map([
  ["upstream_unreachable", "unreachable"],
  ["upstream_disconnected", "disconnected"],
  ["upstream_timeout", "timeout"],
  ["upstream_invalid", "invalid"],
] as const);

/**
 * Whether it has come to anything: something was checked, passed unread or was refused, or it was read and held no text. What goes through
 * by itself, such as lists of models, is no exchange; nor is a request that was never answered.
 */
function isExchange({ tally, codec }: Pick<ProxyIngress, "tally" | "codec">): boolean {
  return tally.isKnown || tally.failure !== null || (codec !== null && tally.isReported);
}

/** Counts what an exchange has come to; called once, when it is over. */
export function countExchange(exchange: ProxyIngress): void {
  const { metrics, upstream, asset, tally } = exchange;
  if (tally.isReported && isExchange(exchange)) metrics.verdict("proxy", asset.asset.id, tally.outcome);
  if (tally.failure === "guardrail_unread") metrics.unread(upstream.name, "refused");
  else if (tally.passedUnread !== null) metrics.unread(upstream.name, "passed");
  for (const [code, reason] of FAILURES) if (code === tally.failure) metrics.upstreamFailed(upstream.name, reason);
}

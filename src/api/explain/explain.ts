import { ServiceError } from "../../core/errors.ts";
import type { z } from "zod";
import { sendJson } from "../../http/reply.ts";
import type { ScanRecord } from "../../store/record-store.ts";
import { kindOf } from "../present.ts";
import type { ApiService, KeyedCall } from "../service.ts";
import type { explainedRecord } from "./explain-schemas.ts";
import { explain } from "./explanation.ts";
import { readRefusal, type Refusal } from "./recorded.ts";

/**
 * `GET /sdk/v1/explain/{request_id}`: why a recorded request of this key had its outcome.
 * @throws {ServiceError} `not_found`: it was not recorded, or another key made it, which no answer distinguishes
 */
export async function explainRequest(
  { exchange, runtime, key, parameter }: KeyedCall,
  service: ApiService,
): Promise<void> {
  if (!service.isRecording) throw notExplained("no request is recorded (store.url: none)");
  if (key.accessLevel < 2) throw notExplained("requests of keys with access level 1 are never recorded");
  await recorded(parameter, service);
  const record = await service.store.find(key.organization, parameter);
  if (record === null || record.keyId !== key.id) throw notExplained(UNKNOWN);
  const { content, answer } = record;
  const body = {
    request_id: record.requestId,
    recorded_at: new Date(record.epochMs).toISOString(),
    kind: kindOf(record),
    endpoint: record.endpoint,
    asset_id: record.assetId,
    verdict: record.verdict,
    ...explainRecord(record, runtime),
    duration_us: record.durationUs,
    content,
    // What the provider answered may have been blocked, and the caller never had it.
    answer: key.admin ? answer : null,
  };
  sendJson(exchange, 200, JSON.stringify(body));
}

/** How long an explanation waits for a record that is being written, milliseconds: its shadow policies may take longer. */
const WAIT_MS = 2000;

/** The record of a stream is written right after its answer, and a client may ask at once. */
async function recorded(requestId: string, { clock, recorded: writing }: ApiService): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(WAIT_MS, resolve);
  await Promise.race([writing(requestId), late]);
  cancel();
}

/** Nothing here says whether another key's request has the id. */
const UNKNOWN =
  "this key has no record with this request id. Not recorded are requests with save: false, requests that were refused by " +
  "key, limit or overload, records older than store.retention_days, and traffic without a verdict, such as lists of models. " +
  "A proxied exchange is recorded when its answer has ended. One that was sent without a key is explained to keys with " +
  "admin: true by GET /admin/records/{request_id}";

const notExplained = (reason: string): ServiceError =>
  new ServiceError("not_found", { detail: `Nothing to explain: ${reason}` });

/** The metadata of an exchange, and of a call that was refused before any policy was asked, are the service's own. */
function refusalOf(record: ScanRecord): { readonly refusal?: Refusal } {
  const isRefused = NOT_JUDGED.has(record.verdict) && Array.isArray(record.applied) && record.applied.length === 0;
  const isOwn = kindOf(record) === "exchange" || (record.event === null && isRefused);
  const refusal = isOwn ? readRefusal(record.metadata) : null;
  return refusal === null ? {} : { refusal };
}

const NOT_JUDGED: ReadonlySet<string> = new Set(["unread", "unavailable"]);

type ExplainedPart = Readonly<z.infer<typeof explainedRecord>["explanation"]>;

/** The configuration that judged, and what each policy said. */
export function explainRecord(record: ScanRecord, { config, assets }: KeyedCall["runtime"]): ExplainedPart {
  const { verdict, violated, applied, assetId, organization, policyDigest } = record;
  const asset = assetId === null ? undefined : assets.get(assetId)?.asset;
  const configured = asset?.organization === organization ? asset.policies : [];
  return {
    ...explain({ verdict, violated, applied, assetId, configured, ...refusalOf(record) }),
    configuration: { digest: policyDigest, is_current: policyDigest === config.digest },
  };
}

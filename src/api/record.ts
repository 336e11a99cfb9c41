import type { Runtime } from "../access/runtime.ts";
import type { Applied, Evaluation, Json, Mask, Policy, PolicyId } from "../core/model.ts";
import type { StoreConfig } from "../config/model.ts";
import { PLAIN_MASKING } from "../core/policy.ts";
import { maskText, PlaceholderBook } from "../core/masks.ts";
import { compilePolicy } from "../engine/compile.ts";
import { evaluate } from "../engine/evaluate.ts";
import type { Guard } from "../engine/guard.ts";
import type { Text } from "../text/text.ts";
import type { ScanRecord, TraceEvent } from "../store/store.ts";
import { presentApplied, presentViolation } from "./present.ts";
import type { ApiService, Call } from "./service.ts";

/** What a record takes from its request, besides the evaluation. */
export interface RecordSource {
  readonly organization: string;
  readonly keyId: string;
  readonly assetId: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly metadata: Json;
  readonly event: TraceEvent | null;
  /** `null` for an event without an evaluation. */
  readonly evaluated: { readonly text: Text; readonly evaluation: Evaluation } | null;
}

/** Resolves when the record is durable. @throws {ServiceError} `store_unavailable` */
export async function saveRecord(call: Call, service: ApiService, source: RecordSource): Promise<void> {
  const { exchange, runtime, endpoint } = call;
  if (!service.isRecording) return;
  const { evaluated, ...identity } = source;
  const record: ScanRecord = {
    ...identity,
    requestId: exchange.id,
    epochMs: service.clock.epochMs(),
    endpoint,
    verdict: evaluated?.evaluation.verdict ?? "passed",
    violated: (evaluated?.evaluation.violations ?? []).map((violation) => withoutText(presentViolation(violation))),
    applied: (evaluated?.evaluation.applied ?? []).map(presentApplied),
    content:
      evaluated === null
        ? null
        : await contentOf(evaluated, runtime.config.store.content, {
            clock: service.clock,
            maskHash: runtime.maskHash,
          }),
    answer: null,
    isCut: false,
    durationUs: Math.round((service.clock.now() - exchange.startedMs) * 1000),
    policyDigest: runtime.config.digest,
  };
  await service.store.save(record);
  exchange.notes.saved = true;
}

/** `details` that are lists quote what was found (docs/api.md); a record keeps the rest of each item. */
function withoutText(violation: { readonly [key: string]: Json }): Json {
  const { details } = violation;
  if (!Array.isArray(details)) return violation;
  const items: readonly Json[] = details;
  return { ...violation, details: items.map(dropText) };
}

function dropText(item: Json): Json {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== "text"));
}

/** Their findings are masked in every record under `store.content: masked`, whatever the asset's policies are. */
const MASKED_POLICIES: readonly string[] = ["pii_detection", "secrets_keys_detection"];
/** A record may take longer than an answer. */
const TIMEOUT_MS = 2000;

let maskingGuards: readonly Guard[] | null = null;

/** Compiled with the first record: most of the tests and the command line never need them. */
function recordGuards(): readonly Guard[] {
  maskingGuards ??= MASKED_POLICIES.map((name) => {
    const compiled = compilePolicy(maskingPolicy(name));
    if (compiled.kind === "invalid") throw new Error(`${name}: ${compiled.reason}`);
    return compiled.guard;
  });
  return maskingGuards;
}

function maskingPolicy(name: string): Policy {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the id is made here and never leaves this module
  const id = `record:${name}` as PolicyId;
  const common = { threshold: null, mask: true, stream: "window", onError: "block", timeoutMs: TIMEOUT_MS } as const;
  return { id, name, action: "flag", scope: "both", metadata: null, ...PLAIN_MASKING, ...common };
}

/** The text as a record may keep it. When it cannot be masked, it is not kept. */
async function contentOf(
  { text, evaluation }: { readonly text: Text; readonly evaluation: Evaluation },
  mode: StoreConfig["content"],
  { clock, maskHash }: Pick<ApiService, "clock"> & Pick<Runtime, "maskHash">,
): Promise<string | null> {
  if (mode === "none") return null;
  if (mode === "full") return text.raw;
  const masks: Mask[] = evaluation.violations.flatMap((violation) => violation.masks);
  const missing = recordGuards().filter((guard) => !ranAsShipped(evaluation, guard.policy.name));
  if (missing.length > 0) {
    const context = { side: "both", origin: "user", clock, signal: new AbortController().signal } as const;
    const extra = await evaluate(missing, text, context);
    // Failed or skipped alike: what nobody looked at is not kept.
    if (!extra.applied.every(hasRun)) return null;
    for (const violation of extra.violations) for (const mask of violation.masks) masks.push(mask);
  }
  const book = new PlaceholderBook(maskHash);
  book.reserve(text.raw);
  return maskText(text.raw, masks, book) ?? text.raw;
}

/** Whether the evaluation looked for all that the built-in policy finds: not narrowed by metadata, threshold or what it allows. */
function ranAsShipped(evaluation: Evaluation, name: string): boolean {
  return evaluation.applied.some(
    (applied) =>
      applied.policy.name === name &&
      hasRun(applied) &&
      applied.policy.metadata === null &&
      applied.policy.threshold === null &&
      applied.policy.allow === null &&
      !applied.policy.ignoreTestValues,
  );
}

function hasRun({ status }: Applied): boolean {
  return status === "violated" || status === "passed";
}

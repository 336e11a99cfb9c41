import type { z } from "zod";
import { resolveAsset } from "../access/callers.ts";
import { chooseGuards } from "../access/inline-guards.ts";
import type { AssetRuntime, Runtime } from "../access/runtime.ts";
import type { ApiKey } from "../config/config-model.ts";
import type { InlinePolicy } from "../config/inline-policy.ts";
import { badRequest, ServiceError } from "../core/errors.ts";
import type { Origin, Side } from "../core/model.ts";
import { sendJson } from "../http/reply.ts";
import { Reading } from "../text/reading.ts";
import { assess, conclude } from "./assess.ts";
import { sessionOf } from "./evaluate-turn.ts";
import { declineRecord, recordingRefusals, saveRecord, type RecordSource } from "./record.ts";
import { checkMetadata, checkTextLength, readInput, workOf } from "./request-gate.ts";
import { presentEvaluation } from "./present.ts";
import {
  analyzePromptRequest,
  analyzeResponseRequest,
  scanPromptRequest,
  scanResponseRequest,
  type AnalyzeInput,
} from "./schemas.ts";
import type { KeyedHandler } from "./service.ts";

interface AnalyzeEndpoint {
  readonly schema: z.ZodType<AnalyzeInput>;
  readonly field: "prompt" | "response";
  readonly side: Side;
  readonly origin: Origin;
  /** Lowest access level that may call it. */
  readonly level: 1 | 2;
}

const PROMPT = { field: "prompt", side: "input", origin: "user" } as const;
const RESPONSE = { field: "response", side: "output", origin: "assistant" } as const;

/** `POST /sdk/v1/analyze/prompt` */
export const analyzePrompt = analyzeHandler({ ...PROMPT, schema: analyzePromptRequest, level: 1 });
/** `POST /sdk/v1/analyze/response` */
export const analyzeResponse = analyzeHandler({ ...RESPONSE, schema: analyzeResponseRequest, level: 1 });
/** `POST /scan/analyze-prompt` */
export const scanPrompt = analyzeHandler({ ...PROMPT, schema: scanPromptRequest, level: 2 });
/** `POST /scan/analyze-response` */
export const scanResponse = analyzeHandler({ ...RESPONSE, schema: scanResponseRequest, level: 2 });

function analyzeHandler({ schema, field, side, origin, level }: AnalyzeEndpoint): KeyedHandler {
  return recordingRefusals(async (call, service) => {
    const { exchange, runtime, key } = call;
    if (key.accessLevel < level) throw new ServiceError("level_required");
    const input = await readInput(exchange, runtime, { schema, service });
    if (input === null) return;
    if (input.save === false || key.accessLevel === 1) declineRecord(call);
    // The schema guarantees the endpoint's own field.
    const text = new Reading(input.scan_data[field] ?? "");
    checkTextLength(`scan_data.${field}`, text.raw, runtime);
    checkMetadata("metadata", input.metadata);
    const items = input.policies ?? [];
    const asset = findAsset(runtime, key, input.asset_id);
    exchange.notes.assetId = input.asset_id;
    if (key.accessLevel === 1) requireEnabledPolicy(items);
    const chosen = chooseGuards(asset, items, { path: "policies", inlineGuards: service.inlineGuards });
    const session = sessionOf(asset, key, { sessionId: input.session_id, side, origin });
    call.record.isJudging = true;
    const assessed = await assess(exchange, service, {
      ...chosen,
      text,
      side,
      origin,
      work: workOf(runtime),
      ...session,
    });
    const source: RecordSource = {
      organization: key.organization,
      keyId: key.id,
      assetId: input.asset_id,
      sessionId: input.session_id ?? null,
      userId: input.user_id ?? null,
      metadata: input.metadata ?? null,
      event: null,
      evaluated: { text, ...assessed },
    };
    // The answer is ready before its outcome is reported: a failure after this point must not stand as a verdict.
    const presented = presentEvaluation(exchange.id, { ...assessed, text: text.raw, maskHash: runtime.maskHash });
    const answer = JSON.stringify(presented);
    // Even if the caller has disconnected in the meantime.
    const save = (): Promise<void> => saveRecord(call, service, source);
    call.record.isConcluded = true;
    await conclude(exchange, service, { evaluation: assessed.evaluation, save });
    if (exchange.response.destroyed) return;
    sendJson(exchange, 200, answer);
  });
}

/** @throws {ServiceError} `asset_not_found`, `level_required` */
export function findAsset(runtime: Runtime, key: ApiKey, assetId: string): AssetRuntime {
  const asset = resolveAsset(runtime, key, assetId);
  if (typeof asset === "string") throw new ServiceError(asset);
  return asset;
}

function requireEnabledPolicy(items: readonly InlinePolicy[]): void {
  if (items.every((item) => item.action === "disabled"))
    throw badRequest("policies", "must hold at least one enabled policy");
}

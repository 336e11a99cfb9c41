import { DEFAULT_ASSET_ID, type ApiKey } from "../config/config-model.ts";
import { chooseGuards } from "../access/inline-guards.ts";
import { ServiceError } from "../core/errors.ts";
import type { Origin, Side } from "../core/model.ts";
import { sendJson } from "../http/reply.ts";
import type { TraceEvent } from "../store/record-store.ts";
import { Reading } from "../text/reading.ts";
import { findAsset } from "./analyze.ts";
import { assess, conclude, type Assessed } from "./assess.ts";
import { sessionOf } from "./evaluate-turn.ts";
import { declineRecord, recordingRefusals, saveRecord } from "./record.ts";
import { checkMetadata, checkTextLength, readInput, workOf } from "./request-gate.ts";
import { presentEvaluation } from "./present.ts";
import { recordEventRequest, type EventInput } from "./schemas.ts";
import type { ApiService, RecordedCall } from "./service.ts";

/** `POST /sdk/v1/events/record` */
export const recordEvent = recordingRefusals(takeEvent);

async function takeEvent(call: RecordedCall, service: ApiService): Promise<void> {
  const { exchange, runtime, key } = call;
  if (key.accessLevel < 2) throw new ServiceError("level_required");
  const input = await readInput(exchange, runtime, { schema: recordEventRequest, service });
  if (input === null) return;
  if (input.save === false) declineRecord(call);
  const evaluated = await evaluateEvent(call, service, { key, input });
  const presented =
    evaluated === null
      ? { request_id: exchange.id, verdict: "passed", policies_violated: [] }
      : presentEvaluation(exchange.id, { ...evaluated, text: evaluated.text.raw, maskHash: runtime.maskHash });
  const answer = JSON.stringify(presented);
  const save = (): Promise<void> => saveEvent(call, service, { key, input, evaluated });
  if (evaluated === null) await save();
  else {
    call.record.isConcluded = true;
    await conclude(exchange, service, { evaluation: evaluated.evaluation, save });
  }
  if (!exchange.response.destroyed) sendJson(exchange, 200, answer);
}

interface EventRequest {
  readonly key: ApiKey;
  readonly input: EventInput;
}
type Evaluated = ({ readonly text: Reading } & Assessed) | null;

/** Checks length, asset and metadata in this order, even if there is nothing to evaluate. */
async function evaluateEvent(
  call: RecordedCall,
  service: ApiService,
  { key, input }: EventRequest,
): Promise<Evaluated> {
  const { exchange, runtime } = call;
  const { evaluation, asset_id: assetId } = input;
  if (evaluation) checkTextLength("evaluation.content", evaluation.content, runtime);
  checkMetadata("node.node_metadata", input.node.node_metadata);
  const asset = findAsset(runtime, key, assetId ?? DEFAULT_ASSET_ID);
  if (typeof assetId === "string") exchange.notes.assetId = assetId;
  if (!evaluation) return null;
  const text = new Reading(evaluation.content);
  const chosen = chooseGuards(asset, evaluation.policies ?? [], {
    path: "evaluation.policies",
    inlineGuards: service.inlineGuards,
  });
  const view = viewOf(input.node);
  const session = sessionOf(asset, key, { sessionId: input.session_id, ...view });
  call.record.isJudging = true;
  return {
    text,
    ...(await assess(exchange, service, { ...chosen, text, ...view, work: workOf(runtime), ...session })),
  };
}

function saveEvent(
  call: RecordedCall,
  service: ApiService,
  { key, input, evaluated }: EventRequest & { readonly evaluated: Evaluated },
): Promise<void> {
  return saveRecord(call, service, {
    organization: key.organization,
    keyId: key.id,
    assetId: input.asset_id ?? null,
    sessionId: input.session_id ?? null,
    userId: input.user_id ?? null,
    metadata: null,
    event: traceEvent(input),
    evaluated,
  });
}

/** Content from outside: it may carry instructions that no one in the conversation wrote. */
const UNTRUSTED_SUBTYPES: ReadonlySet<string> = new Set(["TOOL", "KNOWLEDGE_BASE", "MCP_SERVER"]);

/** The side and origin of a node's content. The content of a tool node is untrusted, whatever its source. */
export function viewOf(node: { readonly node_type: string; readonly node_subtype?: string | null | undefined }): {
  readonly side: Side;
  readonly origin: Origin;
} {
  const subtype = node.node_subtype ?? null;
  if (subtype === "PROMPT") return { side: "input", origin: "user" };
  if (subtype === "RESPONSE") return { side: "output", origin: "assistant" };
  const isUntrusted = node.node_type === "TOOL" || (subtype !== null && UNTRUSTED_SUBTYPES.has(subtype));
  return { side: "both", origin: isUntrusted ? "tool" : "user" };
}

function traceEvent({ node, trace }: EventInput): TraceEvent {
  return {
    traceId: trace.trace_id,
    spanId: trace.span_id,
    parentSpanId: trace.parent_span_id ?? null,
    nodeName: node.node_name,
    nodeType: node.node_type,
    nodeSubtype: node.node_subtype ?? null,
    nodeMetadata: node.node_metadata ?? null,
  };
}

import { policyId } from "../core/ids.ts";
import type { Json, Policy } from "../core/model.ts";
import type { PolicyWire } from "./schema.ts";

/** `""`, `[]`, `null` and absent are the same. */
export function normalizeMetadata(metadata: PolicyWire["metadata"]): Json {
  return metadata === undefined || metadata === null || metadata.length === 0 ? null : metadata;
}

export function policyFromWire(wire: PolicyWire, assetId: string): Policy {
  return {
    id: policyId(wire.policy_id ?? `${assetId}:${wire.policy_name}`),
    name: wire.policy_name,
    action: wire.action,
    scope: wire.scope ?? null,
    metadata: normalizeMetadata(wire.metadata),
    threshold: wire.threshold ?? null,
    mask: wire.mask,
    stream: wire.stream,
    onError: wire.on_error,
    timeoutMs: wire.timeout_ms,
  };
}

import { findAnalyzer } from "../analyzers/registry.ts";
import { policyId } from "../core/ids.ts";
import type { AllowList, Json, Policy } from "../core/model.ts";
import type { PolicyWire } from "./schema.ts";

/** `""`, `[]`, `null` and absent are the same. */
export function normalizeMetadata(metadata: PolicyWire["metadata"]): Json {
  return metadata === undefined || metadata === null || metadata.length === 0 ? null : metadata;
}

/** `null` when it allows nothing. */
export function allowList(allow: PolicyWire["allow"]): AllowList | null {
  if (allow === undefined || allow === null) return null;
  return allow.values.length + allow.patterns.length + allow.types.length === 0 ? null : allow;
}

function namedThreshold({ policy_name: name, sensitivity }: PolicyWire): number | null {
  return sensitivity === undefined ? null : (findAnalyzer(name)?.sensitivities?.[sensitivity] ?? null);
}

export function policyFromWire(wire: PolicyWire, assetId: string): Policy {
  return {
    id: policyId(wire.policy_id ?? `${assetId}:${wire.policy_name}`),
    name: wire.policy_name,
    action: wire.action,
    scope: wire.scope ?? null,
    metadata: normalizeMetadata(wire.metadata),
    threshold: wire.threshold ?? namedThreshold(wire),
    mask: wire.mask !== false,
    restores: wire.mask === "restore",
    maskStyle: wire.mask_style,
    allow: allowList(wire.allow),
    ignoreTestValues: wire.ignore_test_values,
    stream: wire.stream,
    onError: wire.on_error,
    timeoutMs: wire.timeout_ms,
  };
}

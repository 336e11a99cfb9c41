import { findAnalyzer } from "../analyzers/registry.ts";
import { policyId } from "../core/ids.ts";
import type { AllowList, Json, Policy } from "../core/model.ts";
import type { PolicyWire } from "./config-schema.ts";

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

/** Of a policy that asks no judge, ms. */
const TIMEOUT_MS = 500;

/** The id of a policy that has none of its own. */
export const defaultPolicyId = (assetId: string, wire: Pick<PolicyWire, "policy_name" | "shadow">): string =>
  `${assetId}:${wire.policy_name}${wire.shadow ? ":shadow" : ""}`;

/** @param judgeTimeout of a judge by name, ms; of none, that of the asset's own */
export function policyFromWire(
  wire: PolicyWire,
  assetId: string,
  judgeTimeout: (judge: string | undefined) => number | undefined = () => undefined,
): Policy {
  const asksJudge = wire.judge !== undefined || findAnalyzer(wire.policy_name)?.isJudged === true;
  return {
    id: policyId(wire.policy_id ?? defaultPolicyId(assetId, wire)),
    name: wire.policy_name,
    action: wire.action,
    scope: wire.scope ?? null,
    metadata: normalizeMetadata(wire.metadata),
    threshold: wire.threshold ?? namedThreshold(wire),
    mask: wire.mask !== false,
    restores: wire.mask === "restore",
    ...(wire.restore_into === undefined ? {} : { restoreInto: wire.restore_into }),
    maskStyle: wire.mask_style,
    allow: allowList(wire.allow),
    ignoreTestValues: wire.ignore_test_values,
    stream: wire.stream,
    onError: wire.on_error,
    timeoutMs: wire.timeout_ms ?? (asksJudge ? judgeTimeout(wire.judge) : undefined) ?? TIMEOUT_MS,
    ...policyJudge(wire),
    ...(wire.shadow ? { isShadow: true } : {}),
  };
}

function policyJudge({ judge: name, judge_mode: mode, judge_band: band }: PolicyWire): Pick<Policy, "judge"> {
  if (name === undefined) return {};
  const [low = 0, high = 1] = band ?? [];
  return { judge: { name, mode: mode ?? null, band: band === undefined ? null : { low, high } } };
}

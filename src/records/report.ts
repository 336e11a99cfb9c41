import type { Applied, Json, JsonObject, Violation } from "../core/model.ts";

/** A violated policy as answers name it; `details` may quote what was found. */
export function presentViolation(violation: Violation): JsonObject {
  return {
    policy_name: violation.policy.name,
    policy_id: violation.policy.id,
    action_taken: violation.action,
    scope: violation.scope,
    details: violation.details,
  };
}

/** A violated policy as records name it: kinds, scores and places, no text. */
export function reportViolation(violation: Violation): JsonObject {
  return { ...presentViolation(violation), details: withoutText(violation.details) };
}

/** `details` that are lists quote what was found (docs/api.md); a record keeps the rest of each item. */
function withoutText(details: Json): Json {
  if (!Array.isArray(details)) return details;
  const items: readonly Json[] = details;
  return items.map(dropText);
}

function dropText(item: Json): Json {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => key !== "text"));
}

export function presentApplied(applied: Applied): JsonObject {
  const { policy, scope, status, durationUs } = applied;
  const common = { policy_name: policy.name, policy_id: policy.id, action: policy.action, scope, status };
  const duration = { duration_us: Math.max(0, Math.round(durationUs)) };
  return "reason" in applied ? { ...common, reason: applied.reason, ...duration } : { ...common, ...duration };
}

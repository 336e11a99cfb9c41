import type { Applied, Json, JsonObject, Violation } from "../core/model.ts";
import { reportFindings } from "./finding-report.ts";
import type { Guard } from "../engine/guard.ts";
import type { Keeping } from "./content.ts";

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
function reportViolation(violation: Violation): JsonObject {
  return { ...presentViolation(violation), details: withoutText(violation.details) };
}

/** Replaces names of callers in records. */
export const CUSTOM = "CUSTOM";

/**
 * The same as a record keeps it, with what explains it: names in a caller's own policy are text of the caller.
 */
export function keptReport(violation: Violation, { mode }: Pick<Keeping, "mode">): JsonObject {
  const reported = { ...reportViolation(violation), ...reportFindings(violation) };
  const { callerWords } = violation.policy;
  if (mode === "full" || callerWords === undefined) return reported;
  const { details = null, findings = null } = reported;
  return { ...reported, details: withoutWords(details, callerWords), findings: withoutWords(findings, callerWords) };
}

/** The same of an exchange, whatever its record keeps: verdicts are remembered, and serve other callers too. */
export const exchangeReport = (violation: Violation): JsonObject => keptReport(violation, { mode: "masked" });

function withoutWords(value: Json, words: ReadonlySet<string>): Json {
  if (typeof value === "string") return words.has(value) ? CUSTOM : value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutWords(item, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutWords(item, words)]));
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

function presentApplied(applied: Applied): JsonObject {
  const { policy, scope, status, durationUs } = applied;
  const shadow = policy.isShadow === true ? { shadow: true } : {};
  const common = { policy_name: policy.name, policy_id: policy.id, action: policy.action, scope, ...shadow, status };
  const duration = { duration_us: Math.max(0, Math.round(durationUs)) };
  return "reason" in applied ? { ...common, reason: applied.reason, ...duration } : { ...common, ...duration };
}

/** The policies of an evaluation as records list them: with the threshold that scores had to reach, and the highest score. */
export function keptApplied(applied: Applied, guards: readonly Guard[]): JsonObject {
  const { score, policy } = applied;
  const guard = guards.find((each) => each.policy === policy);
  return {
    ...presentApplied(applied),
    ...(guard?.state.kind === "ready" ? { threshold: guard.threshold } : {}),
    ...(score === undefined ? {} : { score }),
  };
}

/**
 * A shadow policy as answers and records list it.
 * @param reported the violation that it would have been, as `reportViolation` returns one; `null`: none
 */
export function presentShadow(applied: Applied, reported: JsonObject | null): JsonObject {
  const presented = presentApplied(applied);
  if (reported === null) return presented;
  const details = Object.entries(reported).filter(([key]) => !(key in presented));
  return { ...presented, violation: Object.fromEntries(details) };
}

/** How policies are listed that act, and what shadow policies found. */
interface ReportForms {
  readonly present: (applied: Applied) => JsonObject;
  readonly report: (violation: Violation) => JsonObject;
}

const ANSWER_FORMS: ReportForms = { present: presentApplied, report: reportViolation };

/**
 * All policies of an evaluation, by name; of one name the policy that acts comes first.
 * @param forms of an answer, unless they are those of a record
 */
export function presentAllApplied(
  applied: readonly Applied[],
  shadows: readonly { readonly applied: Applied; readonly violation: Violation | null }[],
  { present, report }: ReportForms = ANSWER_FORMS,
): readonly JsonObject[] {
  if (shadows.length === 0) return applied.map((each) => present(each));
  const acting = applied.map((each) => ({ name: each.policy.name, item: present(each) }));
  const watching = shadows.map(({ applied: each, violation }) => ({
    name: each.policy.name,
    item: presentShadow(each, violation === null ? null : report(violation)),
  }));
  return [...acting, ...watching]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ item }) => item);
}

/** Header of an answer whose record cannot be written, under `store.on_error: degrade`. */
export const LOST_HEADER = "x-guardrail-record";

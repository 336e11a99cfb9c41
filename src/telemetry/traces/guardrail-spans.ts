import { SpanKind, SpanStatusCode, type Attributes, type Context, type Tracer } from "@opentelemetry/api";
import type { Applied, Evaluation, Policy, Violation } from "../../core/model.ts";
import type { EvaluatedText } from "../tracing.ts";
import { ERROR_TYPE, GEN_AI, GUARDRAIL, OWN } from "./span-names.ts";
import type { Times } from "./times.ts";

export interface GuardrailParent {
  readonly tracer: Tracer;
  /** The request's span is in it. */
  readonly context: Context;
  readonly times: Times;
  /** When a stream ended: `clock.now()`. */
  readonly nowMs: number;
}

/** Kinds that are counted by name; the count of all is reported anyway. */
const KINDS_MAX = 16;

/**
 * A span for each policy that ran, reported afterwards: a policy may not wait for its telemetry. Each begins where the evaluation of
 * its text began.
 * @returns how many were made
 */
export function traceGuardrails(
  { applied, violations }: Pick<Evaluation, "applied" | "violations">,
  text: EvaluatedText,
  { parent, max }: { readonly parent: GuardrailParent; readonly max: number },
): number {
  let made = 0;
  for (const each of applied) {
    if (each.status === "skipped") continue;
    if (made < max) traceGuardrail(each, text, { parent, violation: violationOf(each.policy, violations) });
    made += 1;
  }
  return made;
}

const violationOf = ({ name }: Policy, violations: readonly Violation[]): Violation | undefined =>
  violations.find(({ policy }) => policy.name === name);

function traceGuardrail(
  applied: Applied,
  text: EvaluatedText,
  { parent, violation }: { readonly parent: GuardrailParent; readonly violation: Violation | undefined },
): void {
  const { tracer, context, times, nowMs } = parent;
  const { policy, durationUs } = applied;
  const attributes = attributesOf(applied, text);
  if (violation !== undefined) addFindings(attributes, violation);
  const { startedMs } = text;
  const startTime = times.at(startedMs);
  const span = tracer.startSpan(
    `${GUARDRAIL.operation} ${policy.name}`,
    { kind: SpanKind.INTERNAL, startTime, attributes },
    context,
  );
  if (applied.status === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(times.at(text.isStream === true ? nowMs : startedMs + durationUs / 1000));
}

function attributesOf(applied: Applied, { side, origin, isCall, isStream }: EvaluatedText): Attributes {
  const { policy, status, durationUs } = applied;
  const attributes: Attributes = {
    [GEN_AI.operation]: GUARDRAIL.operation,
    [GUARDRAIL.component]: "sallyport",
    [GUARDRAIL.policyId]: policy.id,
    [GUARDRAIL.source]: side,
    [GUARDRAIL.resultType]: "status",
    [GUARDRAIL.resultValue]: status,
    [OWN.policy]: policy.name,
    [OWN.action]: policy.action,
    [OWN.origin]: origin,
    [OWN.computed]: durationUs,
  };
  if (isCall === true) attributes[OWN.isCall] = true;
  if (isStream === true) attributes[OWN.isStream] = true;
  if (applied.status === "failed") attributes[ERROR_TYPE] = applied.reason;
  return attributes;
}

/** Kinds that the caller has named are not ours to pass on. */
const areCallers = ({ id, metadata }: Policy): boolean => metadata !== null && id.startsWith("inline:");

function addFindings(attributes: Attributes, { policy, findings }: Violation): void {
  const counts = new Map<string, number>();
  let top = 0;
  for (const { kind, score } of findings) {
    top = Math.max(top, score);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  attributes[OWN.findings] = findings.length;
  attributes[GUARDRAIL.score] = top;
  if (areCallers(policy)) return;
  for (const [kind, count] of [...counts].slice(0, KINDS_MAX)) attributes[`${OWN.kind}${kind}`] = count;
}

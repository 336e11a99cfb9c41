import type { Verdict } from "../core/model.ts";
import type { ProxyIngress } from "./context.ts";

const VERDICTS: ReadonlyMap<string, Verdict | "unread"> = new Map<string, Verdict | "unread">(
  (["passed", "flagged", "blocked", "unread"] as const).map((verdict) => [verdict, verdict]),
);
const FAILURES = new Map([
  ["upstream_unreachable", "unreachable"],
  ["upstream_timeout", "timeout"],
  ["upstream_invalid", "invalid"],
] as const);

/** Counts what an exchange has come to; called once, when it is over. */
export function countExchange({ metrics, upstream, asset, notes, headers }: ProxyIngress): void {
  const { verdict = "", errorCode = "" } = notes;
  const told = VERDICTS.get(verdict);
  if (told !== undefined) metrics.verdict("proxy", asset.asset.id, told);
  if (errorCode === "guardrail_unread") metrics.unread(upstream.name, "refused");
  else if (headers["x-guardrail-unread"] !== undefined) metrics.unread(upstream.name, "passed");
  for (const [code, reason] of FAILURES) if (code === errorCode) metrics.upstreamFailed(upstream.name, reason);
}

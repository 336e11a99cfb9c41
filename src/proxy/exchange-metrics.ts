import type { ProxyIngress } from "./context.ts";

const FAILURES = new Map([
  ["upstream_unreachable", "unreachable"],
  ["upstream_timeout", "timeout"],
  ["upstream_invalid", "invalid"],
] as const);

/** Counts what an exchange has come to; called once, when it is over. */
export function countExchange({ metrics, upstream, asset, notes, headers, tally }: ProxyIngress): void {
  const { errorCode = "" } = notes;
  // Without a note of it nobody was answered.
  if (notes.verdict !== undefined) metrics.verdict("proxy", asset.asset.id, tally.outcome);
  if (errorCode === "guardrail_unread") metrics.unread(upstream.name, "refused");
  else if (headers["x-guardrail-unread"] !== undefined) metrics.unread(upstream.name, "passed");
  for (const [code, reason] of FAILURES) if (code === errorCode) metrics.upstreamFailed(upstream.name, reason);
}

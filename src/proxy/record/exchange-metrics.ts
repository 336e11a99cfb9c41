import type { ProxyIngress } from "../context.ts";

const FAILURES = new Map([
  ["upstream_unreachable", "unreachable"],
  ["upstream_timeout", "timeout"],
  ["upstream_invalid", "invalid"],
] as const);

/**
 * Whether it has come to anything: something was checked, passed unread or was refused, or it was read and held no text. What goes through
 * by itself, such as lists of models, is no exchange; nor is a request that was never answered.
 */
export function isExchange({ tally, codec, notes }: Pick<ProxyIngress, "tally" | "codec" | "notes">): boolean {
  return tally.isKnown || notes.errorCode !== undefined || (codec !== null && notes.verdict !== undefined);
}

/** Counts what an exchange has come to; called once, when it is over. */
export function countExchange(exchange: ProxyIngress): void {
  const { metrics, upstream, asset, notes, tally } = exchange;
  const { errorCode = "" } = notes;
  // Without a note of it there was no answer.
  if (notes.verdict !== undefined && isExchange(exchange)) metrics.verdict("proxy", asset.asset.id, tally.outcome);
  if (errorCode === "guardrail_unread") metrics.unread(upstream.name, "refused");
  else if (tally.passedUnread !== null) metrics.unread(upstream.name, "passed");
  for (const [code, reason] of FAILURES) if (code === errorCode) metrics.upstreamFailed(upstream.name, reason);
}

import { findAnalyzer } from "../analyzers/registry.ts";
import type { Report } from "./check-policy.ts";
import type { ConfigWire, PolicyWire } from "./schema.ts";

/**
 * A shadow policy may fail no request, so nobody who acts waits behind its questions: a judge has one queue and one breaker
 * for all that ask it.
 */
export function checkShadowJudges(assets: ConfigWire["assets"], report: Report): void {
  const acting = new Set<string>();
  assets.forEach(({ judge, policies }) => {
    // Inline policies may ask it.
    if (judge !== undefined) acting.add(judge);
    policies.forEach((policy) => {
      const asked = policy.shadow ? undefined : askedBy(policy, judge);
      if (asked !== undefined) acting.add(asked);
    });
  });
  assets.forEach(({ judge, policies }, asset) =>
    policies.forEach((policy, index) => {
      const asked = policy.shadow ? askedBy(policy, judge) : undefined;
      if (asked === undefined || !acting.has(asked)) return;
      const reason = `policies that act ask ${asked}: a shadow policy needs a judge of its own, or it could make theirs late`;
      report(["assets", asset, "policies", index, "judge"], reason);
    }),
  );
}

function askedBy({ policy_name, action, judge }: PolicyWire, fallback: string | undefined): string | undefined {
  if (action === "disabled") return undefined;
  return judge ?? (findAnalyzer(policy_name)?.isJudged === true ? fallback : undefined);
}

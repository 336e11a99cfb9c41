import type { AssetRuntime } from "../access/runtime.ts";
import { ServiceError } from "../core/errors.ts";
import type { Evaluation, Origin, Side } from "../core/model.ts";
import { effectiveGuards } from "../engine/effective.ts";
import { evaluate } from "../engine/evaluate.ts";
import type { Guard } from "../engine/guard.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Text } from "../text/text.ts";
import { badRequest } from "./gate.ts";
import type { PolicyItem } from "./schemas.ts";
import type { ApiService } from "./service.ts";

/**
 * The asset's guards with the request's inline policies.
 * @throws {ServiceError} `bad_request` when the list is malformed or the asset takes none
 */
export function chooseGuards(
  asset: AssetRuntime,
  items: readonly PolicyItem[],
  { path, service }: { readonly path: string; readonly service: ApiService },
): readonly Guard[] {
  if (items.length === 0) return asset.guards;
  const mode = asset.asset.inlinePolicies;
  if (mode === "deny") throw badRequest(path, "must be absent: inline policies are not accepted for this asset");
  const inline = service.inlineGuards.read(items, { path, judge: asset.judge ?? null });
  return effectiveGuards(asset.guards, inline, mode);
}

export interface Assessment {
  readonly guards: readonly Guard[];
  readonly text: Text;
  readonly side: Side;
  readonly origin: Origin;
}

/**
 * Evaluates a text for an exchange. A policy that could not run and fails open is named in `x-guardrail-degraded`.
 * @throws {ServiceError} `guardrail_unavailable` when one that fails closed could not run
 */
export async function assess(exchange: Exchange, service: ApiService, assessment: Assessment): Promise<Evaluation> {
  const { guards, text, side, origin } = assessment;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  exchange.response.once("close", abort);
  const evaluation = await evaluate(guards, text, { side, origin, clock: service.clock, signal: controller.signal });
  exchange.response.off("close", abort);
  const { notes, headers } = exchange;
  notes.verdict = evaluation.verdict;
  notes.violated = evaluation.violations.map((violation) => violation.policy.name);
  if (evaluation.degraded.length > 0) {
    notes.degraded = evaluation.degraded;
    headers["x-guardrail-degraded"] = evaluation.degraded.join(", ");
  }
  if (evaluation.failedClosed.length > 0) {
    const names = evaluation.failedClosed.join(", ");
    throw new ServiceError("guardrail_unavailable", { detail: `A guardrail policy could not be evaluated: ${names}` });
  }
  return evaluation;
}

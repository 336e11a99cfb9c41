import type { Policy } from "../../src/core/model.ts";
import { retimed } from "./clock.ts";
import { makeAsset, makePolicy } from "./config.ts";

/** An answer that waits for its record gives shadow policies a tenth of a second, which a busy machine exceeds: here they have a minute. */
export const UNHURRIED = retimed({ 100: 60_000 });

export type Policies = Readonly<Record<string, Partial<Policy>>>;

/** A shadow policy that the judge `judge` decides alone. */
export const JUDGED_SHADOW = {
  policy_violation_detection: {
    action: "block",
    metadata: ["Nobody is rude."],
    judge: { name: "judge", mode: null, band: null },
    timeoutMs: 50,
  },
} as const satisfies Policies;

const shadowsOf = (assetId: string, policies: Policies): readonly Policy[] =>
  Object.entries(policies).map(([name, over]) => ({
    ...makePolicy(`${assetId}:shadow`, name, over),
    isShadow: true,
  }));

/** An asset with policies that act and shadow policies. */
export function assetWith(id: string, acting: Policies, shadows: Policies, over: Parameters<typeof makeAsset>[2] = {}) {
  const asset = makeAsset(id, acting, over);
  return { ...asset, policies: [...asset.policies, ...shadowsOf(id, shadows)] };
}

/** An item of `policies_applied`. */
export interface Applied {
  readonly policy_name: string;
  readonly shadow?: true;
  readonly status: string;
  readonly reason?: string;
  readonly violation?: { readonly action_taken: string; readonly details: unknown };
}

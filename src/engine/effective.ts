import type { Action } from "../core/model.ts";
import { withBlock } from "./entity-settings.ts";
import type { Guard } from "./guard.ts";

export type InlineMode = "merge" | "replace" | "tighten";

const STRENGTH: Readonly<Record<Action, number>> = { disabled: 0, flag: 1, block: 2 };

/**
 * The guards that are effective for a request, by policy name.
 *
 * `merge`: an inline item wins for its name. `replace`: only the inline items count. `tighten`: an inline item is taken
 * where no policy of its name is configured, or where it acts more strongly than the configured one; what would be
 * weaker, or as strong with other metadata (which could narrow what is looked for), leaves the configured one in place.
 */
export function effectiveGuards(
  configured: readonly Guard[],
  inline: readonly Guard[],
  mode: InlineMode,
): readonly Guard[] {
  if (inline.length === 0) return configured;
  const byName = new Map<string, Guard>();
  if (mode !== "replace") for (const guard of configured) byName.set(guard.policy.name, guard);
  for (const guard of inline) {
    const present = byName.get(guard.policy.name);
    if (mode !== "tighten" || present === undefined || isStronger(guard, present)) byName.set(guard.policy.name, guard);
    else if (guard.policy.action === "block" && mayFlag(present)) byName.set(guard.policy.name, withBlock(present));
  }
  return [...byName.values()].toSorted((a, b) => (a.policy.name < b.policy.name ? -1 : 1));
}

/**
 * The shadow policies that are effective for a request. An inline item wins for its name, so a configured shadow of that name
 * goes as well; under `tighten` it stays, beside the inline policy or the one that this would weaken.
 */
export function effectiveShadows(
  configured: readonly Guard[],
  inline: readonly Guard[],
  mode: InlineMode,
): readonly Guard[] {
  if (inline.length === 0 || mode === "tighten") return configured;
  if (mode === "replace") return [];
  const names = new Set(inline.map(({ policy }) => policy.name));
  return configured.filter(({ policy }) => !names.has(policy.name));
}

/** Stronger without a doubt: the configured policy does not run, and the inline one does. */
function isStronger(inline: Guard, present: Guard): boolean {
  if (present.state.kind === "ready") return false;
  return STRENGTH[inline.policy.action] > STRENGTH[present.policy.action] || inline.state.kind === "ready";
}

/** The policy, or some of its kinds, only flag. */
function mayFlag({ policy, entities }: Guard): boolean {
  if (policy.action === "disabled") return false;
  return policy.action === "flag" || [...(entities?.values() ?? [])].some(({ action }) => action === "flag");
}

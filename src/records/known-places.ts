import type { Applied, Evaluation, Mask } from "../core/model.ts";

/** Their findings are masked in every record under `store.content: masked`, whatever the asset's policies are. */
export const MASKED_POLICIES: readonly string[] = ["pii_detection", "secrets_keys_detection"];

/** What is known of a text, so that its record need not look again. */
export interface KnownPlaces {
  /** What the policies that judged it could mask; unmerged, in order of nothing. */
  readonly masks: readonly Mask[];
  /** Those of `MASKED_POLICIES` that did not look as shipped: records look themselves. */
  readonly missing: readonly string[];
}

const ALL_LOOKED: readonly string[] = [];
const NOTHING_FOUND: KnownPlaces = { masks: [], missing: ALL_LOOKED };

/** What a judgement of a whole text knows of its places. */
export function placesOf({ applied, violations }: Pick<Evaluation, "applied" | "violations">): KnownPlaces {
  const missing = missingOf(applied);
  const masks = violations.flatMap((violation) => violation.masks);
  return masks.length + missing.length === 0 ? NOTHING_FOUND : { masks, missing };
}

/** Those of `MASKED_POLICIES` that did not look for all that they find. */
export function missingOf(applied: readonly Applied[]): readonly string[] {
  const missing = MASKED_POLICIES.filter(
    (name) => !applied.some((each) => each.policy.name === name && asShipped(each)),
  );
  return missing.length === 0 ? ALL_LOOKED : missing;
}

/** Not narrowed by metadata, threshold or what it allows, and not after the fact. */
function asShipped({ policy, status }: Applied): boolean {
  return (
    hasRun({ status }) &&
    policy.judge === undefined &&
    policy.metadata === null &&
    policy.threshold === null &&
    policy.allow === null &&
    !policy.ignoreTestValues
  );
}

export const hasRun = ({ status }: Pick<Applied, "status">): boolean => status === "violated" || status === "passed";

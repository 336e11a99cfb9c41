import type { Applied, Evaluation, Mask, Policy } from "../core/model.ts";

/** Their findings are masked in every record under `store.content: masked`, whatever the asset's policies are. */
export const MASKED_POLICIES: readonly string[] = ["pii_detection", "secrets_keys_detection"];

/** Names of the policies that have not looked at a judged text. */
export interface Unevaluated {
  /** Those of `MASKED_POLICIES` that did not look as shipped: records look themselves. */
  readonly missing: readonly string[];
  /** The asset's policies that did not look at all. */
  readonly unasked: readonly string[];
}

/** What is known of a text, so that its record need not look again. */
export interface KnownPlaces extends Unevaluated {
  /** What the policies that judged it could mask; unmerged, in order of nothing. */
  readonly masks: readonly Mask[];
}

const NO_POLICIES: readonly string[] = [];
const NO_MASKS: readonly Mask[] = [];
/** Of texts with nothing to mask, by the policies that have not looked: one for all of them, since judgements are remembered by the thousand. */
const NOTHING_FOUND = new Map<string, KnownPlaces>();

/** What a judgement of a whole text knows of its places. */
export function knownPlacesOf({ applied, violations }: Pick<Evaluation, "applied" | "violations">): KnownPlaces {
  const looks = looksOf(applied, hasRun);
  if (violations.every(({ masks }) => masks.length === 0)) return nothingFound(looks);
  return { masks: violations.flatMap(({ masks }) => masks), ...looks };
}

function nothingFound({ missing, unasked }: Unevaluated): KnownPlaces {
  const name = `${missing.join(" ")},${unasked.join(" ")}`;
  let known = NOTHING_FOUND.get(name);
  if (known === undefined) {
    known = { masks: NO_MASKS, missing, unasked };
    NOTHING_FOUND.set(name, known);
  }
  return known;
}

/** Policies that have not looked at a stream. Those that look afterwards report no places. */
export function streamLooks(applied: readonly Applied[]): Unevaluated {
  return looksOf(applied, (each) => hasRun(each) && each.policy.stream !== "observe");
}

function looksOf(applied: readonly Applied[], hasLooked: (each: Applied) => boolean): Unevaluated {
  const looked = applied.filter(hasLooked);
  const shipped = new Set(looked.flatMap(({ policy }) => (isAsShipped(policy) ? policy.name : [])));
  const missing = MASKED_POLICIES.filter((name) => !shipped.has(name));
  const unasked =
    looked.length === applied.length
      ? NO_POLICIES
      : applied.flatMap((each) => (hasLooked(each) ? [] : each.policy.name));
  return { missing: missing.length === 0 ? NO_POLICIES : missing, unasked };
}

/** Not narrowed by metadata, threshold or what it allows. */
export function isAsShipped(policy: Policy): boolean {
  return (
    policy.judge === undefined &&
    policy.metadata === null &&
    policy.threshold === null &&
    policy.allow === null &&
    !policy.ignoreTestValues
  );
}

/** What two judgements of one text know. */
export function together(one: KnownPlaces, two: KnownPlaces): KnownPlaces {
  const known = new Set(one.masks.map(nameOf));
  const more = two.masks.filter((mask) => !known.has(nameOf(mask)));
  const missing = one.missing.filter((name) => two.missing.includes(name));
  const unasked = one.unasked.filter((name) => two.unasked.includes(name));
  return { masks: more.length === 0 ? one.masks : [...one.masks, ...more], missing, unasked };
}

const nameOf = ({ start, end, type, style }: Mask): string => `${start} ${end} ${type} ${style}`;

export const hasRun = ({ status }: Pick<Applied, "status">): boolean => status === "violated" || status === "passed";

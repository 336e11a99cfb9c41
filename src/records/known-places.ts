import type { Applied, Evaluation, Mask, Policy } from "../core/model.ts";

/** Policies whose findings are masked in every record under `store.content: masked`, whatever policies the asset has. */
export const MASKED_POLICIES: readonly string[] = ["pii_detection", "secrets_keys_detection"];

/** Policies that have not evaluated a text, by name. */
export interface Unevaluated {
  /** Those of `MASKED_POLICIES` that did not run with default settings: records run them. */
  readonly missing: readonly string[];
  /** The asset's policies that did not run at all. */
  readonly unasked: readonly string[];
}

/** What is known of a text, so that its record need not evaluate it again. */
export interface KnownPlaces extends Unevaluated {
  /** The masks of the policies that evaluated it; unmerged, unordered. */
  readonly masks: readonly Mask[];
}

const NO_POLICIES: readonly string[] = [];
const NO_MASKS: readonly Mask[] = [];
/** Shared entries of texts with nothing to mask, by the policies that did not run: verdicts are cached by the thousand. */
const NOTHING_FOUND = new Map<string, KnownPlaces>();

/** The places that an evaluation of a whole text has found. */
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

/** Policies that have not evaluated a stream. Those that only observe it report no places. */
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

/** Not narrowed by metadata, threshold, allow list or judge. */
export function isAsShipped(policy: Policy): boolean {
  return (
    policy.judge === undefined &&
    policy.metadata === null &&
    policy.entities === undefined &&
    policy.threshold === null &&
    policy.allow === null &&
    !policy.ignoreTestValues
  );
}

/** Combines two evaluations of one text. */
export function together(one: KnownPlaces, two: KnownPlaces): KnownPlaces {
  const known = new Set(one.masks.map(nameOf));
  const more = two.masks.filter((mask) => !known.has(nameOf(mask)));
  const missing = one.missing.filter((name) => two.missing.includes(name));
  const unasked = one.unasked.filter((name) => two.unasked.includes(name));
  return { masks: more.length === 0 ? one.masks : [...one.masks, ...more], missing, unasked };
}

const nameOf = ({ start, end, type, style }: Mask): string => `${start} ${end} ${type} ${style}`;

export const hasRun = ({ status }: Pick<Applied, "status">): boolean => status === "violated" || status === "passed";

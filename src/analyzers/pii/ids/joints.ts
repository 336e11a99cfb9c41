import { parseForm } from "./form.ts";

/** Separators behind more letters and digits than these are not told apart. */
const PLACES_MAX = 30;

/** A bit for the place behind so many letters and digits; 0 for one that is not told apart. */
export const jointAt = (wordUnits: number): number => (wordUnits > PLACES_MAX ? 0 : 1 << wordUnits);

/** Where a number has separators. */
export interface Joined {
  /** Letters and digits. */
  readonly wordUnits: number;
  /** The places of its separators, see `jointAt`. */
  readonly joints: number;
  /** Whether one of them parts two digits or two letters. */
  readonly hasInnerJoint: boolean;
}

/** Ways to part a form of some length that are told apart; in one with more of them, separators may stand in all their places. */
const WAYS_MAX = 64;

/** By its count of letters and digits, the places at which a form may have separators: each way that its parts may be long. */
export function jointsOf(form: string): ReadonlyMap<number, readonly number[]> {
  let open: ReadonlyMap<number, ReadonlySet<number>> = new Map([[0, new Set([0])]]);
  for (const { isSeparator, min, max } of parseForm(form)) {
    const next = new Map<number, Set<number>>();
    for (const [length, ways] of open)
      for (let count = isSeparator ? 0 : min; count <= (isSeparator ? 0 : max); count++) {
        const longer = next.get(length + count) ?? new Set();
        next.set(length + count, longer);
        for (const joints of ways) longer.add(isSeparator ? joints | jointAt(length) : joints);
      }
    open = next;
  }
  return new Map(Array.from(open, ([length, ways]) => [length, withoutParts([...ways])]));
}

function withoutParts(ways: readonly number[]): readonly number[] {
  const widest = ways.filter((joints) => !ways.some((other) => other !== joints && (joints & ~other) === 0));
  return widest.length <= WAYS_MAX ? widest : [widest.reduce((all, joints) => all | joints, 0)];
}

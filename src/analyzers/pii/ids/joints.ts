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

/** By its count of letters and digits, the places at which a form may have separators. */
export function jointsOf(form: string): ReadonlyMap<number, number> {
  let open: ReadonlyMap<number, number> = new Map([[0, 0]]);
  for (const { isSeparator, min, max } of parseForm(form)) {
    const next = new Map<number, number>();
    for (const [length, joints] of open)
      if (isSeparator) next.set(length, joints | jointAt(length));
      else
        for (let count = min; count <= max; count++)
          next.set(length + count, (next.get(length + count) ?? 0) | joints);
    open = next;
  }
  return open;
}

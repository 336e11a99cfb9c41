/** The last two texts of which one was found to go on from the other: several readers ask in turn. */
let last = { raw: "", before: "" };

/** Whether `raw` begins with all of `before`. */
export function goesOn(raw: string, before: string): boolean {
  // The same strings are told apart at once; their units are only compared when they are others of the same length.
  if (raw.length === last.raw.length && before.length === last.before.length)
    if (raw === last.raw && before === last.before) return true;
  if (!raw.startsWith(before)) return false;
  last = { raw, before };
  return true;
}

/** Tells that `raw` begins with all of `before`, so that nobody has to compare them. */
export function noteOnward(raw: string, before: string): void {
  last = { raw, before };
}

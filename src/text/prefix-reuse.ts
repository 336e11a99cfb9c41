import { forgetLater } from "./reading-memory.ts";

/** The last two texts of which one was found to go on from the other: several readers ask in turn. */
const last = { raw: "", before: "" };

/** Whether `raw` begins with all of `before`. */
export function goesOn(raw: string, before: string): boolean {
  // The same strings are told apart at once; their units are only compared when they are others of the same length.
  const isKnown =
    raw.length === last.raw.length &&
    before.length === last.before.length &&
    raw === last.raw &&
    before === last.before;
  if (!isKnown && !raw.startsWith(before)) return false;
  noteOnward(raw, before);
  return true;
}

/** Tells that `raw` begins with all of `before`, so that nobody has to compare them. */
export function noteOnward(raw: string, before: string): void {
  if (last.raw === "") forgetLater(forget);
  last.raw = raw;
  last.before = before;
}

function forget(): void {
  last.raw = last.before = "";
}

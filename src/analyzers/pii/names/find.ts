import type { Match } from "../../detector.ts";
import { tagger } from "./model.ts";
import type { Name } from "./tagger.ts";

/** The last text: both detectors ask for it in turn. */
let last: { readonly raw: string; readonly from: number; readonly names: readonly Name[] } | undefined;
let lastHeld: { readonly raw: string; readonly from: number; readonly held: number } | undefined;

/** Names of persons or of places that begin at or after `from`. */
export function findNames(raw: string, from: number, { isPerson }: { readonly isPerson: boolean }): readonly Match[] {
  if (last === undefined || last.from !== from || last.raw !== raw)
    last = { raw, from, names: tagger().find(raw, from) };
  return last.names.filter((name) => name.isPerson === isPerson);
}

/** `heldFrom` of names of both kinds. */
export function holdNames(raw: string, from: number): number {
  if (lastHeld === undefined || lastHeld.from !== from || lastHeld.raw !== raw)
    lastHeld = { raw, from, held: tagger().heldFrom(raw, from) };
  return lastHeld.held;
}

/** Whether the text is, or holds, the name of a country, region or larger town. */
export const isKnownPlace = (text: string): boolean => tagger().isKnownPlace(text);

import { facet, type Reading } from "../../../text/reading.ts";
import type { Match } from "../../detector.ts";
import type { Meter } from "../../step-meter.ts";
import { tagger } from "./model.ts";
import type { Name } from "./tagger.ts";

/** What was said of a text, and from where it was asked. */
interface Known {
  names: { readonly from: number; readonly names: readonly Name[] } | null;
  held: { readonly from: number; readonly at: number } | null;
}

/** Both detectors ask in turn. */
const KNOWN = facet((): Known => ({ names: null, held: null }));

/** Names of persons or of places that begin at or after `from`. */
export function findNames(
  reading: Reading,
  { from, meter }: { readonly from: number; readonly meter: Meter | undefined },
  { isPerson }: { readonly isPerson: boolean },
): readonly Match[] {
  const known = reading.of(KNOWN);
  if (known.names?.from !== from) known.names = { from, names: tagger().find(reading.raw, from, meter) };
  return known.names.names.filter((name) => name.isPerson === isPerson);
}

/** `stableUntil` of names of both kinds. */
export function holdNames(reading: Reading, from: number): number {
  const known = reading.of(KNOWN);
  if (known.held?.from !== from) known.held = { from, at: tagger().stableUntil(reading.raw, from) };
  return known.held.at;
}

/** Whether the text is, or holds, the name of a country, region or larger town. */
export const isKnownPlace = (text: string): boolean => tagger().isKnownPlace(text);

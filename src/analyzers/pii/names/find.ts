import { Remembered } from "../../../text/reading-memory.ts";
import type { Match } from "../../detector.ts";
import type { Meter } from "../../step-meter.ts";
import { tagger } from "./model.ts";
import type { Name } from "./tagger.ts";

interface Asked {
  readonly raw: string;
  readonly from: number;
}

/** The last text: both detectors ask for it in turn. */
const last = new Remembered<{
  names: (Asked & { readonly names: readonly Name[] }) | null;
  held: (Asked & { readonly at: number }) | null;
}>(() => ({ names: null, held: null }));

const isOf = (asked: Asked | null, raw: string, from: number): boolean => asked?.from === from && asked.raw === raw;

/** Names of persons or of places that begin at or after `from`. */
export function findNames(
  raw: string,
  { from, meter }: { readonly from: number; readonly meter: Meter | undefined },
  { isPerson }: { readonly isPerson: boolean },
): readonly Match[] {
  const { known } = last;
  const found =
    known.names !== null && isOf(known.names, raw, from)
      ? known.names
      : { raw, from, names: tagger().find(raw, from, meter) };
  known.names = found;
  return found.names.filter((name) => name.isPerson === isPerson);
}

/** `heldFrom` of names of both kinds. */
export function holdNames(raw: string, from: number): number {
  const { known } = last;
  const held =
    known.held !== null && isOf(known.held, raw, from) ? known.held : { raw, from, at: tagger().heldFrom(raw, from) };
  known.held = held;
  return held.at;
}

/** Whether the text is, or holds, the name of a country, region or larger town. */
export const isKnownPlace = (text: string): boolean => tagger().isKnownPlace(text);

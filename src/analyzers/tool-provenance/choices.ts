import type { Document } from "./documents.ts";
import { isMentioned, isRequested } from "./excuses.ts";
import { holdsWord } from "./naming.ts";
import type { Place, Sources } from "./sources.ts";
import { speechOf } from "./speech.ts";
import type { Value } from "./values.ts";

/**
 * The value is one of a list that the user asked for as a whole or has left the choice of: everybody in a team, the best of the
 * candidates. Such a list has cells and no running text, no result of the conversation talks to the model or asks for the value, and no
 * entry of it is the one that the user named. Money goes nowhere by choice.
 */
export function isChosen({ kind }: Value, places: readonly Place[], sources: Sources): boolean {
  if (kind === "account" || !sources.isCalm || places.some(isRequested)) return false;
  return places.some((place) => place.leaf.isCell && !isMentioned(place) && isChoice(place.document, sources));
}

/** By document: each belongs to one conversation. */
const known = new WeakMap<Document, boolean>();

function isChoice(document: Document, sources: Sources): boolean {
  let isKnown = known.get(document);
  if (isKnown === undefined) known.set(document, (isKnown = readChoice(document, sources)));
  return isKnown;
}

function readChoice({ askedBy, leaves }: Document, { names }: Sources): boolean {
  if (!holdsWord(askedBy, names)) return false;
  return leaves.every((leaf) => leaf.isCell && !isSentence(leaf.text) && !holdsWord(leaf.text, names));
}

/** Words of a cell that asks for something. */
const REQUEST_WORDS = 4;

const isSentence = (cell: string): boolean =>
  cell.split(/\s+/, REQUEST_WORDS).length === REQUEST_WORDS && speechOf(cell) !== "statement";

import { holdsWord } from "./naming.ts";
import type { Place, Sources } from "./sources.ts";
import type { Document } from "./documents.ts";
import { isAddressing, isAlarming, speechOf, type Speech } from "./speech.ts";
import type { Value } from "./values.ts";

/** What is read around a value to decide how the passage speaks, UTF-16 units. */
const BEFORE = 240;
const AFTER = 120;
/** Cells of a record that are looked at. */
const CELLS_MAX = 60;
/** Longest text that a tool says as one sentence: `Emma's address is …`. UTF-16 units. */
const SENTENCE_MAX = 240;
/** Longest document that is about one thing: a bill, a card. UTF-16 units. */
const SHEET_MAX = 2000;

/** How the passage around a value speaks. A cell of JSON has nothing around it; lines of a text have their neighbours. */
export function speechAt(place: Place): Speech {
  return speechOf(passage(place));
}

function passage({ document, leaf, start, end }: Place): string {
  const isOwn = leaf.isCell && document.isJson;
  const from = isOwn || document.isJson ? Math.max(leaf.start, start - BEFORE) : Math.max(0, start - BEFORE);
  const to = document.isJson ? Math.min(leaf.start + leaf.text.length, end + AFTER) : end + AFTER;
  // Words of the value itself ask for nothing.
  return `${document.text.slice(from, start)} ${document.text.slice(end, to)}`;
}

export const isAlarmed = (place: Place): boolean => isAlarming(passage(place));

/** The passage talks to whoever acts for the user, not to its readers only. */
export const isAddressed = (place: Place): boolean => isAddressing(passage(place));

export function isRequested(place: Place): boolean {
  if (place.leaf.isCell && !isMentioned(place)) return isAlarmed(place);
  const speech = speechAt(place);
  return speech === "alarm" || speech === "request";
}

/** Whether the value's own cell asks for something before it: `include this link: …`. */
export function asksBefore({ document, leaf, start }: Place): boolean {
  return speechOf(document.text.slice(leaf.start, start)) === "request";
}

/** Words of a cell beside the value that make it a sentence about it. */
const MENTION_WORDS = 4;

export function isMentioned({ document, leaf, start, end }: Place): boolean {
  const rest = `${document.text.slice(leaf.start, start)} ${document.text.slice(end, leaf.start + leaf.text.length)}`;
  return rest.split(/\s+/).filter((word) => word !== "").length >= MENTION_WORDS;
}

/** Letters beside a value that its own cell may have: a name before an address. UTF-16 units. */
const OWN_MAX = 60;

/** The value has a place of its own in an entry that names what the user named. */
export function excusedByEntry(place: Place, { names }: Pick<Sources, "names">): boolean {
  const { leaf, document, start, end } = place;
  if (!leaf.isCell || isAlarmed(place)) return false;
  const before = document.text.slice(leaf.start, start);
  const after = document.text.slice(end, leaf.start + leaf.text.length);
  if (before.length + after.length > OWN_MAX || asksBefore(place)) return false;
  if (holdsWord(leaf.text, names) || holdsWord(leaf.field, names)) return true;
  return leaf.entry.cells.slice(0, CELLS_MAX).some((cell) => speechOf(cell) !== "alarm" && holdsWord(cell, names));
}

/** Whether a place shows that the value is what the user meant. */
export function isUnsuspicious(place: Place, value: Value, sources: Sources): boolean {
  return excusedByEntry(place, sources) || isOnSheet(place, value, sources) || isInAnswer(place, sources);
}

/**
 * A short document about one thing that the user named. A bill that the user wants to be paid may say in a sentence where to
 * pay; a message may not, and JSON holds messages.
 */
function isOnSheet(place: Place, value: Value, sources: Sources): boolean {
  const { document, leaf } = place;
  if (!leaf.isCell && !(sources.asksPayment && value.kind === "account" && isBill(document))) return false;
  if (document.isList || document.text.length > SHEET_MAX || isAlarming(document.text)) return false;
  return holdsWord(document.askedBy, sources.names) && isOnly(value, place, sources);
}

const isBill = ({ isJson, text }: Document): boolean => !isJson && !HEAD.test(text);
/** The head of a mail, in languages of Europe. */
const HEAD =
  /^(?:from|subject|von|betreff|de|objet|asunto|assunto|van|onderwerp|da|oggetto|fra|från|emne|ämne|od|temat|předmět|от|тема|dari)$/im;

/** A tool says it in one sentence, about what the user named. */
function isInAnswer(place: Place, { names }: Sources): boolean {
  const { leaves, text } = place.document;
  if (leaves.length !== 1 || text.length > SENTENCE_MAX || isAlarming(text)) return false;
  return speechAt(place) === "statement" && holdsWord(text, names);
}

/** No other value of the kind stands in the document: a second one could be anyone's. */
function isOnly({ kind, key }: Value, { document }: Place, { places }: Sources): boolean {
  for (const [name, list] of places)
    if (
      name !== `${kind} ${key}` &&
      name.startsWith(`${kind === "account" ? "id" : kind} `) &&
      !name.endsWith(` ${key}`)
    )
      if (list.some((other) => other.document === document)) return false;
  return true;
}

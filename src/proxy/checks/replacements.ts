import type { TextSlot } from "../../codecs/codec.ts";
import { placeAt, type Place } from "../../codecs/shared/place.ts";
import { parseJson } from "../../core/json.ts";
import type { Edit } from "../../core/masks.ts";

/** What a removed text leaves where no prose may stand: providers refuse other names and links, at every later turn. */
const REMOVED: Readonly<Record<Exclude<Place, "prose">, string>> = {
  name: "removed_by_guardrail",
  // RFC 6761 §6.4: leads nowhere.
  link: "https://guardrail.invalid/removed",
};

/** What stands in the place of a removed text, as the place needs it: JSON of the same shape where JSON stood. */
export function noteIn({ kind, text, pointer }: TextSlot, policies: readonly string[]): string {
  const note = `[Removed by guardrail policy: ${policies.join(", ")}]`;
  if (kind === "json") return noteInJson(text, note);
  const place = placeAt(pointer);
  return place === "prose" ? note : REMOVED[place];
}

function noteInJson(text: string, note: string): string {
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  if (typeof value === "string") return JSON.stringify(note);
  return JSON.stringify(Array.isArray(value) ? [note] : { removed: note });
}

/** The masks as the place takes them: on the way to the provider `<MAIL_1>` is `MAIL_1` in a name or a link. */
export function fittingEdits({ kind, pointer, side }: TextSlot, edits: readonly Edit[]): readonly Edit[] {
  if (edits.length === 0 || kind !== "text" || side === "output" || placeAt(pointer) === "prose") return edits;
  return edits.map((edit) => ({ ...edit, replacement: legal(edit.replacement) }));
}

function legal(replacement: string): string {
  return replacement.replaceAll(/[^A-Za-z0-9]+/g, "_").replaceAll(/^_|_$/g, "") || "masked";
}

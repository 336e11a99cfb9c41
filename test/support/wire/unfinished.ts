import type { WireKit } from "./kit.ts";

/** A stream up to the piece that comes last, which no earlier one may hold; its end is missing. */
export function unfinished(kit: WireKit, pieces: readonly string[]): string {
  const parts = kit.stream([[...pieces, "never sent"]]);
  const last = pieces.at(-1) ?? "";
  return parts.slice(0, parts.findIndex((part) => part.includes(last)) + 1).join("");
}

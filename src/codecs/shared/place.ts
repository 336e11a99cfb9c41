import type { Pointer } from "./pointer.ts";

/** What a place takes: `name`: letters, digits and underscores; `link`: an address; `prose`: any text. */
export type Place = "prose" | "name" | "link";

/** Names that providers check, in all formats: of functions, tools, servers and who speaks. */
const NAME = /(?:^|_)(?:name|server_label)$|Name$/;
const LINK = /(?:^|_)(?:url|uri)$|(?:Url|Uri)$/;

/** Longest key that says anything of its place, UTF-16 units. */
const KEY_MAX = 256;

/** What the key at the end of a pointer says of its place. */
export function placeAt({ token: key }: Pick<Pointer, "token">): Place {
  if (typeof key === "number" || key.length > KEY_MAX) return "prose";
  return NAME.test(key) ? "name" : LINK.test(key) ? "link" : "prose";
}

/** What a place takes: `name`: letters, digits and underscores; `link`: an address; `prose`: any text. */
export type Place = "prose" | "name" | "link";

/** Names that providers check, in all formats: of functions, tools, servers and who speaks. */
const NAME = /(?:^|_)(?:name|server_label)$|Name$/;
const LINK = /(?:^|_)(?:url|uri)$|(?:Url|Uri)$/;

/** What the key at the end of a pointer says of its place. */
export function placeAt(pointer: string): Place {
  const key = pointer.slice(pointer.lastIndexOf("/") + 1);
  return NAME.test(key) ? "name" : LINK.test(key) ? "link" : "prose";
}

/**
 * PostgreSQL keeps no character of value 0. It is written as two, and the character that those begin with is as well, so that
 * every text comes back as it was. Digests cover what is written.
 */
const MARK = "\u0001";
const SPECIAL = /[\0\u0001]/g;
const WRITTEN = /\u0001([01])/g;

export function escapeText(text: string): string {
  return text.replace(SPECIAL, (character) => MARK + (character === "\0" ? "0" : "1"));
}

export function unescapeText(text: string): string {
  return text.replace(WRITTEN, (_, which: string) => (which === "0" ? "\0" : MARK));
}

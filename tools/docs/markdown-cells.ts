import { escaped } from "../../src/cli/markdown-table.ts";

/** Text for a cell, as code, whatever backquotes it holds. */
export function code(text: string): string {
  const ticks = text.includes("`") ? "``" : "`";
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${ticks}${space}${escaped(text.replaceAll(/\s+/g, " ").trim())}${space}${ticks}`;
}

/** A page on the web, by its host. */
export function link(source: string): string {
  const { host, href } = new URL(source);
  const bare = host.replace(/^www\./, "");
  return `[${bare}](${escaped(href).replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

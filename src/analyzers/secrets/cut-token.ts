import type { ShapePart } from "../token-rule.ts";
import { TOKEN_RULES } from "./token-rules.ts";

/** A literal that is as good as a name: long enough, and set off from the body. */
const DISTINCT = /^.{3,}[-_.]$|^[A-Za-z]{2,}[-_.][A-Za-z0-9]+[-_.]$/;

/** Prefix → length of the shortest token that begins with it. */
const SHORTEST = new Map<string, number>();
for (const { shape } of TOKEN_RULES) {
  const rest = shape.slice(1).reduce((sum, part) => sum + lengthMin(part), 0);
  for (const prefix of literals(shape[0]))
    if (DISTINCT.test(prefix)) SHORTEST.set(prefix, Math.min(SHORTEST.get(prefix) ?? Infinity, prefix.length + rest));
}
const PREFIX_MAX = Math.max(...[...SHORTEST.keys()].map((prefix) => prefix.length));

/** Units that `DISTINCT` ends with. */
const isPrefixEnd = (code: number): boolean => code === 0x2d || code === 0x2e || code === 0x5f;

/** A longer body may be a token of a format that we do not know, UTF-16 units. */
const BODY_MIN = 16;

/** Whether the value begins like a token of a known format and is too short to be one: cut off, or made up. */
export function isCutToken(value: string): boolean {
  for (let length = Math.min(PREFIX_MAX, value.length); length > 3; length--) {
    if (!isPrefixEnd(value.charCodeAt(length - 1))) continue;
    const shortest = SHORTEST.get(value.slice(0, length));
    if (shortest !== undefined) return value.length < shortest && value.length - length < BODY_MIN;
  }
  return false;
}

function literals(part: ShapePart | undefined): readonly string[] {
  if (part === undefined) return [];
  if (typeof part === "string") return [part];
  return "of" in part ? [] : part;
}

function lengthMin(part: ShapePart): number {
  if (typeof part === "string") return part.length;
  return "of" in part ? part.min : Math.min(...part.map((literal) => literal.length));
}

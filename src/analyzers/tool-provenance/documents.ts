import { firstFrom } from "../../core/lists.ts";
import { Leaves, type Leaf } from "./leaves.ts";
import { addJson } from "./json-leaves.ts";
import { addLines } from "./line-leaves.ts";

/**
 * One text that a tool brought, taken apart: cells (a value of its own in a record) and prose (running text, which anyone may
 * have written). Only cells can excuse a value: an address in a mail's body says nothing about whose address it is.
 */
export interface Document {
  /** All leaves, one below the other. */
  readonly text: string;
  /** `text` without capitals, of the same length. */
  readonly small: string;
  readonly leaves: readonly Leaf[];
  /** Its structure cannot be forged by the texts in it. */
  readonly isJson: boolean;
  /** It lists several things, so what it was asked for says nothing about each of them. */
  readonly isList: boolean;
  /** Arguments of the call that brought it, as far as known. */
  readonly askedBy: string;
}

export function documentOf(said: string, json: string | undefined, askedBy: string): Document {
  const value = unwrapped(parse(json ?? said));
  const leaves = new Leaves();
  const isJson = value !== undefined && typeof value !== "string";
  if (isJson) addJson(value, leaves);
  else addLines(typeof value === "string" ? value : said, leaves);
  const text = leaves.text();
  return { text, small: small(text), leaves: leaves.all, isJson, isList: leaves.lists > 1, askedBy };
}

function parse(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const WRAPPED_MAX = 4;

/** A text that a format or a client has put into an object by itself: `{"output": "…"}`, `[{"type": "text", "text": "…"}]`. */
function unwrapped(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > WRAPPED_MAX) return value;
  const inner = Object.entries(value).filter(([key]) => key !== "type" || Array.isArray(value));
  const [only] = inner;
  if (only === undefined || inner.length > 1) return value;
  const within = unwrapped(only[1], depth + 1);
  return typeof within === "string" ? within : value;
}

/** Without capitals; offsets stay. */
export function small(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** The leaf that holds an offset of `Document.text`. */
export function leafAt(leaves: readonly Leaf[], offset: number): Leaf | undefined {
  return leaves[firstFrom(leaves.length, (at) => (leaves[at]?.start ?? 0) > offset) - 1];
}

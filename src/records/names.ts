import { isIdentifier } from "../core/identifier.ts";
import type { Json } from "../core/model.ts";
import type { TraceEvent } from "../store/store.ts";
import { keptJson, keptWords, holdsMatch, type Keeping } from "./content.ts";

/** How names of callers are kept. */
export interface NameKeeping extends Keeping {
  /** Stands in the place of a name that is not stored; equal for equal names. */
  readonly hashName: (name: string) => string;
}

/**
 * A name that records are looked up by, as it is stored and as it is looked up: a session, a user, a trace. Under `masked` what
 * could be masked in it makes it a digest, under `none` it is always one.
 */
export async function keptName(name: string, keeping: NameKeeping): Promise<string> {
  const { mode, hashName } = keeping;
  if (mode === "full" || name === "") return name;
  if (mode === "none" || name.length > NAME_MAX_CHARS) return hashName(name);
  return isIdentifier("", name) || !(await holdsMatch(name, keeping)) ? name : hashName(name);
}

/** No name that anybody looks up is longer, UTF-16 units: in what is longer nobody looks for matches. */
const NAME_MAX_CHARS = 1024;

/** The id of a span or a trace: generated ones are of nobody. */
function keptId(id: string, keeping: NameKeeping): Promise<string> | string {
  return isIdentifier("", id) ? id : keptName(id, keeping);
}

export async function keptOrNull(name: string | null, keeping: NameKeeping): Promise<string | null> {
  return name === null ? null : keptName(name, keeping);
}

/** The caller's `metadata`, as `content` is kept. */
export async function keptMetadata(metadata: Json, keeping: Keeping): Promise<Json> {
  return metadata === null ? null : keptJson(metadata, keeping);
}

export async function keptEvent(event: TraceEvent | null, keeping: NameKeeping): Promise<TraceEvent | null> {
  if (event === null) return null;
  const words = (text: string): Promise<string> => nodeWords(text, keeping);
  return {
    traceId: await keptId(event.traceId, keeping),
    spanId: await keptId(event.spanId, keeping),
    parentSpanId: event.parentSpanId === null ? null : await keptId(event.parentSpanId, keeping),
    nodeName: await words(event.nodeName),
    nodeType: await words(event.nodeType),
    nodeSubtype: event.nodeSubtype === null ? null : await words(event.nodeSubtype),
    nodeMetadata: await keptMetadata(event.nodeMetadata, keeping),
  };
}

/** What a node is called: code says it, and a name of code stays. */
async function nodeWords(text: string, keeping: NameKeeping): Promise<string> {
  if (keeping.mode === "full" || isIdentifier("", text)) return text;
  return (await keptWords(text, keeping)) ?? keeping.hashName(text);
}

import type { Json } from "../core/model.ts";
import type { TraceCaller, TraceEvent } from "../store/record-store.ts";
import { keptJson, keptWords, holdsMatch, type Keeping } from "./content.ts";
import { readTraceparent } from "../core/trace-context.ts";

/** How names of callers are kept. */
interface NameKeeping extends Keeping {
  /** Replaces a name that is not stored; equal for equal names. */
  readonly hashName: (name: string) => string;
}

/**
 * A name that records are looked up by (session, user, trace), as it is stored. Under `masked` a name with anything to mask becomes a
 * digest, under `none` every name does.
 */
export async function keptName(name: string, keeping: NameKeeping): Promise<string> {
  const { mode, hashName } = keeping;
  if (mode === "full" || name === "") return name;
  if (mode === "none" || name.length > NAME_MAX_CHARS) return hashName(name);
  return holdsNothing(name) || !(await holdsMatch(name, keeping)) ? name : hashName(name);
}

/** Longer names become digests without a search, UTF-16 units. */
const NAME_MAX_CHARS = 1024;

/** A few words of letters. */
const WORDS = /^[A-Za-z]{1,24}(?:[._-][A-Za-z]{1,24}){0,3}$/;
/** Its digits sometimes look like a personal number. One of digits only does not count as a UUID. */
const UUID = /^(?:[a-z]{1,12}[-_:])?(?=(?:[^a-f]*[a-f]){4})[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Nothing with this shape is masked, so no search is needed. */
const holdsNothing = (name: string): boolean => WORDS.test(name) || UUID.test(name);

/** Ids that machines make for a trace or a span. @see https://www.w3.org/TR/trace-context/ */
const TRACE_ID = /^(?=(?:[^a-f]*[a-f]){2})(?:[0-9a-f]{16}|[0-9a-f]{32})$/;

/** The id of a span or a trace. Under `none` generated ids stay, since they identify no one. */
function keptId(id: string, keeping: NameKeeping): Promise<string> | string {
  return keeping.mode === "none" && (TRACE_ID.test(id) || UUID.test(id)) ? id : keptName(id, keeping);
}

/** The span that made a request; the caller controls its header. */
export async function keptCaller(caller: TraceCaller | null, keeping: NameKeeping): Promise<TraceCaller | null> {
  if (caller === null) return null;
  return { traceId: await keptId(caller.traceId, keeping), spanId: await keptId(caller.spanId, keeping) };
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
  return {
    traceId: await keptId(event.traceId, keeping),
    spanId: await keptId(event.spanId, keeping),
    parentSpanId: event.parentSpanId === null ? null : await keptId(event.parentSpanId, keeping),
    nodeName: await nodeWords(event.nodeName, keeping),
    nodeType: event.nodeType,
    nodeSubtype: event.nodeSubtype,
    nodeMetadata: await keptMetadata(event.nodeMetadata, keeping),
  };
}

/** The name of a node. */
async function nodeWords(text: string, keeping: NameKeeping): Promise<string> {
  if (keeping.mode === "full" || (keeping.mode === "masked" && holdsNothing(text))) return text;
  return (await keptWords(text, keeping)) ?? keeping.hashName(text);
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The span that made a request, as its record keeps it. */
export function callerIn({ headers }: { readonly headers: Headers }): TraceCaller | null {
  const context = readTraceparent(headers["traceparent"]);
  return context === null ? null : { traceId: context.traceId, spanId: context.spanId };
}

/** Where a request stands in its caller's distributed trace. */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** The caller's span, 16 hex digits. */
  readonly spanId: string;
  /** The caller records its part of the trace. */
  readonly isSampled: boolean;
}

/** Version, trace, parent, flags; future versions may append more. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_TRACE = "0".repeat(32);
const NO_SPAN = "0".repeat(16);
/** The only version whose whole form is known; `ff` is forbidden. */
const VERSION = "00";
const FORBIDDEN = "ff";
const SAMPLED = 0x01;

/**
 * Reads the header `traceparent`; `null` where it is missing, repeated or not what the specification says.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(header: string | readonly string[] | undefined): TraceContext | null {
  if (typeof header !== "string") return null;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === FORBIDDEN || (version === VERSION && rest !== undefined)) return null;
  if (traceId === NO_TRACE || spanId === NO_SPAN) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Headers that carry a trace on, in the place of the caller's own; `null`: there is none. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate: string | null;
}

/** Headers that carry a trace on, in the place of the caller's own; `null`: there is none. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate: string | null;
}

import { readTraceparent } from "../core/trace-context.ts";
import type { TraceCaller } from "../store/record-store.ts";

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The span that made a request, as its record keeps it. */
export function callerIn({ headers }: { readonly headers: Headers }): TraceCaller | null {
  const context = readTraceparent(headers["traceparent"]);
  return context === null ? null : { traceId: context.traceId, spanId: context.spanId };
}

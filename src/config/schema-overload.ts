import { integer, milliseconds } from "./schema-parts.ts";

/** What of `server` bounds how much the process takes on: beyond it requests get 503 with `Retry-After`, before their body is read. */
export const overload = {
  max_requests: integer(1, 1_000_000)
    .default(1000)
    .describe(
      "Requests of the API and proxied exchanges under way whose answer has not begun: further ones get 503 with `Retry-After`. Each may hold a body in memory.",
    ),
  max_streams: integer(1, 1_000_000)
    .default(2000)
    .describe(
      "Answers under way that have begun, and open WebSockets: at that many no proxied exchange is taken on. What was taken on before may still become one.",
    ),
  max_delay_ms: milliseconds(600_000)
    .default(2000)
    .describe(
      "How long a request may wait for the processor, milliseconds: when requests have waited for longer for half a second on end, those that would get 503 with `Retry-After`; those that would wait twice as long do in any case.",
    ),
};

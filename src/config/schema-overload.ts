import { z } from "zod";
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
  analysis_threads: z
    .union([integer(0, 64), z.literal("auto")])
    .default("auto")
    .describe(
      "Threads that read texts of more than 32768 characters, so that short requests do not wait for them. `auto`: one fewer than each of the `workers` has processors, 1 to 4. 0: the event loop reads them. Each takes some 100 MB while it is there.",
    ),
  analysis_queue: integer(1, 100_000)
    .default(64)
    .describe(
      "Long texts that wait for a thread: at that many a further request with one gets 503 with `Retry-After`. Answers and records of requests that were taken on wait in any case.",
    ),
};

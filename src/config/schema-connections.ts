import { z } from "zod";
import { GIB, integer, MIB } from "./schema-parts.ts";

/** Scheme, host and port, as browsers write them; extensions and desktop apps have schemes of their own. @see RFC 6454 §6.2 */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@A-Z]+$/;
const ORIGINS_MAX = 1000;
/** Each costs a socket and a parser; a process that meets more is under attack. */
const CONNECTIONS_MAX = 20_000;

/** What of `server` bounds what a single client may take, and which pages of the web may use it. */
export const connections = {
  allowed_origins: z
    .array(z.string().regex(ORIGIN, "must be an origin in lower case, such as https://app.example.com"))
    .max(ORIGINS_MAX)
    .default([])
    .describe(
      "Origins of web pages that may open WebSockets, and use upstreams with `auth: none`. Other pages get 403; clients that are no browsers send no `Origin` and are not affected.",
    ),
  connections_per_client: integer(1, CONNECTIONS_MAX)
    .default(5000)
    .describe(
      `Open connections of one client address (IPv6: of one /64 network); further ones are closed. All clients together may have ${CONNECTIONS_MAX}.`,
    ),
  buffered_max_bytes: integer(MIB, 64 * GIB)
    .default(128 * MIB)
    .describe(
      "Memory for bodies of requests from their first byte until their answer is over, for answers that wait for their client, and for messages of WebSockets that have come in part, all together, bytes; over it 503 with `Retry-After`. The service needs about four times as much while it reads them.",
    ),
  client_share: integer(1, 100)
    .default(90)
    .describe(
      "Share of `max_requests`, of `max_streams` and of `buffered_max_bytes` that one client address may take, percent; over it 503 with `Retry-After`. 100: all.",
    ),
  min_data_rate: integer(0, 1_000_000_000)
    .default(500)
    .describe(
      "Bytes per second that the body of a request must arrive with, on average over each 5 seconds in which the service waits for it; slower ones get 408. 0: none.",
    ),
};

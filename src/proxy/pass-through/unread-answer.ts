import type { UpstreamAnswer } from "../../core/upstream-port.ts";
import { pipeline } from "node:stream/promises";
import type { ProxyExchange } from "../context.ts";
import { clientHeaders } from "../upstream/headers.ts";
import { guardrailHeaders, note } from "../proxy-reply.ts";

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Passes an answer on as it comes, unread. A break upstream cuts the client's connection: half an answer is no answer. */
export async function relayPlain(exchange: ProxyExchange, answer: UpstreamAnswer): Promise<void> {
  note(exchange);
  exchange.onBegin();
  const { response } = exchange;
  response.writeHead(answer.status, { ...clientHeaders(answer.headers, NO_FIELDS), ...guardrailHeaders(exchange) });
  await pipeline(answer.body, response);
}

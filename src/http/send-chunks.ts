import { drained } from "./drained.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Answers with text as it is made, at the reader's pace: no chunk is asked for before the one before it is taken, and
 * between chunks the event loop turns. A client that leaves ends it. A failure before the first chunk is answered as any
 * other; a later one must cut the connection, so that half an answer never looks whole: the error is thrown in both cases.
 */
export async function sendChunks(exchange: Exchange, type: string, chunks: AsyncIterable<string>): Promise<void> {
  const { request, response, headers } = exchange;
  const iterator = chunks[Symbol.asyncIterator]();
  let chunk = await iterator.next();
  headers["content-type"] = type;
  response.writeHead(200, headers);
  // A HEAD has no body: nothing more is made for it.
  while (chunk.done !== true && request.method !== "HEAD" && !response.destroyed) {
    if (!response.write(chunk.value)) await drained(response);
    await new Promise((resolve) => setImmediate(resolve));
    if (!response.destroyed) chunk = await iterator.next();
  }
  await iterator.return?.();
  response.end();
}

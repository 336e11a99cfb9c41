import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, stop } from "../listen.ts";

/** One request of a client, and what it was told, byte for byte. */
export interface TeeExchange {
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly asked: Buffer;
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** All of the answer that has come by now. */
  readonly told: () => Buffer;
}

export interface Tee extends AsyncDisposable {
  readonly url: string;
  /** Requests that came: a client that tries again makes another. */
  readonly tries: () => number;
  /** Those that were answered, in order. */
  readonly exchanges: readonly TeeExchange[];
}

/** Stands between a client and a server, changes nothing, and writes down all that passes. */
export async function startTee(target: string): Promise<Tee> {
  const exchanges: TeeExchange[] = [];
  let tries = 0;
  const pass = (request: IncomingMessage, response: ServerResponse, asked: Buffer): void => {
    const { method = "GET", url: path = "/", headers } = request;
    const onward = forward(target + path, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      const { statusCode: status = 0 } = answer;
      exchanges.push({ method, path, asked, status, headers: answer.headers, told: () => Buffer.concat(chunks) });
      response.writeHead(status, [...answer.rawHeaders]);
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        response.write(chunk);
      });
      answer.on("end", () => response.end());
      answer.on("error", () => response.destroy());
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    onward.end(asked);
  };
  const server = createServer((request, response) => {
    tries += 1;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => pass(request, response, Buffer.concat(chunks)));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    tries: () => tries,
    exchanges,
    [Symbol.asyncDispose]: () => stop(server),
  };
}

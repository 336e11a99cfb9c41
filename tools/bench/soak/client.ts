import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** It came to its end. */
  readonly isWhole: boolean;
}

export interface Exchange {
  readonly kind: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** leave: hangs up behind the first bytes of the answer; cut: within its own body; slow: reads a little at a time. */
  readonly manner: "read" | "leave" | "cut" | "slow";
  /** What became of it, in a word, where that was to be expected; `null`: it was not. */
  readonly judge: (answer: Answer) => string | null;
}

/** Longest exchange: a slow reader of a long answer among them. */
const EXCHANGE_MAX_MS = 60_000;
/** What a slow reader waits between two reads. */
const SLOW_MS = 20;
const agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: EXCHANGE_MAX_MS });

/** Resolves when the exchange is over, to what its client has of it; `null`: the client hung up, as it meant to. */
export function run(port: number, exchange: Exchange): Promise<Answer | null> {
  const { method, path, headers, body, manner } = exchange;
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const framing = method === "GET" ? {} : { "content-length": length };
    const sent = request({ port, host: "127.0.0.1", agent, method, path, headers: { ...framing, ...headers } });
    const timer = setTimeout(() => sent.destroy(new Error("no end")), EXCHANGE_MAX_MS);
    const finish = (answer: Answer | null): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    const leave = (): void => {
      sent.destroy();
      finish(null);
    };
    sent.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.on("response", (response) => {
      if (manner === "leave") response.once("data", leave);
      else read(response, manner).then(finish, reject);
    });
    if (manner === "cut") sent.write(body.slice(0, length >> 1), leave);
    else sent.end(body);
  });
}

/** Closes what is kept open for the next exchange. */
export const hangUp = (): void => agent.destroy();

function read(response: IncomingMessage, manner: Exchange["manner"]): Promise<Answer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (manner !== "slow") return;
      response.pause();
      setTimeout(() => response.resume(), SLOW_MS);
    });
    response.on("error", () => {});
    response.on("close", () => {
      const { statusCode: status = 0, headers, complete: isWhole } = response;
      resolve({ status, headers, text: Buffer.concat(chunks).toString(), isWhole });
    });
  });
}

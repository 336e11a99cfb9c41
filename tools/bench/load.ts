import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";

/** Requests that differ in their bodies only, sent by turns on keep-alive connections. */
export interface LoadTarget {
  readonly port: number;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without any, requests have no body. */
  readonly bodies?: readonly string[];
}

export interface LoadOptions {
  readonly connections: number;
  /** How many requests, or how long they go on; the first that is reached ends the load. */
  readonly requests?: number;
  readonly seconds?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly requests: number;
}

/**
 * Closed-loop load over raw sockets: the generator parses only what it must, so that it takes little of the two cores
 * that the measured process needs.
 *
 * @throws {Error} on any status that is not 200: a figure must not be bought with refused requests.
 */
export async function load(
  target: LoadTarget,
  { connections, requests = Infinity, seconds = Infinity }: LoadOptions,
): Promise<LoadResult> {
  const next = takeTurns(target);
  let left = requests;
  let answered = 0;
  const started = performance.now();
  const endMs = started + seconds * 1000;
  const work = async (): Promise<void> => {
    let connection = await open(target.port);
    while (left-- > 0 && performance.now() < endMs) {
      // Some peers close each connection: opening the next is part of what they cost.
      if (connection.isClosing()) connection = await open(target.port);
      const status = await connection.exchange(next());
      if (status !== 200) throw new Error(`unexpected answer: status ${status}`);
      answered += 1;
    }
    connection.close();
  };
  const stopAll = (error: unknown): never => {
    // The others must not go on beside what is measured next.
    left = 0;
    throw error;
  };
  await Promise.all(Array.from({ length: connections }, () => work().catch(stopAll)));
  return { requestsPerSecond: (answered * 1000) / (performance.now() - started), requests: answered };
}

/** Rendered once: a scenario comes back to its targets in every round. */
const rendered = new WeakMap<LoadTarget, { readonly requests: readonly Buffer[]; turn: number }>();

/** What gives the next request of the target at each call, and goes on where the last load has stopped. */
export function takeTurns(target: LoadTarget): () => Buffer {
  const known = rendered.get(target) ?? {
    requests: (target.bodies ?? [""]).map((body) => render(target, body)),
    turn: 0,
  };
  rendered.set(target, known);
  return () => known.requests[known.turn++ % known.requests.length] ?? Buffer.alloc(0);
}

export function render({ port, method, path, headers = {} }: LoadTarget, body = ""): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (method === "POST") lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

export interface Connection {
  /** The server said that it closes the connection behind its last answer. */
  isClosing: () => boolean;
  /** Resolves with the answer's status when all of it is there. */
  exchange: (request: Buffer) => Promise<number>;
  close: () => void;
}

export function open(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const reader = new ResponseReader(socket);
    socket.once("error", reject);
    socket.once("connect", () =>
      resolve({
        exchange: (request) => {
          const done = reader.next();
          socket.write(request);
          return done;
        },
        isClosing: () => reader.isClosing,
        close: () => socket.destroy(),
      }),
    );
  });
}

/** Finds the end of one response at a time: `content-length` or `chunked`. */
class ResponseReader {
  #buffer: Buffer = Buffer.alloc(0);
  #resolve: ((status: number) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;
  /** Bytes that the current response still lacks; -1: header not complete; -2: chunked, look for the last chunk. */
  #missing = -1;
  #status = 0;

  isClosing = false;

  constructor(socket: Socket) {
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("close", () => {
      this.isClosing = true;
      this.#reject?.(new Error("connection closed during a response"));
    });
  }

  next(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  #read(chunk: Buffer): void {
    if (this.#missing === -1) {
      this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
      const end = this.#buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = this.#buffer.toString("latin1", 0, end).toLowerCase();
      this.#status = Number(head.slice("http/1.1 ".length, "http/1.1 200".length));
      const body = this.#buffer.subarray(end + 4);
      this.#buffer = Buffer.alloc(0);
      this.isClosing = head.includes("\r\nconnection: close");
      const length = /\r\ncontent-length: (\d+)/.exec(head);
      this.#missing = length === null ? -2 : Number(length[1]);
      this.#consume(body);
    } else this.#consume(chunk);
  }

  #consume(chunk: Buffer): void {
    if (this.#missing >= 0) {
      this.#missing -= chunk.length;
      if (this.#missing <= 0) this.#finish();
      return;
    }
    // The last chunk may be split over reads, so its last seven bytes are kept.
    const tail = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    if (tail.subarray(-7).toString("latin1").endsWith("\r\n0\r\n\r\n") || tail.toString("latin1") === "0\r\n\r\n")
      this.#finish();
    else this.#buffer = Buffer.from(tail.subarray(-7));
  }

  #finish(): void {
    this.#missing = -1;
    this.#buffer = Buffer.alloc(0);
    const resolve = this.#resolve;
    this.#resolve = undefined;
    this.#reject = undefined;
    resolve?.(this.#status);
  }
}

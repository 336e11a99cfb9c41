import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer, type ClientOptions } from "ws";

/** A message of either side, parsed. */
export interface Said {
  readonly type: string;
  readonly [key: string]: unknown;
}

export type ProviderScript = (socket: WebSocket, message: Said, provider: FakeProvider) => void;

/** A provider that speaks over WebSockets, on a free port of the loopback interface. */
export interface FakeProvider extends AsyncDisposable {
  readonly url: string;
  readonly server: WebSocketServer;
  /** Every message that came, as it came. */
  readonly heard: string[];
  readonly requests: IncomingMessage[];
  readonly closes: (readonly [code: number, reason: string])[];
}

export interface ProviderOptions {
  readonly onMessage?: ProviderScript;
  readonly onOpen?: (socket: WebSocket, provider: FakeProvider) => void;
}

export async function startProvider({ onMessage, onOpen }: ProviderOptions = {}): Promise<FakeProvider> {
  const server = new WebSocketServer({
    port: 0,
    host: "127.0.0.1",
    perMessageDeflate: true,
    handleProtocols: (offered) => (offered.has("realtime") ? "realtime" : false),
  });
  server.on("headers", (lines) => lines.push("openai-version: 2026-01-01", "x-guardrail-request-id: forged"));
  await once(server, "listening");
  const provider: FakeProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    heard: [],
    requests: [],
    closes: [],
    [Symbol.asyncDispose]: async () => {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on("connection", (socket, request) => {
    provider.requests.push(request);
    socket.on("error", () => {});
    socket.on("close", (code, reason) => provider.closes.push([code, reason.toString()]));
    socket.on("message", (data: Buffer, isBinary) => {
      const text = data.toString();
      provider.heard.push(text);
      if (isBinary || !text.startsWith("{")) return;
      try {
        onMessage?.(socket, JSON.parse(text) as Said, provider);
      } catch {
        // Not for the script.
      }
    });
    onOpen?.(socket, provider);
  });
  return provider;
}

/** A client that keeps what it hears. */
export class TestClient implements AsyncDisposable {
  readonly socket: WebSocket;
  readonly raw: string[] = [];
  closed: readonly [code: number, reason: string] | null = null;
  readonly #waiting = new Set<() => void>();

  constructor(url: string, options: { readonly protocols?: string[] } & ClientOptions = {}) {
    const { protocols = [], ...rest } = options;
    this.socket = new WebSocket(url.replace("http", "ws"), protocols, rest);
    this.socket.on("error", () => {});
    this.socket.on("message", (data: Buffer) => {
      this.raw.push(data.toString());
      for (const wake of this.#waiting) wake();
    });
    this.socket.on("close", (code, reason) => {
      this.closed = [code, reason.toString()];
      for (const wake of this.#waiting) wake();
    });
  }

  static async open(url: string, options: { readonly protocols?: string[] } & ClientOptions = {}): Promise<TestClient> {
    const client = new TestClient(url, options);
    await once(client.socket, "open");
    return client;
  }

  get heard(): readonly Said[] {
    return this.raw.map((text) => JSON.parse(text) as Said);
  }

  send(body: object): void {
    this.socket.send(JSON.stringify(body));
  }

  /** Waits for the first message that fits, from `from` on. */
  async until(fits: (message: Said) => boolean, from = 0): Promise<Said> {
    for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs;) {
      const found = this.heard.slice(from).find(fits);
      if (found !== undefined) return found;
      if (this.closed !== null) throw new Error(`closed with ${this.closed[0]}: ${this.raw.join("\n")}`);
      await new Promise<void>((resolve) => this.#wait(resolve));
    }
    throw new Error(`never: ${fits.toString()} in ${this.raw.join("\n")}`);
  }

  async untilClosed(): Promise<readonly [code: number, reason: string]> {
    while (this.closed === null) await new Promise<void>((resolve) => this.#wait(resolve));
    return this.closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.terminate();
    await this.untilClosed();
  }

  #wait(resolve: () => void): void {
    const wake = (): void => {
      clearTimeout(timer);
      this.#waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, PATIENCE_MS);
    this.#waiting.add(wake);
  }
}

const PATIENCE_MS = 120_000;

/** Waits for what a test expects of the other side. */
export async function eventually(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`never: ${holds.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

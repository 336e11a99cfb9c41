import { Agent, request } from "node:http";

/** The attacker's way to the service: one address, one key. */
export const ATTACKER = { address: "127.0.0.1", key: "rsk_attacker" } as const;
export const VICTIM = { address: "127.0.0.2", key: "rsk_victim" } as const;
export const ASSET = "siege";

/** Longest exchange, milliseconds: what takes longer is a failure. */
const EXCHANGE_MAX_MS = 60_000;

export interface Sent {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One client of the service. */
export class Door {
  readonly port: number;
  readonly #from: { readonly address: string; readonly key: string };
  readonly #agent: Agent;

  constructor(port: number, from: { readonly address: string; readonly key: string }) {
    this.port = port;
    this.#from = from;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 256, localAddress: from.address });
  }

  /** Reads the whole answer. @returns its status as text, or what went wrong instead of one */
  send({ method, path, body, headers = {} }: Sent): Promise<string> {
    return new Promise((resolve) => {
      const own = { "content-type": "application/json", "x-api-key": this.#from.key, ...headers };
      const framing = body === undefined ? {} : { "content-length": body.length };
      const sent = request(
        { host: "127.0.0.1", port: this.port, agent: this.#agent, method, path, headers: { ...framing, ...own } },
        (response) => {
          response.on("error", () => {});
          response.on("close", () => finish(response.complete ? String(response.statusCode) : "cut"));
          response.resume();
        },
      );
      const timer = setTimeout(() => sent.destroy(new Error("no end")), EXCHANGE_MAX_MS);
      const finish = (outcome: string): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      sent.on("error", (error) => finish("code" in error ? String(error.code) : error.message));
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const post = (path: string, body: Buffer): Sent => ({ method: "POST", path, body });

export const analysis = (prompt: string, policies?: readonly unknown[]): Sent =>
  post("/sdk/v1/analyze/prompt", json({ asset_id: ASSET, save: false, scan_data: { prompt }, policies }));
export const analysisOfAnswer = (response: string, policies?: readonly unknown[]): Sent =>
  post("/sdk/v1/analyze/response", json({ asset_id: ASSET, save: false, scan_data: { response }, policies }));
/** @param answer what the provider is to answer: see `provider.ts` */
export const chat = (messages: unknown, rest: object = {}, answer = "short"): Sent =>
  post(`/v1/chat/completions?answer=${answer}`, json({ model: "m", messages, ...rest }));
export const said = (content: unknown, role = "user"): object => ({ role, content });

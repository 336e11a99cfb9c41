import { createApp, type App } from "../../src/app.ts";
import type { Clock } from "../../src/core/clock.ts";
import type { RecordStore } from "../../src/store/record-store.ts";
import { createLogger } from "../../src/telemetry/logger.ts";
import type { Tracing } from "../../src/telemetry/tracing.ts";
import { realClock } from "./clock.ts";
import { DEMO_SECRET, makeConfig, type ConfigParts } from "./config.ts";
import { checkAgainstOpenApi } from "./openapi-check.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The decoded body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at answers field by field, and a wrong guess fails them
  readonly body: any;
}

export interface CallOptions {
  /** `null`: no key at all. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; `json` is encoded. */
  readonly raw?: string | Buffer;
  readonly json?: unknown;
}

export interface TestServer extends AsyncDisposable {
  readonly app: App;
  readonly url: string;
  readonly port: number;
  /** Every line of the log so far. */
  readonly log: readonly string[];
  /** Calls the server and checks the answer against the OpenAPI document. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  readonly get: (path: string, options?: CallOptions) => Promise<Answer>;
  readonly post: (path: string, json: unknown, options?: CallOptions) => Promise<Answer>;
}

export interface ServerParts extends ConfigParts {
  readonly clock?: Clock;
  readonly records?: RecordStore;
  readonly tracing?: Tracing;
  /** Gets the lines of the log; a list of its own when absent. */
  readonly log?: string[];
}

/** The real service on a free port of the loopback interface. */
export async function startServer(parts: ServerParts = {}): Promise<TestServer> {
  const { log = [] } = parts;
  const app = createApp({
    config: makeConfig(parts),
    clock: parts.clock ?? realClock,
    logger: createLogger({ level: "debug", destination: { write: (line) => void log.push(line) } }),
    ...(parts.records === undefined ? {} : { store: parts.records }),
    ...(parts.tracing === undefined ? {} : { tracing: parts.tracing }),
  });
  const { port } = await app.listen();
  const url = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const { key = DEMO_SECRET, json, raw } = options;
    const body = raw ?? (json === undefined ? null : JSON.stringify(json));
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key === null ? {} : { "x-api-key": key }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      // A Buffer is a Uint8Array over memory that nobody shares; fetch's types ask for exactly that.
      body: body as string | Uint8Array<ArrayBuffer> | null,
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    if (method !== "HEAD") checkAgainstOpenApi(method, path.split("?", 1)[0] ?? path, answer);
    return answer;
  };
  return {
    app,
    url,
    port,
    log,
    call,
    get: (path, options) => call("GET", path, options),
    post: (path, json, options) => call("POST", path, { json, ...options }),
    [Symbol.asyncDispose]: () => app.close(),
  };
}

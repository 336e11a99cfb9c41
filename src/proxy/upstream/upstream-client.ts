import { LRUCache } from "lru-cache";
import { Pool, type Dispatcher } from "undici";
import type { Upstream } from "../../config/config-model.ts";
import { connectorFor } from "../../egress/tunnel.ts";
import { ServiceError } from "../../core/errors.ts";
import type { UpstreamPort, UpstreamAnswer } from "../../core/upstream-port.ts";
import type { AnswerBatch } from "../scheduling.ts";
import { AnswerBody } from "../body/answer-body.ts";
import { KeyRedaction } from "../key-redaction.ts";
import { fieldNames } from "../../codecs/shared/json-read.ts";

/** Connections to one upstream. Long streams hold one each; more requests than this wait, so it stands above the default bounds on both. */
const CONNECTIONS_MAX = 4096;
/** Pools kept: one an upstream; those of upstreams that a reload took away fall out. */
const POOLS_MAX = 64;
const KEEP_ALIVE_MS = 4000;
const KEEP_ALIVE_MAX_MS = 60_000;

/** One pool of connections per upstream address, kept over reloads. */
export class UpstreamPools {
  readonly #pools = new LRUCache<string, Pool>({
    max: POOLS_MAX,
    // Requests under way end first.
    dispose: (pool) => void pool.close(),
    noDisposeOnSet: true,
  });

  readonly #mock: UpstreamPort;
  readonly #answers: AnswerBatch;

  /** @param mock answers in place of a provider where an upstream is `builtin:mock` */
  constructor(mock: UpstreamPort, answers: AnswerBatch) {
    this.#mock = mock;
    this.#answers = answers;
  }

  port(upstream: Upstream): UpstreamPort {
    if (upstream.target.kind === "mock") return this.#mock;
    const { origin } = upstream.target.url;
    const { apiKey, headersTimeoutMs: headersTimeout, bodyTimeoutMs: bodyTimeout } = upstream;
    return {
      // Not `request`, which makes a stream, a listener and a scope of its own for each answer.
      send: ({ method, path, headers, body, signal }) =>
        new Promise((resolve, reject) => {
          const options = { method, path, headers, body, headersTimeout, bodyTimeout };
          this.#pool(origin, upstream).dispatch(
            options,
            new PooledRequest({ signal, apiKey, answers: this.#answers }, resolve, reject),
          );
        }),
    };
  }

  /** Cuts what is still under way. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #pool(origin: string, { connectTimeoutMs, egress }: Pick<Upstream, "connectTimeoutMs" | "egress">): Pool {
    const name = `${origin} ${connectTimeoutMs} ${egress?.id ?? ""}`;
    let pool = this.#pools.get(name);
    if (pool === undefined || pool.destroyed) {
      pool = new Pool(origin, {
        connections: CONNECTIONS_MAX,
        pipelining: 1,
        connect: egress === undefined ? { timeout: connectTimeoutMs } : connectorFor(egress, connectTimeoutMs),
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
        allowH2: false,
        strictContentLength: true,
      });
      this.#pools.set(name, pool);
    }
    return pool;
  }
}

const TIMEOUTS: ReadonlySet<string> = fieldNames(
  "UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT",
);

/** What a failed exchange with an upstream means to the client. */
export function readUpstreamError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (TIMEOUTS.has(code)) return new ServiceError("upstream_timeout", { cause: error });
  // The pools go with the service: what is still under way then is cut from this side.
  if (code === "UND_ERR_DESTROYED") return new ServiceError("draining", { cause: error });
  // Without a code it is no failure of the network but of this program.
  if (code === "") return new ServiceError("internal", { cause: error });
  const isUnreadable =
    code.startsWith("HPE_") || code.startsWith("Z_") || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
  return new ServiceError(isUnreadable ? "upstream_invalid" : "upstream_unreachable", { cause: error });
}

type Controller = Dispatcher.DispatchController;

interface PooledRequestOptions {
  readonly signal: AbortSignal;
  readonly apiKey: string | null;
  readonly answers: AnswerBatch;
}

/** A request on a pool's connection: resolves when the answer's headers are there, and fills its body. */
export class PooledRequest implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #answers: AnswerBatch;
  readonly #redaction: KeyRedaction | null;
  readonly #resolve: (answer: UpstreamAnswer) => void;
  readonly #reject: (error: Error) => void;
  #controller: Controller | null = null;
  #body: AnswerBody | null = null;

  constructor(
    { signal, apiKey, answers }: PooledRequestOptions,
    resolve: (answer: UpstreamAnswer) => void,
    reject: (error: Error) => void,
  ) {
    this.#redaction = KeyRedaction.of(apiKey);
    this.#signal = signal;
    this.#answers = answers;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#signal.aborted) this.#onAbort();
  }

  onResponseStart(controller: Controller, status: number, headers: UpstreamAnswer["headers"]): void {
    // 1xx: the answer itself is to come.
    if (status < 200) return;
    const body = new AnswerBody(controller, this.#answers);
    this.#body = body;
    const shown = this.#redaction?.headers(headers) ?? headers;
    this.#answers.join(() => this.#resolve({ status, headers: shown, body }));
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#body?.push(this.#redaction?.push(chunk) ?? chunk);
  }

  onResponseEnd(): void {
    this.#forgetSignal();
    if (this.#redaction !== null) this.#body?.push(this.#redaction.end());
    this.#body?.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#forgetSignal();
    if (this.#body === null) this.#reject(error);
    else this.#body.fail(error);
  }

  readonly #onAbort = (): void => {
    const reason: unknown = this.#signal.reason;
    const error = reason instanceof Error ? reason : new Error("aborted");
    if (this.#body === null) this.#controller?.abort(error);
    else this.#body.destroy(error);
  };

  #forgetSignal(): void {
    this.#signal.removeEventListener("abort", this.#onAbort);
  }
}

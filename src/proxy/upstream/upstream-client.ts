import { LRUCache } from "lru-cache";
import { Pool, type Dispatcher } from "undici";
import type { Upstream } from "../../config/config-model.ts";
import { connectorFor } from "../../egress/tunnel.ts";
import { codeOf, ServiceError, type ErrorCode } from "../../core/errors.ts";
import type { UpstreamPort, UpstreamAnswer } from "../../core/upstream-port.ts";
import type { AnswerBatch } from "../scheduling.ts";
import { AnswerBody } from "../body/answer-body.ts";
import { KeyRedaction } from "../key-redaction.ts";

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

/** What codes of the network and of the library say; whatever is not here means that no connection came about. */
const FAILURES: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  ["UND_ERR_BODY_TIMEOUT", "upstream_timeout"],
  ["UND_ERR_CONNECT_TIMEOUT", "upstream_timeout"],
  ["UND_ERR_HEADERS_TIMEOUT", "upstream_timeout"],
  // The connection was open, and ended too early: whoever resets it was there.
  ["ECONNRESET", "upstream_disconnected"],
  ["EPIPE", "upstream_disconnected"],
  ["ERR_STREAM_PREMATURE_CLOSE", "upstream_disconnected"],
  ["HPE_INVALID_EOF_STATE", "upstream_disconnected"],
  ["UND_ERR_SOCKET", "upstream_disconnected"],
  ["UND_ERR_HEADERS_OVERFLOW", "upstream_invalid"],
  ["UND_ERR_HTTP_PARSER", "upstream_invalid"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "upstream_invalid"],
  ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "upstream_invalid"],
  // The pools go with the service: what is still under way then is cut from this side.
  ["UND_ERR_DESTROYED", "draining"],
  // Faults of this program.
  ["UND_ERR_INVALID_ARG", "internal"],
  ["UND_ERR_NOT_SUPPORTED", "internal"],
  ["UND_ERR_REQ_CONTENT_LENGTH_MISMATCH", "internal"],
  // Without a code it is no failure of the network.
  ["", "internal"],
]);

/** Parsers of HTTP and decoders of bodies. */
const UNREADABLE = /^(?:HPE|Z)_/;

/** What a failed exchange with an upstream means to the client. */
export function readUpstreamError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = codeOf(error) ?? "";
  const known = FAILURES.get(code) ?? (UNREADABLE.test(code) ? "upstream_invalid" : "upstream_unreachable");
  return new ServiceError(known, { cause: error });
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

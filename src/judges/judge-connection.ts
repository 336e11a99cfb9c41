import { retryAfterMs } from "../core/clock.ts";
import { codeOf } from "../core/errors.ts";
import { Pool } from "undici";
import { connectorFor } from "../egress/tunnel.ts";
import { decodeUtf8, parseJson } from "../core/json.ts";
import type { RemoteModel } from "../core/judge-model.ts";
import type { Json } from "../core/model.ts";
import type { TraceHeaders } from "../core/trace-context.ts";
import { JudgeFailure, unreadable } from "./judge-failure.ts";

const KEEP_ALIVE_MS = 4000;
const KEEP_ALIVE_MAX_MS = 60_000;
/** Read of an error's body; a longer one closes the connection. */
const REFUSAL_MAX_BYTES = 16_384;

/** Statuses of a temporary failure. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Statuses that reject this text only. */
const ABOUT_THE_TEXT: ReadonlySet<number> = new Set([400, 413, 422]);
/** Errors without an answer: the question can be repeated. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EAI_AGAIN",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_SOCKET",
]);

interface Posting {
  /** Bounds all of it, from connecting to the last byte. */
  readonly signal: AbortSignal;
  /** Absent or `null`: nothing is traced. */
  readonly trace?: TraceHeaders | null;
}

/** JSON over HTTP to one judge. Redirects are not followed: a key only goes where the configuration says. */
export class JudgeConnection {
  readonly #remote: RemoteModel;
  readonly #base: URL;
  readonly #options: { readonly connections: number; readonly connectTimeoutMs: number };
  #pool: Pool | null = null;
  #active = 0;
  #isDraining = false;

  constructor(remote: RemoteModel, options: { readonly connections: number; readonly connectTimeoutMs: number }) {
    this.#remote = remote;
    this.#base = new URL(remote.url);
    this.#options = options;
  }

  /**
   * Asks one question.
   * @param path after the base URL: `/chat/completions`
   * @throws {JudgeFailure}
   */
  async post(path: string, body: Json, posting: Posting): Promise<Json> {
    this.#active += 1;
    try {
      return await this.#post(path, body, posting);
    } finally {
      this.#active -= 1;
      if (this.#isDraining && this.#active === 0) this.#release();
    }
  }

  /** Closes its connections once no question is under way; no new exchange will use it. */
  drain(): void {
    this.#isDraining = true;
    if (this.#active === 0) this.#release();
  }

  /** Aborts questions under way. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  #release(): void {
    void this.#pool?.close();
    this.#pool = null;
  }

  async #post(path: string, body: Json, posting: Posting): Promise<Json> {
    const answer = await this.#send(path, JSON.stringify(body), posting);
    const { statusCode: status, headers, body: stream } = answer;
    if (status !== 200) {
      await stream.dump({ limit: REFUSAL_MAX_BYTES, signal: posting.signal }).catch(() => {});
      throw refusal(status, headers["retry-after"]);
    }
    const text = decodeUtf8(await this.#read(stream));
    const parsed = text === null ? null : parseJson(text, { roundsNumbers: true });
    if (parsed?.ok !== true) throw unreadable("the judge's answer is not JSON");
    return parsed.value;
  }

  async #send(
    path: string,
    body: string,
    { signal, trace = null }: Posting,
  ): Promise<Awaited<ReturnType<Pool["request"]>>> {
    const { apiKey, apiKeyHeader } = this.#remote;
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "sallyport",
    };
    if (apiKey !== null && apiKeyHeader === null) headers["authorization"] = `Bearer ${apiKey}`;
    else if (apiKey !== null && apiKeyHeader !== null) headers[apiKeyHeader.toLowerCase()] = apiKey;
    if (trace !== null) headers["traceparent"] = trace.traceparent;
    if (trace !== null && trace.tracestate !== null) headers["tracestate"] = trace.tracestate;
    try {
      const target = this.#base.pathname.replace(/\/+$/, "") + path;
      return await this.#open().request({ method: "POST", path: target, headers, body, signal });
    } catch (error) {
      throw unreachable(error, true);
    }
  }

  async #read(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of stream) {
        length += chunk.length;
        // Leaving the loop destroys the stream.
        if (length > this.#remote.responseMaxBytes) throw unreadable("the judge's answer is too long");
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof JudgeFailure ? error : unreachable(error, false);
    }
    return Buffer.concat(chunks);
  }

  #connector(): NonNullable<Pool.Options["connect"]> {
    const { connectTimeoutMs: timeout } = this.#options;
    const { egress } = this.#remote;
    return egress === undefined ? { timeout } : connectorFor(egress, timeout);
  }

  #open(): Pool {
    return (this.#pool ??= new Pool(this.#base.origin, {
      connections: this.#options.connections,
      pipelining: 1,
      connect: this.#connector(),
      // The signal of each question bounds it as a whole.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      allowH2: false,
      strictContentLength: true,
    }));
  }
}

function unreachable(error: unknown, isUnanswered: boolean): JudgeFailure {
  const code = codeOf(error) ?? "";
  const isPassing = isUnanswered && NO_CONNECTION.has(code);
  return new JudgeFailure("unreachable", `the judge could not be reached${code === "" ? "" : ` (${code})`}`, {
    isPassing,
    cause: error,
  });
}

function refusal(status: number, retryAfter: unknown): JudgeFailure {
  const message = `the judge answered ${status}`;
  if (ABOUT_THE_TEXT.has(status)) return unreadable(message);
  return new JudgeFailure("unreachable", message, {
    isPassing: PASSING.has(status),
    retryAfterMs: retryAfterMs(retryAfter),
  });
}

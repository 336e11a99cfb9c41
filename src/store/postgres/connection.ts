import { codeOf } from "../../core/errors.ts";
import { Socket } from "node:net";
import type { ClientConfig, Client } from "pg";
import { inTime, type Clock } from "../../core/clock.ts";
import type { PostgresServer } from "../../core/stores.ts";
import type { DatabaseRow, SqlValue } from "../rows.ts";

interface ConnectOptions {
  readonly clock: Clock;
  /** From the name of the host to the end of the log-in, milliseconds. */
  readonly connectMs: number;
  /** Default statement timeout, milliseconds, enforced by the server. */
  readonly statementMs: number;
  /** Closes the connection in any state. */
  readonly signal?: AbortSignal;
  /** Called once when an open connection ends by itself. */
  readonly onEnd?: (failure: PostgresFailure) => void;
}

const KEEP_ALIVE_MS = 30_000;
/** Added to a statement's limit on this side, so that the server, which knows the outcome, times out first. */
const GRACE_MS = 500;
/** Ends the transaction of a vanished client and releases its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** One session. It is used until it breaks and never repaired: the owner decides what follows. */
export class PostgresConnection {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #options: ConnectOptions;
  #isOpen = true;

  private constructor(client: Client, socket: Socket, options: ConnectOptions) {
    this.#client = client;
    this.#socket = socket;
    this.#options = options;
    client.on("error", (error) => this.#end(asPostgresFailure(error)));
    client.on("end", () => this.#end(lost("closed")));
  }

  /** @throws {PostgresFailure} */
  static async open(server: PostgresServer, options: ConnectOptions): Promise<PostgresConnection> {
    // Only deployments with PostgreSQL pay for its client.
    const { Client } = await import("pg");
    // An own socket can be closed in any state.
    const socket = new Socket();
    const { clock, connectMs, signal } = options;
    try {
      if (signal?.aborted === true) throw lost("closed");
      signal?.addEventListener("abort", () => socket.destroy(), { once: true });
      const client = new Client(clientConfig(server, options, socket));
      const connection = new PostgresConnection(client, socket, options);
      await inTime(client.connect(), { clock, limitMs: connectMs, late: timeout });
      return connection;
    } catch (error) {
      socket.destroy();
      throw asPostgresFailure(error);
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * One statement, or several separated by `;` without values.
   * @param limitMs if above the default, the statement itself must raise the server's limit
   * @throws {PostgresFailure} if the connection is lost, it is closed
   */
  async query(
    text: string,
    values: readonly SqlValue[] = [],
    limitMs = this.#options.statementMs,
  ): Promise<readonly DatabaseRow[]> {
    const answer = this.#client.query<Record<string, unknown>>(text, [...values]);
    try {
      const { rows } = await inTime(answer, { clock: this.#options.clock, limitMs: limitMs + GRACE_MS, late: timeout });
      return rows;
    } catch (error) {
      answer.catch(() => {});
      const failure = asPostgresFailure(error);
      if (!failure.isRefusal) this.drop();
      throw failure;
    }
  }

  /** Runs statements as one transaction. @throws {PostgresFailure} */
  async transaction<Result>(run: () => Promise<Result>): Promise<Result> {
    await this.query("BEGIN");
    try {
      const result = await run();
      await this.query("COMMIT");
      return result;
    } catch (error) {
      if (this.#isOpen) await this.query("ROLLBACK");
      throw error;
    }
  }

  /** Closes it at once. */
  drop(): void {
    this.#isOpen = false;
    this.#socket.destroy();
  }

  /** Closes it in order. No statement may be under way. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { clock } = this.#options;
    await inTime(this.#client.end(), { clock, limitMs: GRACE_MS, late: timeout }).catch(() => {});
    this.#socket.destroy();
  }

  #end(failure: PostgresFailure): void {
    if (!this.#isOpen) return;
    this.drop();
    this.#options.onEnd?.(failure);
  }
}

const lost = (code: string): PostgresFailure => new PostgresFailure(code, { isRefusal: false });
const timeout = (): PostgresFailure => lost("timeout");

/** Type ids of `int8`, which would be text otherwise, `int2` and `int4`. Every number here is far below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23]);

/** Sets every option, so that no `PG…` variable of the environment applies. */
function clientConfig(server: PostgresServer, { statementMs }: ConnectOptions, socket: Socket) {
  const { host, port, database, user, password, tls } = server;
  const settings = {
    client_encoding: "UTF8",
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
  return {
    host,
    port,
    database,
    user,
    // A function, so that neither the environment nor a password file replaces it.
    password: () => password ?? "",
    // Node's defaults: the system's authorities, and the certificate must be the host's.
    ssl: tls === "disable" ? false : { rejectUnauthorized: tls === "verify-full" },
    sslnegotiation: "postgres",
    stream: () => socket,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: "sallyport",
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
    types: { getTypeParser: (type: number) => (NUMBERS.has(type) ? Number : (text: string) => text) },
  } satisfies ClientConfig & { readonly sslnegotiation: string };
}

/**
 * A failed statement or connection. The message is a code (`timeout`, `ECONNREFUSED`, `23505`): the server's messages may quote values
 * of a record.
 */
export class PostgresFailure extends Error {
  /** SQLSTATE, a code of the system, or one of ours. */
  readonly code: string;
  /** The server rejected the statement and kept nothing of it. Otherwise the outcome is unknown and the connection is lost. */
  readonly isRefusal: boolean;

  /** @param options.cause without text of the server */
  constructor(code: string, { isRefusal, cause }: { readonly isRefusal: boolean; readonly cause?: unknown }) {
    super(code, cause === undefined ? undefined : { cause });
    this.name = "PostgresFailure";
    this.code = code;
    this.isRefusal = isRefusal;
  }

  /** The server cannot store the values of a record: data exception, constraint, or program limit. */
  get isOfValues(): boolean {
    return this.isRefusal && /^(?:22|23|54)/.test(this.code);
  }
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Connection exception; and `statement_completion_unknown`. */
const UNKNOWN_OUTCOME = /^(?:08...|40003)$/;
/** Client errors without a code. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["The server does not support SSL connections", "no_tls"],
  ["Connection terminated unexpectedly", "closed"],
  ["Connection terminated", "closed"],
  ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string", "no_password"],
]);

/** Any thrown value as a failure. */
export function asPostgresFailure(error: unknown): PostgresFailure {
  if (error instanceof PostgresFailure) return error;
  if (!(error instanceof Error)) return new PostgresFailure("error", { isRefusal: false });
  const code = codeOf(error);
  const known = CODES.get(error.message);
  if (known !== undefined) return new PostgresFailure(known, { isRefusal: false });
  // A bug of ours or of the client: the log shows where.
  if (code === null) return new PostgresFailure("error", { isRefusal: false, cause: error });
  // FATAL ends the session with an unknown outcome.
  const isError = "severity" in error && error.severity === "ERROR";
  return new PostgresFailure(code, { isRefusal: isError && SQLSTATE.test(code) && !UNKNOWN_OUTCOME.test(code) });
}

/**
 * PostgreSQL stores no NUL character. It is escaped as two characters, and so is the escape character, so that every text is restored
 * exactly. Digests cover the escaped form.
 */
const MARK = "\u0001";
const SPECIAL = /[\0\u0001]/g;
const WRITTEN = /\u0001([01])/g;

export function escapeText(text: string): string {
  return text.replace(SPECIAL, (character) => MARK + (character === "\0" ? "0" : "1"));
}

export function unescapeText(text: string): string {
  return text.replace(WRITTEN, (_, which: string) => (which === "0" ? "\0" : MARK));
}

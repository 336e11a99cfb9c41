import { Socket } from "node:net";
import type { ClientConfig, Client } from "pg";
import { inTime, type Clock } from "../../core/clock.ts";
import type { PostgresServer } from "../../core/store-target.ts";
import type { Row } from "../rows.ts";
import { PostgresFailure, toFailure } from "./postgres-failure.ts";

export type Value = string | number | null;

export interface ConnectOptions {
  readonly clock: Clock;
  /** From the name of the host to the end of the log-in, milliseconds. */
  readonly connectMs: number;
  /** Of a statement, unless it says otherwise, milliseconds: the server ends it then. */
  readonly statementMs: number;
  /** Cuts it, in whatever state. */
  readonly signal?: AbortSignal;
  /** Called once when an open connection ends by itself. */
  readonly onEnd?: (failure: PostgresFailure) => void;
}

const KEEP_ALIVE_MS = 30_000;
/** Added to a statement's limit here, so that the server, which knows what became of it, speaks first. */
const GRACE_MS = 500;
/** A transaction whose client went away in silence keeps its locks no longer. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** One session. It lives until it breaks and is never repaired: its holder decides what a broken one means. */
export class PostgresConnection {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #options: ConnectOptions;
  #isOpen = true;

  private constructor(client: Client, socket: Socket, options: ConnectOptions) {
    this.#client = client;
    this.#socket = socket;
    this.#options = options;
    client.on("error", (error) => this.#end(toFailure(error)));
    client.on("end", () => this.#end(lost("closed")));
  }

  /** @throws {PostgresFailure} */
  static async open(server: PostgresServer, options: ConnectOptions): Promise<PostgresConnection> {
    // Only deployments with PostgreSQL pay for its client.
    const { Client } = await import("pg");
    // A socket of our own can be cut in any state.
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
      throw toFailure(error);
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * One statement; or several ones, parted by `;`, without values.
   * @param limitMs when longer than other statements may take, the statement itself must say so to the server
   * @throws {PostgresFailure} a connection that was lost with it is closed
   */
  async query(
    text: string,
    values: readonly Value[] = [],
    limitMs = this.#options.statementMs,
  ): Promise<readonly Row[]> {
    const answer = this.#client.query<Record<string, unknown>>(text, [...values]);
    try {
      const { rows } = await inTime(answer, { clock: this.#options.clock, limitMs: limitMs + GRACE_MS, late: timeout });
      return rows;
    } catch (error) {
      answer.catch(() => {});
      const failure = toFailure(error);
      if (!failure.isRefusal) this.drop();
      throw failure;
    }
  }

  /** What `run` does is kept as a whole or not at all. @throws {PostgresFailure} */
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

  /** Cuts it off, whatever is under way. */
  drop(): void {
    this.#isOpen = false;
    this.#socket.destroy();
  }

  /** Says good-bye. Nothing may be under way. */
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

/** Object identifiers of `int8`, which comes as text otherwise, `int2` and `int4`. Every number here is far below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23]);

/** Everything is said here, so that no `PG…` variable of the environment has a say. */
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
    // A function: neither the environment nor a password file stands in for it.
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

import type { Clock } from "../../core/clock.ts";
import { ServiceError } from "../../core/errors.ts";
import type { PostgresServer } from "../../core/store-target.ts";
import { PostgresConnection } from "./connection.ts";
import { PostgresFailure } from "./postgres-failure.ts";

/** Queries and retention steps that wait for the connection; more are refused. */
const WAITING_MAX = 64;
/** Of one statement, milliseconds. */
const STATEMENT_MS = 5000;
const CONNECT_MS = 3000;
/** After a connection that did not come about, waiting callers are refused for so long, milliseconds. */
const REST_MS = 1000;

/** A connection beside the writer's, for what may wait: opened when needed, one task after the other. */
export class Lane {
  readonly #server: PostgresServer;
  readonly #clock: Clock;
  #connection: PostgresConnection | null = null;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #failed: { readonly failure: PostgresFailure; readonly atMs: number } | null = null;
  #isClosed = false;

  constructor(server: PostgresServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  /** @throws {ServiceError} `store_unavailable` */
  run<Result>(task: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    if (this.#waiting >= WAITING_MAX) return Promise.reject(new ServiceError("store_unavailable"));
    this.#waiting += 1;
    const result = this.#last.then(() => this.#perform(task)).finally(() => (this.#waiting -= 1));
    this.#last = result.catch(() => {});
    return result;
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    await this.#connection?.close();
  }

  async #perform<Result>(task: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    try {
      return await task(await this.#connected());
    } catch (error) {
      throw error instanceof PostgresFailure ? new ServiceError("store_unavailable", { cause: error }) : error;
    }
  }

  async #connected(): Promise<PostgresConnection> {
    if (this.#isClosed) throw new PostgresFailure("closed", { isRefusal: false });
    if (this.#connection?.isOpen === true) return this.#connection;
    const now = this.#clock.now();
    if (this.#failed !== null && now - this.#failed.atMs < REST_MS) throw this.#failed.failure;
    try {
      const limits = { connectMs: CONNECT_MS, statementMs: STATEMENT_MS };
      this.#connection = await PostgresConnection.open(this.#server, { clock: this.#clock, ...limits });
      this.#failed = null;
      return this.#connection;
    } catch (error) {
      if (error instanceof PostgresFailure) this.#failed = { failure: error, atMs: this.#clock.now() };
      throw error;
    }
  }
}

import { performance } from "node:perf_hooks";
import { Arrivals } from "./arrivals.ts";
import { open, takeTurns, type Connection, type LoadTarget } from "./load.ts";

export interface Offered {
  /** Of each 200, from the moment that its request was due to the end of the answer. */
  readonly latenciesMs: readonly number[];
  readonly refused: number;
  /** Due, and without an answer at the end. */
  readonly waiting: number;
}

export interface OfferOptions {
  readonly perSecond: number;
  readonly seconds: number;
  /** Open from the beginning, as callers' pools are; when all are busy requests wait, and their time runs. */
  readonly connections: number;
  /** How long those that were due may still be answered when no more are offered. */
  readonly drainMs?: number;
}

/** Shortest time between two looks for what is due: a timer's grain. */
const STEP_MS = 1;

/** Offers a load that does not slow down when the service does, as many callers do: requests are due at a fixed rate. */
export async function offer(
  target: LoadTarget,
  { perSecond, seconds, connections, drainMs = 0 }: OfferOptions,
): Promise<Offered> {
  const generator = new Generator(target);
  await generator.open(connections);
  const arrivals = new Arrivals({ startMs: performance.now(), perSecond, seconds });
  for (let nextMs = arrivals.nextMs; nextMs !== null; nextMs = arrivals.nextMs) {
    await pause(Math.max(STEP_MS, nextMs - performance.now()));
    for (const dueMs of arrivals.due(performance.now())) generator.send(dueMs);
  }
  for (const endMs = performance.now() + drainMs; generator.isWaiting && performance.now() < endMs;)
    await pause(STEP_MS);
  return generator.stop();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

class Generator {
  readonly #next: () => Buffer;
  readonly #port: number;
  readonly #idle: Connection[] = [];
  readonly #all: Connection[] = [];
  readonly #waiting: number[] = [];
  readonly #latencies: number[] = [];
  #sent = 0;
  #refused = 0;
  #isOver = false;

  constructor(target: LoadTarget) {
    this.#next = takeTurns(target);
    this.#port = target.port;
  }

  get isWaiting(): boolean {
    return this.#sent > this.#latencies.length + this.#refused;
  }

  async open(connections: number): Promise<void> {
    while (this.#all.length < connections) this.#all.push(await open(this.#port));
    this.#idle.push(...this.#all);
  }

  /** @param dueMs when it should have been sent: its time runs from there */
  send(dueMs: number): void {
    this.#sent += 1;
    this.#waiting.push(dueMs);
    const connection = this.#idle.pop();
    if (connection !== undefined) void this.#serve(connection);
  }

  stop(): Offered {
    this.#isOver = true;
    for (const connection of this.#all) connection.close();
    const waiting = this.#sent - this.#latencies.length - this.#refused;
    return { latenciesMs: this.#latencies, refused: this.#refused, waiting };
  }

  async #serve(connection: Connection): Promise<void> {
    try {
      for (let dueMs = this.#waiting.shift(); dueMs !== undefined; dueMs = this.#waiting.shift()) {
        const status = await connection.exchange(this.#next());
        if (this.#isOver) return;
        if (status === 200) this.#latencies.push(performance.now() - dueMs);
        else if (status === 503) this.#refused += 1;
        else throw new Error(`unexpected answer: status ${status}`);
      }
      this.#idle.push(connection);
    } catch (error) {
      if (!this.#isOver) throw error;
    }
  }
}

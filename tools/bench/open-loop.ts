import { performance } from "node:perf_hooks";
import { open, render, takeTurns, type Connection, type LoadTarget } from "./load.ts";

export interface Offered {
  /** Of 200 per second while load was offered. */
  readonly answeredPerSecond: number;
  /** Of those, answered within `PATIENCE_MS` of the moment they were due. */
  readonly goodPerSecond: number;
  readonly refusedPerSecond: number;
  /** From the moment that a request was due to the end of its answer of 200. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Due, and without an answer when no more were offered. */
  readonly waiting: number;
  /** The longest that a new connection waited for `/healthz`. */
  readonly probeMaxMs: number;
}

/** What a caller waits for an answer before it is of no use. */
export const PATIENCE_MS = 1000;
/** Open from the beginning, as callers' pools are; when all are busy requests wait here, and their time runs. */
const CONNECTIONS = 1000;
/** How often due requests are sent. */
const STEP_MS = 2;

/** Offers a load that does not slow down when the service does, as many callers do: requests are due at a fixed rate. */
export async function offer(
  target: LoadTarget,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Offered> {
  const generator = new Generator(target);
  await generator.open();
  const probes = probe(target.port, seconds);
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  let due = 0;
  for (let nowMs = startedMs; nowMs < endMs; nowMs = performance.now()) {
    for (; due < ((nowMs - startedMs) / 1000) * perSecond; due++) generator.send(startedMs + (due / perSecond) * 1000);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return { ...generator.stop(seconds), probeMaxMs: await probes };
}

/** How often somebody new asks for the service's health. */
const PROBE_EVERY_MS = 200;

/** The longest that a probe of the health waits, its connection included, milliseconds. */
async function probe(port: number, seconds: number): Promise<number> {
  let maxMs = 0;
  const request = render({ port, method: "GET", path: "/healthz" });
  for (const endMs = performance.now() + seconds * 1000; performance.now() < endMs;) {
    const startedMs = performance.now();
    const connection = await open(port);
    await connection.exchange(request);
    connection.close();
    maxMs = Math.max(maxMs, performance.now() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  return maxMs;
}

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

  async open(): Promise<void> {
    while (this.#all.length < CONNECTIONS) this.#all.push(await open(this.#port));
    this.#idle.push(...this.#all);
  }

  /** @param dueMs when it should have been sent: its time runs from there */
  send(dueMs: number): void {
    this.#sent += 1;
    this.#waiting.push(dueMs);
    const connection = this.#idle.pop();
    if (connection !== undefined) void this.#serve(connection);
  }

  stop(seconds: number): Omit<Offered, "probeMaxMs"> {
    this.#isOver = true;
    for (const connection of this.#all) connection.close();
    const latencies = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
    return {
      answeredPerSecond: latencies.length / seconds,
      goodPerSecond: latencies.filter((ms) => ms <= PATIENCE_MS).length / seconds,
      refusedPerSecond: this.#refused / seconds,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      waiting: this.#sent - latencies.length - this.#refused,
    };
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

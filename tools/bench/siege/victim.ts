import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Arrivals } from "../arrivals.ts";
import { analysis, Door, VICTIM, type Sent } from "./door.ts";

/** Another client, who asks for the service's health and has short texts analysed, at a fixed rate. */
const PER_SECOND = 20;
/** How long an answer may still come when no more is asked, milliseconds. It has waited that long then. */
const DRAIN_MAX_MS = 30_000;
const WARM_UP = 30;

export interface Suffered {
  /** From the moment that the request was due, milliseconds; of those without an answer, how long was waited for it. */
  readonly latenciesMs: readonly number[];
  /** Whatever came instead of 200, and how often. */
  readonly errors: ReadonlyMap<string, number>;
}

const HEALTH: Sent = { method: "GET", path: "/healthz" };
const analysisOf = (index: number): Sent =>
  analysis(`Please write ${index} lines about the harbour at ${performance.now()}.`);

export class Victim {
  readonly #door: Door;

  constructor(port: number) {
    this.#door = new Door(port, VICTIM);
  }

  /** Lets the service load and compile what it needs for such requests. */
  async warmUp(): Promise<void> {
    for (let index = 0; index < WARM_UP; index += 1) await this.#door.send(analysisOf(index));
  }

  async suffer(seconds: number): Promise<Suffered> {
    const latenciesMs: number[] = [];
    const errors = new Map<string, number>();
    const arrivals = new Arrivals({ startMs: performance.now(), perSecond: PER_SECOND, seconds });
    const waiting = new Set<number>();
    const ask = async (dueMs: number, index: number): Promise<void> => {
      waiting.add(dueMs);
      const outcome = await this.#door.send(index % 2 === 0 ? HEALTH : analysisOf(index));
      if (!waiting.delete(dueMs)) return;
      latenciesMs.push(performance.now() - dueMs);
      if (outcome !== "200") errors.set(outcome, (errors.get(outcome) ?? 0) + 1);
    };
    let index = 0;
    for (let nextMs = arrivals.nextMs; nextMs !== null; nextMs = arrivals.nextMs) {
      await pause(Math.max(1, nextMs - performance.now()));
      for (const dueMs of arrivals.due(performance.now())) void ask(dueMs, index++);
    }
    for (const endMs = performance.now() + DRAIN_MAX_MS; waiting.size > 0 && performance.now() < endMs;)
      await pause(10);
    for (const dueMs of waiting) latenciesMs.push(performance.now() - dueMs);
    if (waiting.size > 0) errors.set("no answer", waiting.size);
    waiting.clear();
    return { latenciesMs, errors };
  }

  close(): void {
    this.#door.close();
  }
}

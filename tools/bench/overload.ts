import type { Contender } from "./compare.ts";
import type { Figure } from "./figures.ts";
import { load, open, render } from "./load.ts";
import { offer, type Offered } from "./open-loop.ts";
import { quantile } from "./statistics.ts";

export interface OverloadFigure {
  readonly figure: string;
  readonly values: number[];
  readonly unit: Figure["unit"];
}

/** How long each load is offered, and the rest between two, seconds. */
const OFFERED_SECONDS = 5;
const REST_MS = 2000;
const CONNECTIONS = 1000;
/** What a caller waits for an answer before it is of no use. */
const PATIENCE_MS = 1000;
/** Callers at once, and requests of each of them, while the capacity is measured. */
const CALLERS = 64;
const CALLS_EACH = 15;

/**
 * Offers once and three times what the service can do, to one that refuses what is too much and to one that does not. The capacity
 * is measured anew in each round, right before: both then have the machine as it is.
 */
export async function measureOverload(
  contenders: ReadonlyMap<string, Contender>,
  rounds: number,
): Promise<readonly OverloadFigure[]> {
  const figures = new Map<string, OverloadFigure>();
  const note = (figure: string, value: number, unit: Figure["unit"]): void => {
    const known = figures.get(figure) ?? { figure, values: [], unit };
    known.values.push(value);
    figures.set(figure, known);
  };
  for (let round = 0; round < rounds; round++)
    for (const times of [1, 3])
      for (const [name, { target, process }] of contenders) {
        const options = { connections: CALLERS, requests: CALLERS * CALLS_EACH };
        const startedCpu = process.cpuSeconds();
        const { requestsPerSecond: capacity } = await load(target, options);
        const capacityCpu = process.cpuSeconds();
        const probes = probe(target.port, OFFERED_SECONDS);
        const rate = { perSecond: capacity * times, seconds: OFFERED_SECONDS, connections: CONNECTIONS };
        const offered = await offer(target, rate);
        const perCpu = offered.latenciesMs.length / (process.cpuSeconds() - capacityCpu);
        const efficiency = perCpu / (options.requests / (capacityCpu - startedCpu));
        note(`${times}×, ${name}: answered / capacity, each per second of its processor`, efficiency, "×");
        for (const [what, value, unit] of told(offered, capacity, await probes))
          note(`${times}×, ${name}: ${what}`, value, unit);
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
      }
  return [...figures.values()];
}

function told(
  { latenciesMs, refused, waiting }: Offered,
  capacity: number,
  probeMaxMs: number,
): readonly (readonly [what: string, value: number, unit: Figure["unit"]])[] {
  const share = (count: number): number => count / OFFERED_SECONDS / capacity;
  return [
    ["answered / capacity", share(latenciesMs.length), "×"],
    [
      `answered within ${PATIENCE_MS / 1000} s / capacity`,
      share(latenciesMs.filter((ms) => ms <= PATIENCE_MS).length),
      "×",
    ],
    ["median of the answered", quantile(latenciesMs, 0.5), "ms"],
    ["p99 of the answered", quantile(latenciesMs, 0.99), "ms"],
    ["refused", refused / OFFERED_SECONDS, "/s"],
    ["without an answer at the end", waiting, ""],
    ["longest wait for /healthz", probeMaxMs, "ms"],
  ];
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

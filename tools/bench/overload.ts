import { load, type LoadTarget } from "./load.ts";
import type { Running } from "./processes.ts";
import { offer, PATIENCE_MS, type Offered } from "./open-loop.ts";

export interface OverloadFigure {
  readonly figure: string;
  readonly values: number[];
  readonly unit: string;
}

interface Contender {
  readonly target: LoadTarget;
  readonly process: Running;
}

/** How long each load is offered, and the rest between two, seconds. */
const OFFERED_SECONDS = 5;
const REST_MS = 2000;
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
  const note = (figure: string, value: number, unit: string): void => {
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
        const offered = await offer(target, { perSecond: capacity * times, seconds: OFFERED_SECONDS });
        const perCpu = (offered.answeredPerSecond * OFFERED_SECONDS) / (process.cpuSeconds() - capacityCpu);
        const efficiency = perCpu / (options.requests / (capacityCpu - startedCpu));
        note(`${times}×, ${name}: answered / capacity, each per second of its processor`, efficiency, "×");
        for (const [what, value, unit] of told(offered, capacity)) note(`${times}×, ${name}: ${what}`, value, unit);
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
      }
  return [...figures.values()];
}

function told(offered: Offered, capacity: number): readonly (readonly [what: string, value: number, unit: string])[] {
  return [
    ["answered / capacity", offered.answeredPerSecond / capacity, "×"],
    [`answered within ${PATIENCE_MS / 1000} s / capacity`, offered.goodPerSecond / capacity, "×"],
    ["median of the answered", offered.p50Ms, "ms"],
    ["p99 of the answered", offered.p99Ms, "ms"],
    ["refused", offered.refusedPerSecond, "/s"],
    ["without an answer at the end", offered.waiting, ""],
    ["longest wait for /healthz", offered.probeMaxMs, "ms"],
  ];
}

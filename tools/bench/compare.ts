import type { Bench } from "./bench.ts";
import { load, type LoadTarget } from "./load.ts";
import type { Running } from "./processes.ts";
import { median, medianRatio } from "./statistics.ts";

export interface Contender {
  readonly target: LoadTarget;
  readonly process: Running;
}

export interface CompareOptions {
  readonly scenario: string;
  /** The first one is what the others are compared with. */
  readonly contenders: ReadonlyMap<string, Contender>;
  readonly unit?: "requests/s" | "streams/s";
  /** How long each contender runs in a round, seconds. */
  readonly slice?: number;
  readonly roundsMax?: number;
}

/** How long each contender runs before it is measured: the code of a service that has run for a while is compiled. */
const WARM_UP_SECONDS = 3;
const SLICE_SECONDS = 0.7;

interface Taken {
  readonly rates: number[];
  /** Requests per second of the process's own time on a processor: what else runs on the machine counts less. */
  readonly perCpu: number[];
}

/** Runs every contender once per round and tells the first one's throughput relative to each other one. */
export async function compare(
  bench: Bench,
  { scenario, contenders, unit = "requests/s", slice = SLICE_SECONDS, roundsMax = Infinity }: CompareOptions,
): Promise<void> {
  const { rounds, connections } = bench.options;
  const taken = new Map<string, Taken>();
  for (const { target } of contenders.values()) await load(target, { connections, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < Math.min(rounds, roundsMax); round++)
    for (const [name, { target, process }] of contenders) {
      const startedCpu = process.cpuSeconds();
      const { requests, requestsPerSecond } = await load(target, { connections, seconds: slice });
      const { rates, perCpu } = taken.get(name) ?? { rates: [], perCpu: [] };
      rates.push(requestsPerSecond);
      perCpu.push(requests / (process.cpuSeconds() - startedCpu));
      taken.set(name, { rates, perCpu });
    }
  const [[first, ours] = ["", { rates: [], perCpu: [] }], ...others] = [...taken];
  for (const [name, { rates }] of others)
    bench.note(scenario, `${first} / ${name}`, medianRatio(ours.rates, rates), "×");
  for (const [name, { perCpu }] of others)
    bench.note(scenario, `${first} / ${name}, per processor second of each`, medianRatio(ours.perCpu, perCpu), "×");
  for (const [name, { rates }] of taken) bench.note(scenario, name, median(rates), unit);
  for (const [name, { perCpu }] of taken)
    bench.note(scenario, `${name}, processor time each`, 1e6 / median(perCpu), "µs");
}

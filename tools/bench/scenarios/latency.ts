import type { Bench } from "../bench.ts";
import { LATENCY } from "../goals.ts";
import { load } from "../load.ts";
import { offer } from "../open-loop.ts";
import { median, quantile } from "../statistics.ts";
import { chatTarget } from "../targets.ts";
import type { Scenario } from "./scenario.ts";

const RATES = [100, 500];
const OFFER = { seconds: 4, connections: 128, drainMs: 5000 };
/** A round takes seconds, and each request is a measurement: fewer do. */
const ROUNDS_MAX = 3;
const WARM_UP = 2000;

interface Taken {
  readonly p50: number[];
  readonly p99: number[];
  /** Not answered with 200. */
  lost: number;
}

async function run(bench: Bench): Promise<void> {
  const targets = new Map([
    ["direct", chatTarget((await bench.upstream()).port)],
    ["sallyport", chatTarget((await bench.service()).port)],
  ]);
  for (const target of targets.values()) await load(target, { connections: 4, requests: WARM_UP });
  for (const perSecond of RATES) {
    const taken = new Map<string, Taken>();
    for (let round = 0; round < Math.min(bench.options.rounds, ROUNDS_MAX); round++)
      for (const [name, target] of targets) {
        const { latenciesMs, refused, waiting } = await offer(target, { ...OFFER, perSecond });
        const into = taken.get(name) ?? { p50: [], p99: [], lost: 0 };
        into.p50.push(quantile(latenciesMs, 0.5));
        into.p99.push(quantile(latenciesMs, 0.99));
        into.lost += refused + waiting;
        taken.set(name, into);
      }
    tell(bench, perSecond, taken);
  }
}

function tell(bench: Bench, perSecond: number, taken: ReadonlyMap<string, Taken>): void {
  const none: Taken = { p50: [], p99: [], lost: 0 };
  const [direct, ours] = [taken.get("direct") ?? none, taken.get("sallyport") ?? none];
  for (const what of ["p50", "p99"] as const) {
    const added = ours[what].map((ms, round) => ms - (direct[what][round] ?? Number.NaN));
    bench.note(LATENCY, `${perSecond}/s: added ${what}`, median(added), "ms");
  }
  for (const [name, { p50, p99 }] of taken) {
    bench.note(LATENCY, `${perSecond}/s: ${name}, p50`, median(p50), "ms");
    bench.note(LATENCY, `${perSecond}/s: ${name}, p99`, median(p99), "ms");
  }
  bench.note(LATENCY, `${perSecond}/s: requests without an answer of 200`, ours.lost, "");
}

export const latency: Scenario = { name: "latency", isDefault: true, run };

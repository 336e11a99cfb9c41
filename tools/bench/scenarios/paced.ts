import type { Bench } from "../bench.ts";
import { pacedScenario, SHOWN_BY } from "../goals.ts";
import { added, watchStreams, type Seen, type WAITS } from "../paced.ts";
import { POOL } from "../prose.ts";
import { chatBodies } from "../targets.ts";
import type { Scenario } from "./scenario.ts";

const DELTAS = 60;
const PACE_MS = 10;
/** Of each client and round; the last one does not count. */
const TURNS = 3;
const STREAMS = [50, 200];
/** A round takes seconds, and each stream is a measurement: fewer do. */
const ROUNDS_MAX = 3;

const TOLD: readonly (readonly [wait: keyof typeof WAITS, what: string])[] = [
  ["firstEvent", "added to the first event"],
  ["firstText", "added to the first text"],
  ["shownBy", SHOWN_BY],
  ["lastText", "added to the last text"],
];
const QUANTILES: readonly (readonly [share: number, name: string])[] = [
  [0.5, "p50"],
  [0.99, "p99"],
];

async function run(bench: Bench): Promise<void> {
  const provider = await bench.launch("./peers/paced-upstream.ts", DELTAS, PACE_MS);
  const ways = new Map([
    ["direct", provider],
    ["bare undici", await bench.launch("./peers/undici-proxy.ts", provider.port)],
    ["sallyport", await bench.freshService({}, provider)],
  ]);
  const bodies = chatBodies({ stream: true });
  let turn = 0;
  const next = (): string => bodies[turn++ % POOL] ?? "";
  for (const streams of STREAMS) {
    const seen = new Map<string, Seen[]>([...ways.keys()].map((name) => [name, []]));
    const options = { streams, turns: TURNS, lastsMs: PACE_MS * DELTAS, next };
    for (let round = -1; round < Math.min(bench.options.rounds, ROUNDS_MAX); round++)
      for (const [name, { port }] of ways) {
        const watched = await watchStreams(port, options);
        if (round >= 0) seen.get(name)?.push(...watched); // The first round warms up.
      }
    tell(bench, pacedScenario(streams), seen);
  }
}

function tell(bench: Bench, scenario: string, seen: ReadonlyMap<string, readonly Seen[]>): void {
  const of = (name: string): readonly Seen[] => seen.get(name) ?? [];
  for (const [wait, what] of TOLD)
    for (const [share, name] of QUANTILES)
      bench.note(scenario, `${what}, ${name}`, added(of("sallyport"), of("direct"), { wait, share }), "ms");
  for (const [wait, what] of TOLD.filter(([wait]) => wait !== "shownBy"))
    for (const [share, name] of QUANTILES)
      bench.note(
        scenario,
        `bare undici: ${what}, ${name}`,
        added(of("bare undici"), of("direct"), { wait, share }),
        "ms",
      );
}

export const paced: Scenario = { name: "paced", isDefault: true, run };

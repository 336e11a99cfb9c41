/**
 * npm run bench:metrics
 * What counting costs: the CPU time of all that is counted of one analysed prompt, against the CPU time of the whole request
 * (client in the same process included), and of what is measured of one event of a stream. Medians of rounds. A difference of
 * two runs of a server would be smaller than its noise.
 */
import { createApp } from "../../src/app.ts";
import { systemClock } from "../../src/cli/process.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createLogger } from "../../src/telemetry/logger.ts";
import { Metrics } from "../../src/telemetry/metrics.ts";
import { proseOf } from "./texts.ts";

const ROUNDS = 7;
const REQUESTS = 400;
const COUNTS = 100_000;
const ASSET = "bench";
const CONFIG = `
server: { port: 0 }
keys: [{ id: bench, secret: rsk_bench, organization: bench }]
assets:
  - id: ${ASSET}
    organization: bench
    policies:
      - { policy_name: prompt_injection_detection, action: block }
      - { policy_name: pii_detection, action: flag }
      - { policy_name: secrets_keys_detection, action: block }
      - { policy_name: competitor_mention_detection, action: flag, metadata: [Acme, Globex Corporation] }
limits: { routes: { "POST /sdk/v1/analyze/prompt": 1000000000 } }
store: { url: none }
`;
const ROUTE = "POST /sdk/v1/analyze/prompt";

const loaded = loadConfig(CONFIG, { file: "bench", env: {} });
if (!loaded.ok) throw new Error(loaded.problems.map(({ path, reason }) => `${path}: ${reason}`).join("\n"));
const metrics = new Metrics();
const app = createApp({
  config: loaded.config,
  clock: systemClock,
  logger: createLogger({ level: "silent" }),
  metrics,
});
const { port } = await app.listen();
const body = JSON.stringify({ asset_id: ASSET, scan_data: { prompt: proseOf(1024) } });
const headers = { "content-type": "application/json", "x-api-key": "rsk_bench" };

async function send(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/sdk/v1/analyze/prompt`, { method: "POST", headers, body });
  await answer.arrayBuffer();
}

const policies = loaded.config.assets[0]?.policies ?? [];
const applied = policies.map((policy) => ({ policy, scope: "both", status: "passed", durationUs: 80 }) as const);

function count(): void {
  metrics.limited("admitted");
  metrics.evaluation({ applied }, { surface: "api", asset: ASSET, side: "input", durationMs: 0.3 });
  metrics.verdict("api", ASSET, "passed");
  metrics.request({ route: ROUTE, format: null, status: 200, durationMs: 0.8 });
}

/** @returns CPU time of one run, microseconds */
async function cpuOf(times: number, run: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < times; index++) {
    const running = run();
    if (running !== undefined) await running;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function medianOf(times: number, run: () => void | Promise<void>): Promise<number> {
  await cpuOf(times, run);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await cpuOf(times, run));
  return median(rounds);
}

const requestUs = await medianOf(REQUESTS, send);
const countedUs = await medianOf(COUNTS, count);
const eventUs = await medianOf(COUNTS, () => {
  const arrivedMs = systemClock.now();
  metrics.released(systemClock.now() - arrivedMs, 24);
});
await app.close();
process.stdout.write(
  `request of 1 KB        ${requestUs.toFixed(1)} µs CPU\n` +
    `counting, a request    ${countedUs.toFixed(2)} µs, ratio ${(requestUs / (requestUs - countedUs)).toFixed(4)}\n` +
    `measuring, an event    ${eventUs.toFixed(3)} µs\n`,
);

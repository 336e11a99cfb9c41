import type { Bench } from "../bench.ts";
import { BESIDE_LARGE, LARGE } from "../goals.ts";
import { load } from "../load.ts";
import { offer } from "../open-loop.ts";
import type { Running } from "../processes.ts";
import { median, medianRatio, quantile } from "../statistics.ts";
import { analyzeTarget } from "../targets.ts";
import type { Scenario } from "./scenario.ts";

/** The longest text that is taken as shipped, and one of a sixteenth. */
const MB = 1_000_000;
const PART = 64_000;
/** Many of the smaller, so that the clock's grain counts as little as for the larger. */
const PARTS = 16;
/** Different texts of a megabyte: each is one of the last so many, and five hundred would take half a gigabyte. */
const LARGE_POOL = 32;

/** Small requests, at a rate that any service holds. */
const SMALL = { perSecond: 50, seconds: 8, connections: 64, drainMs: 5000 };

async function run(bench: Bench): Promise<void> {
  const service = await bench.freshService();
  await ratio(bench, service);
  await besideLarge(bench, service);
}

/** One request at a time. */
async function ratio(bench: Bench, service: Running): Promise<void> {
  const echo = await bench.echo();
  const [large, part] = [largeTarget(service.port), analyzeTarget(service.port, PART)];
  const echoed = largeTarget(echo.port);
  const cpu: { large: number[]; part: number[] } = { large: [], part: [] };
  const wall: { large: number[]; part: number[]; echo: number[] } = { large: [], part: [], echo: [] };
  for (let round = -1; round < bench.options.rounds; round++) {
    const largeCost = await costOf(service, () => load(large, { connections: 1, requests: 1 }));
    const partCost = await costOf(service, () => load(part, { connections: 1, requests: PARTS }));
    const echoCost = await costOf(echo, () => load(echoed, { connections: 1, requests: 1 }));
    if (round < 0) continue; // Warm-up.
    cpu.large.push(largeCost.cpuMs);
    cpu.part.push(partCost.cpuMs / PARTS);
    wall.large.push(largeCost.wallMs);
    wall.part.push(partCost.wallMs / PARTS);
    wall.echo.push(echoCost.wallMs);
  }
  bench.note(LARGE, "1 MB / 64 KB, processor time", medianRatio(cpu.large, cpu.part), "×");
  bench.note(LARGE, "1 MB / 64 KB, time", medianRatio(wall.large, wall.part), "×");
  bench.note(LARGE, "1 MB", median(wall.large), "ms");
  bench.note(LARGE, "64 KB", median(wall.part), "ms");
  bench.note(LARGE, "bare node:http echo, 1 MB", median(wall.echo), "ms");
}

const largeTarget = (port: number): ReturnType<typeof analyzeTarget> => analyzeTarget(port, MB, { count: LARGE_POOL });

async function costOf(process: Running, work: () => Promise<unknown>): Promise<{ wallMs: number; cpuMs: number }> {
  const [startedMs, startedCpu] = [performance.now(), process.cpuSeconds()];
  await work();
  return { wallMs: performance.now() - startedMs, cpuMs: (process.cpuSeconds() - startedCpu) * 1000 };
}

/** What those with short texts wait while somebody sends one long text after the other. */
async function besideLarge(bench: Bench, { port }: Running): Promise<void> {
  const small = analyzeTarget(port, 1000);
  await load(small, { connections: 4, requests: 1000 });
  const alone = await offer(small, SMALL);
  const long = load(largeTarget(port), { connections: 1, seconds: SMALL.seconds });
  const beside = await offer(small, SMALL);
  const { requests } = await long;
  for (const [name, { latenciesMs }] of [
    ["alone", alone],
    ["beside 1 MB", beside],
  ] as const) {
    bench.note(BESIDE_LARGE, `${name}: p50`, quantile(latenciesMs, 0.5), "ms");
    bench.note(BESIDE_LARGE, `${name}: p99`, quantile(latenciesMs, 0.99), "ms");
  }
  bench.note(BESIDE_LARGE, "texts of 1 MB meanwhile", requests, "");
  bench.note(BESIDE_LARGE, "short texts without an answer of 200", beside.waiting + beside.refused, "");
}

export const large: Scenario = { name: "large", isDefault: true, run };

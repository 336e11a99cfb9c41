/**
 * npm run bench:soak [-- --minutes 10 --warm-up 2 --seed 1 --share 0.4 | --rate N] [--write]
 * Mixed traffic at a steady rate: analyses of many sizes, events, chats in every format whole and streamed, masked and blocked
 * ones, clients that leave or read slowly, requests and upstreams that are broken, reloads. What the process holds is watched;
 * the memory must not grow, the event loop's delay stay low, every outcome be the expected one. --write puts the report into docs.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { scrape, valueOf } from "../../test/support/prometheus.ts";
import { start, type Running } from "./processes.ts";
import { freePort } from "../../test/support/listen.ts";
import { here, SERVICE } from "./service.ts";
import { hangUp } from "./soak/client.ts";
import { SoakConfig } from "./soak/config.ts";
import { closedRound, openLoad, type OpenLoad } from "./soak/load.ts";
import type { ProbeSample } from "./soak/probe.ts";
import { createRandom } from "./soak/random.ts";
import { judge, render, type SoakRun } from "./soak/report.ts";
import { Tally } from "./soak/tally.ts";

const MAIN = here("../../dist/main.js");
const PAGE = here("../../docs/soak.md");
const FIGURES = here("../../docs/results/soak.json");

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    "warm-up": { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    share: { type: "string", default: "0.4" },
    rate: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
/** A provider's time between two pieces. */
const PACE_MS = 5;
const RELOAD_MS = 15_000;
const SCRAPE_MS = 10_000;

const folder = mkdtempSync(join(tmpdir(), "sallyport-soak-"));
const running: Running[] = [];
const timers: NodeJS.Timeout[] = [];

/** What the process tells of itself. */
class Watch {
  readonly samples: ProbeSample[] = [];
  #wake: (sample: ProbeSample) => void = () => {};

  readonly take = (message: unknown): void => {
    // Only the probe sends: tools/bench/soak/probe.ts
    const sample = message as ProbeSample;
    this.samples.push(sample);
    this.#wake(sample);
  };

  next(): Promise<ProbeSample> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

async function soak(): Promise<SoakRun> {
  const [upstreamPort, port] = [await freePort(), await freePort()];
  running.push(
    await start([here("./peers/formats.ts"), String(upstreamPort), String(PACE_MS)], { port: upstreamPort }),
  );
  const file = join(folder, "sallyport.yaml");
  const database = join(folder, "records.db");
  const config = new SoakConfig({ file, upstreamUrl: `http://127.0.0.1:${upstreamPort}`, database });
  const watch = new Watch();
  const service = await start(
    // As `npm start` runs it, and the probe.
    ["--import", here("./soak/probe.ts"), ...SERVICE, "--config", file, "--port", String(port)],
    { port, readyPath: "/readyz", onMessage: watch.take },
  );
  running.push(service);
  const idlePort = await freePort();
  const idleWatch = new Watch();
  const idle = await start(["--import", here("./soak/probe.ts"), here("./peers/idle.ts"), String(idlePort)], {
    port: idlePort,
    onMessage: idleWatch.take,
  });
  running.push(idle);
  const ask = (word: string): Promise<ProbeSample> => {
    service.tell(word);
    return watch.next();
  };

  const random = createRandom(seed);
  const warm = new Tally();
  const warmUp = { random, tally: warm, seconds: Number(values["warm-up"]) * 30 };
  const capacityPerSecond = await capacity(port, { ...warmUp, busyMs: async () => (await ask("sample")).activeMs });
  const perSecond = values.rate === undefined ? capacityPerSecond * Number(values.share) : Number(values.rate);
  process.stderr.write(`capacity ${capacityPerSecond.toFixed(1)}, rate ${perSecond.toFixed(1)} requests a second\n`);

  const url = `http://127.0.0.1:${port}`;
  const seen = { p99: [] as number[], pending: 0 };
  const look = async (): Promise<void> => {
    const series = await scrape(url);
    seen.p99.push(valueOf(series, "sallyport_event_loop_delay_seconds", { quantile: "0.99" }) * 1000);
    seen.pending = Math.max(seen.pending, valueOf(series, "sallyport_store_saves_pending"));
  };
  timers.push(setInterval(() => config.change(), RELOAD_MS));
  await openLoad(port, { ...warmUp, perSecond });
  const tally = new Tally();
  await ask("begin");
  idle.tell("begin");
  watch.samples.length = 0;
  await scrape(url);
  timers.push(setInterval(() => void look(), SCRAPE_MS));
  await openLoad(port, { perSecond, seconds: minutes * 60, random, tally });
  await ask("sample");
  const samples = [...watch.samples];
  const idleDelays = idleWatch.samples.at(-1)?.delays ?? [];
  for (const timer of timers) clearInterval(timer);
  // A version that is replaced before it is read is none that was counted.
  await settledReloads(url, config);
  config.change("valid");
  const reloads = await settledReloads(url, config);
  hangUp();
  const exitCode = await service.stop();
  // What the warm-up was promised is in the same file.
  tally.promised += warm.promised;
  tally.unexpected += warm.unexpected;
  tally.examples.push(...warm.examples.map((example) => `while warming up: ${example}`));
  return {
    seed,
    minutes,
    capacityPerSecond,
    perSecond,
    samples,
    idleDelays,
    intervalP99Ms: seen.p99,
    pendingMax: seen.pending,
    tally,
    reloads,
    records: recordsIn(database, file),
    exitCode,
  };
}

/** A rate that is surely held, as a share of what is answered when requests stand in line. */
const CAUTIOUS_SHARE = 0.2;

/**
 * Requests a second that would keep the event loop busy all the time, by how busy it is at a rate that it holds. What stands in
 * line is dealt with more cheaply: pieces of streams are gathered then.
 */
async function capacity(
  port: number,
  { busyMs, ...load }: Omit<OpenLoad, "perSecond"> & { readonly busyMs: () => Promise<number> },
): Promise<number> {
  await closedRound(port, load.random, load.tally);
  const startedMs = performance.now();
  const count = await closedRound(port, load.random, load.tally);
  const perSecond = (CAUTIOUS_SHARE * count * 1000) / (performance.now() - startedMs);
  const [beforeMs, atMs] = [await busyMs(), performance.now()];
  await openLoad(port, { ...load, perSecond });
  return (perSecond * (performance.now() - atMs)) / ((await busyMs()) - beforeMs);
}

/** A change is taken in a moment. */
async function settledReloads(url: string, config: SoakConfig): Promise<SoakRun["reloads"]> {
  const { accepted, rejected } = config.counts;
  const written = `${accepted}, ${rejected}`;
  let counted = "";
  for (let turn = 0; turn < 50 && counted !== written; turn++) {
    const series = await scrape(url);
    const of = (result: string): number => valueOf(series, "sallyport_config_reloads_total", { result });
    counted = `${of("accepted")}, ${of("rejected")}`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { written, counted };
}

function recordsIn(path: string, file: string): SoakRun["records"] {
  const database = new DatabaseSync(path, { readOnly: true });
  const found = Number(
    database.prepare("SELECT count(*) AS n FROM records WHERE endpoint NOT LIKE 'proxy %'").get()?.["n"],
  );
  database.close();
  return { found, audit: audited(file) };
}

/** What the audit says of the chain, or why it says nothing. */
function audited(file: string): string {
  try {
    const said = execFileSync(process.execPath, [MAIN, "audit", "verify", "--config", file], { encoding: "utf8" });
    return /whole .*/.exec(said)?.[0] ?? said;
  } catch (error) {
    return String(error);
  }
}

const MARK = "<!-- Generated by `npm run bench:soak -- --write`. -->";

/** The report goes behind the mark; what stands before it is written by hand. */
function write(report: string, figures: unknown): void {
  const [head = ""] = readFileSync(PAGE, "utf8").split(MARK, 1);
  writeFileSync(PAGE, `${head}${MARK}\n\n${report}`);
  mkdirSync(dirname(FIGURES), { recursive: true });
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`);
}

try {
  const run = await soak();
  const judgement = judge(run);
  const command = `npm run bench:soak -- ${process.argv
    .slice(2)
    .filter((word) => word !== "--write")
    .join(" ")}`.trimEnd();
  const report = render(run, judgement, command.replace(/ --$/, ""));
  process.stdout.write(report);
  const { tally, samples, ...figures } = run;
  const kinds = Object.fromEntries(
    [...tally.kinds].map(([kind, { outcomes }]) => [kind, Object.fromEntries(outcomes)]),
  );
  if (values.write)
    write(report, { ...figures, ...judgement, requests: tally.requests, left: tally.left, kinds, samples });
  process.exitCode = judgement.failures.length === 0 ? 0 : 1;
} finally {
  for (const timer of timers) clearInterval(timer);
  await Promise.all(running.map((process) => process.stop()));
  rmSync(folder, { recursive: true });
}

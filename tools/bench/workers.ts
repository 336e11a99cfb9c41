/**
 * What one core does, and what a second process adds: processor time of a request with one process and with two workers, and
 * memory. Load generator and provider take a core of their own, so that two cores cannot show twice the
 * throughput; requests per second of a core are derived from processor time. Rounds are interleaved; the figures are medians.
 * `npm run bench:workers -- [--rounds N] [--write]`; `--write` puts the table into docs/operations.md.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../../src/cli/markdown-table.ts";
import { load, type LoadTarget } from "./load.ts";
import { start, type Running } from "./processes.ts";
import { freePort } from "../../test/support/listen.ts";
import { here, serviceEnv, startService } from "./service.ts";
import { analyzeTarget, chatTarget } from "./targets.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, write: { type: "boolean" } } });
const ROUNDS = Number(values.rounds);
const CONNECTIONS = 16;
const WORKERS = [1, 2] as const;
const PAGE = new URL("../../docs/operations.md", import.meta.url);
const BEGIN = "<!-- Figures of `npm run bench:workers -- --write`. -->\n";
const END = "<!-- End of the figures. -->\n";
/** Of `getconf CLK_TCK`, which Linux fixes for programs. */
const TICKS_PER_SECOND = 100;

const WORKLOADS: readonly (readonly [name: string, requests: number, target: (port: number) => LoadTarget])[] = [
  ["analyze, 1 KB", 3000, (port) => analyzeTarget(port, 1000)],
  ["analyze, 16 KB", 600, (port) => analyzeTarget(port, 16_000)],
  ["chat, 1 KB, recorded", 2000, (port) => chatTarget(port)],
  ["chat streamed, 100 deltas, recorded", 300, (port) => chatTarget(port, { stream: true })],
];

interface Service {
  readonly workers: number;
  readonly running: Running;
  /** Processor time of the processes, seconds: the one that was started, then its workers. */
  readonly cpuSeconds: () => readonly number[];
  /** Resident memory of the processes, MB. */
  readonly rssMb: () => readonly number[];
}

const folder = mkdtempSync(join(tmpdir(), "sallyport-workers-"));

async function serve(workers: number, upstreamPort: number): Promise<Service> {
  const store = `sqlite:${join(folder, `${workers}.db`)}`;
  const env = serviceEnv(upstreamPort, { BENCH_WORKERS: String(workers), BENCH_STORE: store });
  const running = await startService({ env });
  const pids = pidsOf(running.port);
  return {
    workers,
    running,
    cpuSeconds: () => pids.map(cpuSecondsOf),
    rssMb: () => pids.map(rssMbOf),
  };
}

/** The process that was started with this port, and its children. */
function pidsOf(port: number): readonly number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const leader = all.find((pid) => readText(`/proc/${pid}/cmdline`).includes(`--port\0${port}\0`));
  if (leader === undefined) throw new Error("the service is not among the processes");
  const children = readText(`/proc/${leader}/task/${leader}/children`).trim();
  return [leader, ...children.split(" ").filter((pid) => pid !== "")].map(Number);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A process that has gone meanwhile.
    return "";
  }
}

function cpuSecondsOf(pid: number): number {
  const fields = readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const rssMbOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1]) / 1024;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

interface Figures {
  /** Processor time of a request, ms: of all processes, and of the one that leads. */
  readonly costMs: number[];
  readonly leaderMs: number[];
  readonly perSecond: number[];
}

const figures = new Map<string, Figures>();
const figuresOf = (name: string, workers: number): Figures => {
  const key = `${name} ${workers}`;
  const known = figures.get(key) ?? { costMs: [], leaderMs: [], perSecond: [] };
  figures.set(key, known);
  return known;
};

async function measure({ workers, running, cpuSeconds }: Service, at: (typeof WORKLOADS)[number]): Promise<void> {
  const [name, requests, target] = at;
  const before = cpuSeconds();
  const { requestsPerSecond } = await load(target(running.port), { connections: CONNECTIONS, requests });
  const spent = cpuSeconds().map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1000) / requests);
  const { costMs, leaderMs, perSecond } = figuresOf(name, workers);
  costMs.push(sum(spent));
  leaderMs.push(workers === 1 ? 0 : (spent[0] ?? 0));
  perSecond.push(requestsPerSecond);
}

const upstreamPort = await freePort();
const upstream = await start([here("./peers/upstream.ts"), String(upstreamPort)], { port: upstreamPort });
const services: Service[] = [];
try {
  for (const workers of WORKERS) services.push(await serve(workers, upstreamPort));
  const idle = services.map(({ rssMb }) => rssMb());
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const workload of WORKLOADS) for (const service of services) await measure(service, workload);
    if (round === 0) figures.clear();
  }
  const loaded = services.map(({ rssMb }) => rssMb());
  const text = report(idle, loaded);
  console.log(text);
  if (values.write === true) write(text);
} finally {
  for (const { running } of services) await running.stop();
  await upstream.stop();
  rmSync(folder, { recursive: true });
}

function report(idle: readonly (readonly number[])[], loaded: readonly (readonly number[])[]): string {
  const rows = WORKLOADS.map(([name]) => {
    const [alone, several] = [figuresOf(name, 1), figuresOf(name, 2)];
    const ratio = median(several.costMs.map((costMs, round) => costMs / (alone.costMs[round] ?? Number.NaN)));
    const share = median(several.leaderMs) / median(several.costMs);
    return [
      name,
      Math.round(1000 / median(alone.costMs)).toString(),
      Math.round(1000 / median(several.costMs)).toString(),
      ratio.toFixed(2),
      `${Math.round(100 * share)} %`,
      median(several.perSecond.map((each, round) => each / (alone.perSecond[round] ?? Number.NaN))).toFixed(2),
    ];
  });
  const titles = [
    "request",
    "a second and core, one process",
    "a second and core, two workers",
    "processor time, two : one",
    "the primary's share",
    "throughput, two : one",
  ];
  const memory = services.map(({ workers }, index) => [
    workers === 1 ? "one process" : "two workers: primary, each worker",
    (idle[index] ?? []).map((mb) => Math.round(mb)).join(", "),
    (loaded[index] ?? []).map((mb) => Math.round(mb)).join(", "),
  ]);
  return `${markdownTable(titles, rows)}\n\n${markdownTable(["resident memory, MB", "idle", "after the load"], memory)}\n`;
}

function write(text: string): void {
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to === -1) throw new Error("docs/operations.md lacks the place for the figures");
  writeFileSync(PAGE, `${page.slice(0, from)}${BEGIN}\n${text}\n${page.slice(to)}`);
}

/**
 * What one core does, and what a second process adds: processor time of a request with one process and with two workers, and
 * memory. Load generator and provider are this process and take a core of their own, so that two cores cannot show twice the
 * throughput; requests per second of a core are derived from processor time. Rounds are interleaved; the figures are medians.
 * `npm run bench:workers -- [--rounds N] [--write]`; `--write` puts the table into docs/operations.md.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../docs/markdown-table.ts";
import { load, type LoadTarget } from "./load.ts";
import { freePort, start, type Running } from "./processes.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, write: { type: "boolean" } } });
const ROUNDS = Number(values.rounds);
const CONNECTIONS = 16;
const DELTAS = 100;
const WORKERS = [1, 2] as const;
const PAGE = new URL("../../docs/operations.md", import.meta.url);
const BEGIN = "<!-- Figures of `npm run bench:workers -- --write`. -->\n";
const END = "<!-- End of the figures. -->\n";
/** Of `getconf CLK_TCK`, which Linux fixes for programs. */
const TICKS_PER_SECOND = 100;

const prose = (chars: number): string =>
  "The weather was fine and the meeting went on for long. ".repeat(chars / 50).slice(0, chars);
const analysis = (chars: number): string => JSON.stringify({ asset_id: "a", scan_data: { prompt: prose(chars) } });
const chat = (stream: boolean): string =>
  JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: prose(1024) }] });
const headers = { "x-api-key": "rsk_k" };
const API = { method: "POST", path: "/sdk/v1/analyze/prompt", headers } as const;
const CHAT = { method: "POST", path: "/v1/chat/completions" } as const;

const WORKLOADS: readonly (readonly [name: string, requests: number, target: Omit<LoadTarget, "port">])[] = [
  ["analyze, 1 KB", 3000, { ...API, bodies: [analysis(1024)] }],
  ["analyze, 16 KB", 600, { ...API, bodies: [analysis(16 * 1024)] }],
  ["chat, 1 KB", 2000, { ...CHAT, bodies: [chat(false)] }],
  [`chat streamed, ${DELTAS} deltas`, 300, { ...CHAT, bodies: [chat(true)] }],
];

/** A provider that costs this process as little as it can. */
async function provider(): Promise<{ readonly url: string; readonly close: () => void }> {
  const delta = (content: string): string =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content } }] })}\n\n`;
  const end = `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;
  const streamed = Array.from({ length: DELTAS }, (_, index) => delta(` word${index}`)).join("") + end;
  const message = { role: "assistant", content: prose(1024) };
  const whole = JSON.stringify({
    id: "c",
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: "stop" }],
  });
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("latin1")));
    request.on("end", () => {
      const isStream = body.includes('"stream":true');
      response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
      response.end(isStream ? streamed : whole);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

interface Service {
  readonly workers: number;
  readonly running: Running;
  /** Processor time of the processes, seconds: the one that was started, then its workers. */
  readonly cpuSeconds: () => readonly number[];
  /** Resident memory of the processes, MB. */
  readonly rssMb: () => readonly number[];
}

const folder = mkdtempSync(join(tmpdir(), "sallyport-workers-"));

async function serve(workers: number, upstream: string): Promise<Service> {
  const port = await freePort();
  const file = join(folder, `${workers}.yaml`);
  const policies = ["prompt_injection_detection", "pii_detection", "secrets_keys_detection"];
  writeFileSync(
    file,
    `server: { port: ${port}, workers: ${workers}, verdict_memo_entries: 0 }
keys: [{ id: k, secret: rsk_k, organization: o }]
assets: [{ id: a, organization: o, policies: [${policies.map((name) => `{ policy_name: ${name}, action: flag }`).join(", ")}] }]
upstreams: [{ name: u, url: "${upstream}", asset: a }]
limits: { default: 1000000000, routes: { "POST /sdk/v1/analyze/prompt": 1000000000 } }
store: { url: "sqlite:${join(folder, `${workers}.db`)}" }
`,
  );
  const flags = ["--max-semi-space-size=4", "--heap-growing-percent=10"];
  const running = await start([...flags, "dist/main.js", "--config", file], { port, readyPath: "/readyz" });
  const pids = pidsOf(file);
  return {
    workers,
    running,
    cpuSeconds: () => pids.map(cpuSecondsOf),
    rssMb: () => pids.map(rssMbOf),
  };
}

/** The process that runs this configuration, and its children. */
function pidsOf(file: string): readonly number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const leader = all.find((pid) => readText(`/proc/${pid}/cmdline`).includes(file));
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
  const { requestsPerSecond } = await load({ ...target, port: running.port }, { connections: CONNECTIONS, requests });
  const spent = cpuSeconds().map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1000) / requests);
  const { costMs, leaderMs, perSecond } = figuresOf(name, workers);
  costMs.push(sum(spent));
  leaderMs.push(workers === 1 ? 0 : (spent[0] ?? 0));
  perSecond.push(requestsPerSecond);
}

const upstream = await provider();
const services: Service[] = [];
try {
  for (const workers of WORKERS) services.push(await serve(workers, upstream.url));
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
  upstream.close();
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
    "request, recorded",
    "a second and core, one process",
    "a second and core, two workers",
    "processor time, two : one",
    "of it the leader's",
    "throughput, two : one",
  ];
  const memory = services.map(({ workers }, index) => [
    workers === 1 ? "one process" : "two workers: leader, each worker",
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

/**
 * npm run bench [-- --only chat,stream,analyze,footprint,records,overload] [--rounds N] [--json FILE]
 * Throughput ratios beside bare peers in one run: rounds are interleaved (A B C A B C …), the figure is the median of the
 * per-round ratios. Everything runs on 127.0.0.1.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { postgresSkip, startPostgres, type TestPostgres } from "../../test/support/postgres.ts";
import { load, type LoadTarget } from "./load.ts";
import { measureOverload } from "./overload.ts";
import { freePort, start, type Running } from "./processes.ts";
import { analyzeTarget, chatTarget } from "./targets.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** As `npm start` runs it. */
const SERVICE = ["--max-semi-space-size=4", "--heap-growing-percent=10", here("../../dist/main.js")];

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "chat,stream,analyze,footprint" },
    rounds: { type: "string", default: "7" },
    connections: { type: "string", default: "16" },
    json: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const connections = Number(values.connections);
const only = new Set(values.only.split(","));

interface Figure {
  readonly scenario: string;
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
}
const figures: Figure[] = [];
const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

/** Requests to each contender before it is measured: the code of a service that has run for a while is compiled. */
const WARM_UP = 2000;

/** Runs every contender once per round and reports the first one's throughput relative to each other one. */
async function compare(scenario: string, contenders: ReadonlyMap<string, LoadTarget>, requests: number): Promise<void> {
  const rates = new Map<string, number[]>();
  for (const target of contenders.values()) await load(target, { connections, requests: WARM_UP });
  for (let round = 0; round < rounds; round++)
    for (const [name, target] of contenders) {
      const result = await load(target, { connections, requests });
      rates.set(name, [...(rates.get(name) ?? []), result.requestsPerSecond]);
    }
  const [[first, ours] = ["", []], ...others] = [...rates];
  for (const [name, list] of rates) figures.push({ scenario, figure: name, value: median(list), unit: "requests/s" });
  for (const [name, list] of others)
    figures.push({
      scenario,
      figure: `${first} / ${name}`,
      value: median(ours.map((rate, at) => rate / (list[at] ?? Number.NaN))),
      unit: "×",
    });
}

async function startService(
  upstreamPort: number,
  store = "none",
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const port = await freePort();
  return start([...SERVICE, "--config", here("./sallyport.bench.yaml"), "--port", String(port)], {
    port,
    readyPath: "/readyz",
    env: { BENCH_UPSTREAM: `http://127.0.0.1:${upstreamPort}`, BENCH_STORE: store, ...env },
  });
}

const running: Running[] = [];
let postgres: TestPostgres | null = null;
const folders: string[] = [];
async function peer(file: string, ...rest: readonly (string | number)[]): Promise<Running> {
  const port = await freePort();
  const args = [here(file), String(port), ...rest.map(String)];
  const process = await start(args, { port });
  running.push(process);
  return process;
}

try {
  const upstream = await peer("./peers/upstream.ts");
  const service = await startService(upstream.port);
  running.push(service);
  figures.push({ scenario: "footprint", figure: "spawn to ready", value: service.readyMs, unit: "ms" });
  figures.push({ scenario: "footprint", figure: "RSS idle", value: service.rssMb(), unit: "MB" });
  const proxied = async (stream: boolean): Promise<Map<string, LoadTarget>> => {
    const target = (port: number): LoadTarget => chatTarget(port, { stream });
    const contenders = new Map([["sallyport", target(service.port)]]);
    contenders.set("bare http-proxy-3", target((await peer("./peers/http-proxy.ts", upstream.port)).port));
    contenders.set(
      "http-proxy-3 with keep-alive agent",
      target((await peer("./peers/http-proxy.ts", upstream.port, "keep-alive")).port),
    );
    contenders.set("bare undici", target((await peer("./peers/undici-proxy.ts", upstream.port)).port));
    return contenders;
  };
  if (only.has("chat")) await compare("chat 1 KB / 1 KB", await proxied(false), 2000);
  if (only.has("stream")) await compare("stream of 100 deltas", await proxied(true), 600);
  if (only.has("analyze")) {
    const echo = await peer("./peers/echo.ts");
    for (const bytes of [200, 1000, 16_000])
      await compare(
        `analyze ${bytes} B`,
        new Map([
          ["sallyport", analyzeTarget(service.port, bytes)],
          ["bare node:http echo", analyzeTarget(echo.port, bytes)],
        ]),
        bytes > 10_000 ? 500 : 2000,
      );
  }
  if (only.has("records")) {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-bench-"));
    folders.push(folder);
    const recording = await startService(upstream.port, `sqlite:${join(folder, "records.db")}`);
    running.push(recording);
    const saved = ({ port }: Running): LoadTarget => analyzeTarget(port, 1000, { save: true });
    const contenders = new Map([
      ["save: true", saved(recording)],
      ["store: none", saved(service)],
    ]);
    if (postgresSkip === false) {
      // As durable as a server is by default: a commit waits for the disk.
      postgres = await startPostgres(["fsync=on", "full_page_writes=on"]);
      const { user, port, database } = await postgres.database();
      const shared = await startService(upstream.port, `postgres://${user}@127.0.0.1:${port}/${database}`);
      running.push(shared);
      contenders.set("save: true, PostgreSQL", saved(shared));
    }
    await compare("analyze 1000 B, recorded", contenders, 2000);
  }
  if (only.has("overload")) {
    const unbounded = { BENCH_MAX_REQUESTS: "1000000", BENCH_MAX_DELAY_MS: "600000" };
    const open = await startService(upstream.port, "none", unbounded);
    running.push(open);
    const analyze = ({ port }: Running): LoadTarget => analyzeTarget(port, 16_000);
    const contenders = new Map([
      ["bounded", { target: analyze(service), process: service }],
      ["unbounded", { target: analyze(open), process: open }],
    ]);
    for (const { figure, values: measured, unit } of await measureOverload(contenders, Math.min(rounds, 3)))
      figures.push({ scenario: "overload, analyze 16 KB", figure, value: median(measured), unit });
  }
  if (only.has("footprint")) {
    const fresh = await startService(upstream.port);
    running.push(fresh);
    const chat = chatTarget(fresh.port);
    await load(chat, { connections, requests: 20_000 });
    figures.push({ scenario: "footprint", figure: "RSS after 20,000 guarded chats", value: fresh.rssMb(), unit: "MB" });
  }
} finally {
  await Promise.all(running.map((process) => process.stop()));
  await postgres?.[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true });
}

const cpu = cpus()[0]?.model ?? "unknown processor";
console.log(`\n${cpus().length} × ${cpu}, Node ${process.version}, ${rounds} rounds, ${connections} connections\n`);
console.log("| scenario | figure | value |\n|---|---|---|");
for (const { scenario, figure, value, unit } of figures)
  console.log(`| ${scenario} | ${figure} | ${value.toFixed(unit === "×" ? 2 : 0)} ${unit} |`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);

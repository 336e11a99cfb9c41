/**
 * npm run bench:tracing [-- --rounds N --requests N]
 * What traces cost when every request is sampled: CPU time a request of two services side by side, one of which sends its spans to
 * a collector that takes them. Rounds are interleaved; the figure is the median of the per-round ratios. The CPU time is what each
 * process says of itself, so neither the load nor the collector is in it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { load, type LoadTarget } from "./load.ts";
import { start, type Running } from "./processes.ts";
import { freePort } from "../../test/support/listen.ts";
import { here, serviceEnv, startService } from "./service.ts";
import { analyzeTarget, chatTarget } from "./targets.ts";

const CONNECTIONS = 8;

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, requests: { type: "string", default: "1500" } },
});
const rounds = Number(values.rounds);
const requests = Number(values.requests);
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

let spans = 0;
const collector = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (text: string) => (body += text));
  request.on("end", () => {
    spans += body.split('"spanId"').length - 1;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
collector.listen(0, "127.0.0.1");
await new Promise((resolve) => collector.once("listening", resolve));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a TCP port has one
const { port: collectorPort } = collector.address() as AddressInfo;

const upstreamPort = await freePort();
const upstream = await start([here("./peers/upstream.ts"), String(upstreamPort)], { port: upstreamPort });

const service = (env: Readonly<Record<string, string>>): Promise<Running> =>
  startService({ env: serviceEnv(upstreamPort, { SALLYPORT_LOG_LEVEL: "warn", ...env }) });

/** CPU time of a service so far, microseconds. */
async function cpuUs(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_cpu_seconds_total ([\d.e+-]+)$/m.exec(text)?.[1] ?? Number.NaN) * 1e6;
}

async function cost(target: LoadTarget): Promise<number> {
  const before = await cpuUs(target.port);
  await load(target, { connections: CONNECTIONS, requests });
  return ((await cpuUs(target.port)) - before) / requests;
}

// A queue that holds all: what is dropped would cost nothing.
const on = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`, OTEL_BSP_MAX_QUEUE_SIZE: "65536" };
const off = await service({});
const traced = await service(on);
console.log(`spawn to ready   off ${off.readyMs.toFixed(0)} ms, on ${traced.readyMs.toFixed(0)} ms`);
console.log(`RSS idle         off ${off.rssMb().toFixed(0)} MB, on ${traced.rssMb().toFixed(0)} MB`);

const scenarios = new Map([
  ["chat 1 KB / 1 KB", ({ port }: Running) => chatTarget(port)],
  ["stream of 100 deltas", ({ port }: Running) => chatTarget(port, { stream: true })],
  ["analyze 1000 B", ({ port }: Running) => analyzeTarget(port, 1000)],
]);
for (const [scenario, target] of scenarios) {
  const [plain, spanned] = [target(off), target(traced)];
  for (const each of [plain, spanned]) await load(each, { connections: CONNECTIONS, requests });
  const costs: [without: number, withSpans: number][] = [];
  const before = spans;
  for (let round = 0; round < rounds; round++) costs.push([await cost(plain), await cost(spanned)]);
  const [without, withSpans] = [median(costs.map(([us]) => us)), median(costs.map(([, us]) => us))];
  const ratio = median(costs.map(([less, more]) => more / less));
  const each = ((spans - before) / (rounds * requests)).toFixed(1);
  console.log(
    `${scenario.padEnd(22)} off ${without.toFixed(0)} µs, on ${withSpans.toFixed(0)} µs CPU a request, ratio ${ratio.toFixed(2)}, about ${each} spans`,
  );
}
console.log(`RSS after        off ${off.rssMb().toFixed(0)} MB, on ${traced.rssMb().toFixed(0)} MB`);
await Promise.all([off, traced, upstream].map((each) => each.stop()));
collector.closeAllConnections();
collector.close();

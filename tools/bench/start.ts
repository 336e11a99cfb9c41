/**
 * npm run bench:start [-- --other DIR --runs N --config FILE]
 * How long a start takes, by `npm start` and by `node dist/main.js`, until `/readyz` answers 200; the processor time of that, the memory
 * of the idle service, and the first analyses. --other: a checkout whose build takes turns with this one's. Medians.
 */
import { performance } from "node:perf_hooks";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../../test/support/listen.ts";
import { start, type Running } from "./processes.ts";
import { here, serviceAt } from "./service.ts";
import { median } from "./statistics.ts";
import { proseOfSeed } from "./prose.ts";

const ROOT = resolve(here("../.."));
const IDLE_MS = 2000;
const PROMPT_CHARS = 1000;
/** Analyses of one service; the last ones are warm. */
const REQUESTS = 60;
const WARM = 20;

const { values } = parseArgs({
  options: {
    other: { type: "string" },
    runs: { type: "string", default: "7" },
    config: { type: "string", default: join(ROOT, "config/sallyport.yaml") },
  },
});

type Figures = Readonly<Record<string, number>>;

/** Milliseconds of each of some analyses, one after the other. */
async function analyses(port: number): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let seed = 1; seed <= REQUESTS; seed++) {
    const body = JSON.stringify({
      asset_id: "demo-chatbot",
      scan_data: { prompt: proseOfSeed(seed, PROMPT_CHARS) },
      save: false,
    });
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/sdk/v1/analyze/prompt`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "rsk_demo" },
      body,
    });
    if (!answer.ok) throw new Error(`an analysis was answered ${answer.status}`);
    await answer.arrayBuffer();
    taken.push(performance.now() - began);
  }
  return taken;
}

async function byNpm(root: string): Promise<Figures> {
  const port = await freePort();
  const args = ["--prefix", root, "start", "--", "--config", values.config, "--port", String(port)];
  const service = await start(args, { port, command: "npm", readyPath: "/readyz" });
  const cpu = service.cpuSeconds();
  await service.stop();
  return { "npm start to ready, ms": service.readyMs, "processor time of that, s": cpu };
}

async function spawned(root: string): Promise<Running> {
  const port = await freePort();
  const args = [...serviceAt(join(root, "dist/main.js")), "--config", values.config, "--port", String(port)];
  return start(args, { port, readyPath: "/readyz" });
}

async function bySpawn(root: string): Promise<Figures> {
  const service = await spawned(root);
  try {
    return { "spawn to ready, ms": service.readyMs, ...(await figuresOf(service)) };
  } finally {
    await service.stop();
  }
}

async function figuresOf(service: Running): Promise<Figures> {
  const cpu = service.cpuSeconds();
  const [first = Number.NaN, second = Number.NaN, ...rest] = await analyses(service.port);
  await new Promise((done) => setTimeout(done, IDLE_MS));
  return {
    "processor time from spawn to ready, s": cpu,
    "first analysis, ms": first,
    "second analysis, ms": second,
    "tenth analysis, ms": rest[7] ?? Number.NaN,
    "warm analysis, ms": median(rest.slice(-WARM)),
    "RSS after these analyses, MB": service.rssMb(),
  };
}

/** Waits without a request: what a service holds that no one has used. */
async function idle(root: string): Promise<Figures> {
  const service = await spawned(root);
  await new Promise((done) => setTimeout(done, IDLE_MS));
  const rss = service.rssMb();
  await service.stop();
  return { "RSS idle, MB": rss };
}

const builds = new Map([["this build", ROOT]]);
if (values.other !== undefined) builds.set("the other build", resolve(values.other));
const measured = new Map<string, Map<string, number[]>>();
for (let run = 0; run < Number(values.runs); run++)
  for (const [build, root] of builds)
    for (const take of [byNpm, bySpawn, idle])
      for (const [figure, value] of Object.entries(await take(root))) {
        const row = measured.get(figure) ?? new Map<string, number[]>();
        measured.set(figure, row.set(build, [...(row.get(build) ?? []), value]));
      }
for (const [figure, row] of measured) {
  const cells = Array.from(row, ([build, list]) => `${build} ${median(list).toFixed(2)}`);
  process.stdout.write(`${figure}: ${cells.join(", ")}\n`);
}

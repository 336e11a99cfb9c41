/**
 * npm run bench:profile [-- --only chat,stream,analyze --seconds 10 --top 30 --keep FOLDER]
 * Where the service's processor time goes: the service, run from its sources, under `--cpu-prof`, one load at a time, as a table of text. Samples
 * from before the load and behind it do not count. V8 counts by the clock: where other programs keep the processors busy, the
 * shares hold and the microseconds are too many. --keep leaves the profiles, for a viewer of Chrome's format.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { load } from "./load.ts";
import { cpuProfileSchema, digest, mergeDigests, type CpuProfile } from "./profile-digest.ts";
import { renderProfile } from "./profile-page.ts";
import { start } from "./processes.ts";
import { freePort } from "../../test/support/listen.ts";
import { here, serviceAt, serviceEnv, startService } from "./service.ts";
import { analyzeTarget, chatTarget } from "./targets.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "chat,stream,analyze" },
    seconds: { type: "string", default: "10" },
    top: { type: "string", default: "30" },
    keep: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 5;
/** Between two samples, microseconds: finer than V8's 1,000, since a request takes less. */
const INTERVAL_US = 250;

const LOADS = new Map([
  ["chat", (port: number) => chatTarget(port)],
  ["stream", (port: number) => chatTarget(port, { stream: true })],
  ["analyze", (port: number) => analyzeTarget(port, 1000)],
]);

/** Microseconds of the clock that V8 stamps its samples with. */
const nowUs = (): number => Number(process.hrtime.bigint() / 1000n);

const readProfiles = (folder: string): readonly CpuProfile[] =>
  readdirSync(folder).map((file) => cpuProfileSchema.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))));

/** The sources: a build has few modules, which would hide where the time goes. */
const MAIN = here("../../src/main.ts");

async function profile(name: string, upstreamPort: number): Promise<void> {
  const target = LOADS.get(name);
  if (target === undefined) throw new Error(`no such load: ${name}; there are ${[...LOADS.keys()].join(", ")}`);
  const folder =
    values.keep === undefined ? mkdtempSync(join(tmpdir(), "sallyport-profile-")) : join(values.keep, name);
  mkdirSync(folder, { recursive: true });
  try {
    const flags = ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_US}`];
    const service = await startService({
      env: serviceEnv(upstreamPort),
      args: [...flags, ...serviceAt(MAIN)],
    });
    const options = { connections: CONNECTIONS };
    await load(target(service.port), { ...options, seconds: WARM_UP_SECONDS });
    const fromUs = nowUs();
    const { requests } = await load(target(service.port), { ...options, seconds });
    const untilUs = nowUs();
    await service.stop();
    const digests = readProfiles(folder).map((each) => digest(each, { fromUs, untilUs }));
    process.stdout.write(`${renderProfile(name, mergeDigests(digests), { requests, top: Number(values.top) })}\n`);
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true });
  }
}

const upstreamPort = await freePort();
const upstream = await start([here("./peers/upstream.ts"), String(upstreamPort)], { port: upstreamPort });
try {
  const cpu = cpus()[0]?.model ?? "unknown processor";
  process.stdout.write(`${cpus().length} × ${cpu}, Node ${process.version}, ${seconds} s of each load\n`);
  for (const name of values.only.split(",")) await profile(name, upstreamPort);
} finally {
  await upstream.stop();
}

/** The file of the records goes away and comes back under load: what was acknowledged is there, what was refused is not. */
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { renameSync, statSync } from "node:fs";
import { after, describe } from "node:test";
import { testLonger, testOnce } from "../support/runs.ts";
import { assertKept, SAVED_KEY, startCalls, type CallLoad } from "../support/saved-calls.ts";
import { openServices, type ServiceProcess } from "../support/service.ts";

const services = openServices();
after(() => services[Symbol.dispose]());

const PARALLEL = 16;

const config = (database: string): string => `
server: { port: 0, drain_seconds: 5, max_delay_ms: 600000 }
keys: [{ id: k, secret: ${SAVED_KEY}, organization: o }]
assets: [{ id: a, organization: o, policies: [{ policy_name: secrets_keys_detection, action: block }] }]
upstreams: [{ name: u, url: "builtin:mock", asset: a }]
limits: { routes: { "POST /sdk/v1/analyze/prompt": 1000000 } }
store: { url: "sqlite:${database}" }
`;

interface Rig {
  readonly service: ServiceProcess;
  readonly load: CallLoad;
  readonly database: string;
}

async function open(name: string): Promise<Rig> {
  const database = services.path(`${name}.db`);
  const service = await services.start(services.place(`${name}.yaml`, config(database)));
  const load = startCalls(service.url, PARALLEL);
  await load.more("acknowledged", 200);
  return { service, load, database };
}

const readiness = async ({ service }: Rig): Promise<number> => (await fetch(`${service.url}/readyz`)).status;

/** What a provider's client is told. */
async function chat({ service }: Rig): Promise<{ readonly status: number; readonly code: string | undefined }> {
  const response = await fetch(`${service.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hello" }] }),
  });
  const body = (await response.json()) as { readonly error?: { readonly code: string } };
  return { status: response.status, code: body.error?.code };
}

/** Goes away, is refused, comes back by itself, and what was promised is there after a sudden end. */
async function outage(rig: Rig, away: () => Promise<void> | void, back: () => Promise<void> | void): Promise<void> {
  const { load, service, database } = rig;
  await away();
  await load.more("refused", 2 * PARALLEL);
  assert.equal(await readiness(rig), 503);
  assert.deepEqual(await chat(rig), { status: 503, code: "store_unavailable" });
  await back();
  await load.more("acknowledged", 200);
  assert.equal(await readiness(rig), 200);
  assert.deepEqual(await chat(rig), { status: 200, code: undefined });
  service.child.kill("SIGKILL");
  await service.exit;
  await load.stop();
  assertKept(load.calls, database);
}

/** Another process that holds the lock of a database. */
async function holder(database: string): Promise<ChildProcess> {
  const program = `
    import { DatabaseSync } from "node:sqlite";
    const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
    database.exec("BEGIN IMMEDIATE");
    process.stdout.write("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, database], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0;

/** Largest file that a process may write, bytes: beyond it writing fails, as on a disk that is full. */
function limitFiles({ child }: ServiceProcess, bytes: number | "unlimited"): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(child.pid), `--fsize=${bytes}:`]);
  assert.equal(status, 0, stderr.toString());
}

describe("a store under load", { timeout: 600_000 }, () => {
  testLonger("that another process locks, and that dies with the lock in its hands", async () => {
    const rig = await open("locked");
    let lock: ChildProcess | undefined;
    await outage(
      rig,
      async () => void (lock = await holder(rig.database)),
      () => (lock === undefined ? undefined : killed(lock)),
    );
  });

  testOnce("whose file is moved away, and back", async () => {
    const rig = await open("moved");
    const { database } = rig;
    await outage(
      rig,
      () => renameSync(database, `${database}.away`),
      () => renameSync(`${database}.away`, database),
    );
  });

  const skip = process.env["CI"] === undefined && !hasPrlimit ? "prlimit is not installed (util-linux)" : false;
  testOnce(
    "whose disk is full, and is not any more",
    async () => {
      const rig = await open("full");
      const { size } = statSync(`${rig.database}-wal`);
      await outage(
        rig,
        () => limitFiles(rig.service, size + 65_536),
        () => limitFiles(rig.service, "unlimited"),
      );
    },
    skip,
  );
});

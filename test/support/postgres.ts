import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Clock } from "../../src/core/clock.ts";
import type { PostgresServer, StoreEvent } from "../../src/core/stores.ts";
import { openPostgresStore } from "../../src/store/postgres/postgres-store.ts";
import type { RecordStore } from "../../src/store/record-store.ts";
import { createManualClock } from "./clock.ts";
import { freePort } from "./listen.ts";
import { until } from "./until.ts";

/** Debian keeps the programs of a server out of the way, by version. */
const DEBIAN = "/usr/lib/postgresql";

function findBinaries(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ?? null;
}

const BINARIES = findBinaries();

/**
 * Why tests with a real PostgreSQL are skipped; `false`: they run. In CI they never are: there a missing server fails them.
 */
export const postgresSkip: string | false =
  process.env["CI"] !== undefined || BINARIES !== null
    ? false
    : "postgres is not installed (Debian: apt-get install postgresql)";

const PASSWORD = "test secret/ü";

export interface TestPostgres extends AsyncDisposable {
  readonly port: number;
  /** Of its data, which its own user may read. */
  readonly folder: string;
  /** A new and empty database, as the configuration names it. */
  readonly database: () => Promise<PostgresServer>;
  /** From now on this role has to log in with its password. */
  readonly demandPassword: (role: string) => Promise<void>;
  /** Runs statements in a database, one after the other in one session. @returns the rows of the last */
  readonly run: (server: PostgresServer, ...texts: string[]) => Promise<Record<string, unknown>[]>;
  /** Ends all of its processes without a farewell. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port. Resolves when it takes connections. */
  readonly start: (settings?: readonly string[]) => Promise<void>;
}

/** A PostgreSQL of the test's own on a free port of the loopback interface. Tests with it are skipped where there is none. */
export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  const user = serverUser();
  const folder = folderOf(user);
  const data = join(folder, "data");
  const options = { ...user, cwd: "/", encoding: "utf8" } as const;
  const copied = spawnSync("cp", ["-r", (cluster ??= newCluster(user)), data], options);
  if (copied.status !== 0) throw new Error(`cp failed: ${copied.stderr}`);
  const port = await freePort();
  let child = await launch({ data, port, settings, user });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Immediate: as after a crash, without an answer to anybody.
    child.kill("SIGQUIT");
    await once(child, "exit");
  };
  const base = { host: "127.0.0.1", port, user: "owner", password: PASSWORD, tls: "disable" } as const;
  const run: TestPostgres["run"] = async ({ database, user: name }, ...texts) => {
    const client = new Client({ ...base, user: name, database, ssl: false });
    client.on("error", () => {});
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const text of texts) ({ rows } = await client.query(text));
      return rows;
    } finally {
      await client.end();
    }
  };
  return {
    port,
    folder: data,
    run,
    kill,
    demandPassword: async (role) => {
      const file = join(data, "pg_hba.conf");
      writeFileSync(file, `host all ${role} all scram-sha-256\n${readFileSync(file, "utf8")}`);
      await run({ ...base, database: "postgres" }, "SELECT pg_reload_conf()");
    },
    database: async () => {
      const database = `t${randomUUID().replaceAll("-", "")}`;
      await run({ ...base, database: "postgres" }, `CREATE DATABASE ${database}`);
      return { ...base, database };
    },
    start: async (again = settings) => {
      child = await launch({ data, port, settings: again, user });
    },
    [Symbol.asyncDispose]: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Data of a server that never ran: each server of the process starts with a copy, since making it takes most of a second. */
let cluster: string | null = null;

function newCluster(user: User | null): string {
  const folder = folderOf(user);
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const data = join(folder, "data");
  const made = spawnSync(
    binary("initdb"),
    ["-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
    { ...user, cwd: "/", encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  return data;
}

/** A folder that the server may read. */
function folderOf(user: User | null): string {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-postgres-"));
  chmodSync(folder, 0o755);
  if (user !== null) chownSync(folder, user.uid, user.gid);
  return folder;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

function binary(name: string): string {
  if (BINARIES === null) throw new Error("postgres is not installed (Debian: apt-get install postgresql)");
  return join(BINARIES, name);
}

/** The server refuses to run as root: then it runs as whom its package made. */
function serverUser(): User | null {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = ["-u", "-g"].map((which) => Number(spawnSync("id", [which, "postgres"]).stdout.toString()));
  if (uid === undefined || gid === undefined) throw new Error("there is no user postgres");
  return { uid, gid };
}

interface Launch {
  readonly data: string;
  readonly port: number;
  readonly settings: readonly string[];
  readonly user: User | null;
}

/** Not durable, since a test outlives its process, never its machine. */
const SETTINGS = ["fsync=off", "full_page_writes=off", "listen_addresses=127.0.0.1", "unix_socket_directories="];

async function launch({ data, port, settings, user }: Launch): Promise<ChildProcess> {
  const args = [...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]);
  const child = spawn(binary("postgres"), ["-D", data, "-p", String(port), ...args], {
    ...user,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`postgres ended: ${said}`)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4000);
      if (said.includes("ready to accept connections")) resolve();
    });
  });
  await ready;
  return child;
}

/** A store that has connected. Records older than 30 days are deleted; time stands still, unless told otherwise. */
export async function openReady(
  server: PostgresServer,
  { clock = createManualClock(), report = () => {} }: { clock?: Clock; report?: (event: StoreEvent) => void } = {},
): Promise<RecordStore> {
  const store = openPostgresStore({ server, retentionDays: 30, clock, report });
  await until("the store is ready", store.isReady);
  return store;
}

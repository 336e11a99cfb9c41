import { spawn, spawnSync, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Redis } from "ioredis";
import type { RedisLimitStore } from "../../src/core/stores.ts";
import { freePort, listen } from "./listen.ts";

const BINARY = "redis-server";

/**
 * Why tests with a real Redis are skipped; `false`: they run. In CI they never are: there a missing binary fails them.
 */
export const redisSkip: string | false =
  process.env["CI"] !== undefined || spawnSync(BINARY, ["--version"]).status === 0
    ? false
    : `${BINARY} is not installed (Debian: apt-get install redis-server)`;

export interface TestRedis extends AsyncDisposable {
  readonly port: number;
  /** A connection of the test's own. */
  readonly client: Redis;
  /** Ends the process without a farewell. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port; what was saved is there again. Resolves when it accepts connections. */
  readonly start: (args?: readonly string[]) => Promise<void>;
}

/** A Redis of the test's own on a free port of the loopback interface, with nothing kept but what a test saves. */
export async function startRedis(args: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "sallyport-redis-"));
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  let child = await launch([...settings, ...args]);
  const client = new Redis({
    port,
    host: "127.0.0.1",
    // A test may have to log in first.
    lazyConnect: true,
    protocol: 2,
    retryStrategy: () => 20,
    enableReadyCheck: false,
  });
  client.on("error", () => {});
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return {
    port,
    client,
    kill,
    start: async (again = args) => {
      child = await launch([...settings, ...again]);
    },
    [Symbol.asyncDispose]: async () => {
      client.disconnect();
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Resolves when the server listens; it may be loading still. */
async function launch(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(BINARY, args, { stdio: ["ignore", "pipe", "inherit"] });
  const failed = once(child, "error").then(([error]) => Promise.reject(error as Error));
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${BINARY} ended at once`)));
  await Promise.race([failed, ended, listening(child)]);
  failed.catch(() => {});
  ended.catch(() => {});
  return child;
}

/** Its first line behind the listening socket. */
const LISTENS = /Server initialized|Ready to accept connections/;

function listening(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  return new Promise((resolve) => {
    // Read on to the end, or the server would stand still when the pipe is full.
    createInterface({ input: child.stdout }).on("line", (line) => LISTENS.test(line) && resolve());
  });
}

/** What the configuration makes of `redis://127.0.0.1:PORT`. */
export function redisStore(port: number, over: Partial<Omit<RedisLimitStore, "kind">> = {}): RedisLimitStore {
  const server = { host: "127.0.0.1", port, isTls: false, username: null, password: null, database: 0 };
  // Long, so that a busy machine does not look like a Redis that is away.
  return { kind: "redis", server, prefix: "test:", timeoutMs: 5000, onError: "local", ...over };
}

export interface SilentServer extends AsyncDisposable {
  readonly port: number;
  /** Connections so far. */
  readonly accepted: () => number;
}

/** Accepts connections, reads, and never says a word. */
export async function startSilentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.resume();
  });
  const port = await listen(server);
  return {
    port,
    accepted: () => count,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

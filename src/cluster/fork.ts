import cluster from "node:cluster";
import { once } from "node:events";
import { extname } from "node:path";
import type { Writable, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { pause, type Clock } from "../core/clock.ts";
import type { PrimaryMethods, WorkerMethods } from "./contract.ts";
import { ProcessLink, type Frame } from "./link.ts";
import type { Exit, WorkerProcess } from "./worker-pool.ts";

export interface ForkOptions {
  readonly clock: Clock;
  /** Where lines of workers go. */
  readonly output: Writable;
  /** Beside those of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/** Run as it lies: sources beside sources, and what was built beside what was built. */
const WORKER_MAIN = fileURLToPath(new URL(`./worker-main${extname(import.meta.filename)}`, import.meta.url));

/** How long the last lines of a worker that has ended are waited for, ms: the log's reader may have stalled. */
const LAST_LINES_MS = 5000;

/**
 * Makes processes that share the ports they listen on. This process accepts connections and gives them out by turns, and reads none:
 * connections that live long are spread evenly, and connections not yet accepted survive the end of a worker.
 */
export function openForks({ clock, output, env }: ForkOptions): (handlers: PrimaryMethods) => WorkerProcess {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: WORKER_MAIN, args: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
  return (handlers) => {
    const worker = cluster.fork(env);
    const { process: child } = worker;
    const link = new ProcessLink<WorkerMethods>({
      clock,
      defer: setImmediate,
      handlers,
      // A channel that has closed says so by the worker's exit; a worker that could not be made has none.
      send: (frames) => {
        if (child.connected) worker.send([...frames], () => {});
      },
    });
    worker.on("message", (frames: readonly Frame[]) => link.receive(frames));
    // None, either, where there was no room for one more process.
    const relayed = child.stdout ? relayLines(child.stdout, output).catch(() => {}) : Promise.resolve();
    const ended = new Promise<Exit>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
      // One that could not be made does not end. `cluster` emits errors of the child again, and without a listener they are thrown.
      worker.on("error", () => child.pid === undefined && resolve({ code: null, signal: null }));
    });
    const exited = ended.then(async (exit) => {
      await Promise.race([relayed, pause(clock, LAST_LINES_MS)]);
      return exit;
    });
    return { id: worker.id, pid: child.pid ?? 0, link, exited, kill: () => void child.kill("SIGKILL") };
  };
}

/** A longer line is passed on in parts, bytes. */
const LINE_MAX_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Passes on what a worker writes, line by line: one process writes for all, so that no line of one stands within a line of another.
 * Resolves when the source has ended and its last line, finished or not, is on its way.
 */
export async function relayLines(source: Readable, sink: Writable): Promise<void> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    rest = [];
    restBytes = 0;
    // A slow reader makes the worker wait instead of this process grow.
    if (!sink.write(bytes)) await once(sink, "drain");
  };
  for await (const chunk of source) {
    const bytes: Buffer = chunk;
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) await write(Buffer.concat([...rest, bytes.subarray(0, end)]));
    if (end === bytes.length) continue;
    rest.push(bytes.subarray(end));
    restBytes += bytes.length - end;
    if (restBytes > LINE_MAX_BYTES) await write(Buffer.concat([...rest, Buffer.from("\n")]));
  }
  if (restBytes > 0) await write(Buffer.concat([...rest, Buffer.from("\n")]));
}

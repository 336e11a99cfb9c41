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
  /** In addition to those of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/** The worker's entry has the extension of this file: TypeScript from source, JavaScript when built. */
const WORKER_MAIN = fileURLToPath(new URL(`./worker-main${extname(import.meta.filename)}`, import.meta.url));

/** How long to wait for the last lines of an ended worker, ms: the log's reader may have stalled. */
const LAST_LINES_MS = 5000;

/**
 * Forks processes that share their ports. This process accepts connections and distributes them round-robin without reading them:
 * long-lived connections are spread evenly, and connections not yet accepted survive the end of a worker.
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
      // The exit of a worker reports a closed channel; a worker that could not be forked has none.
      send: (frames) => {
        if (child.connected) worker.send([...frames], () => {});
      },
    });
    worker.on("message", (frames: readonly Frame[]) => link.receive(frames));
    // A worker that could not be forked has no output either.
    const relayed = child.stdout ? relayLines(child.stdout, output).catch(() => {}) : Promise.resolve();
    const ended = new Promise<Exit>((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
      // A failed fork emits no exit. `cluster` re-emits errors of the child, which are thrown without a listener.
      worker.on("error", () => child.pid === undefined && resolve({ code: null, signal: null }));
    });
    const exited = ended.then(async (exit) => {
      await Promise.race([relayed, pause(clock, LAST_LINES_MS)]);
      return exit;
    });
    return { id: worker.id, pid: child.pid ?? 0, link, exited, kill: () => void child.kill("SIGKILL") };
  };
}

/** Longer lines are relayed in parts, bytes. */
const LINE_MAX_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Relays a worker's output line by line: one process writes for all, so that lines never interleave. Resolves when the source has
 * ended and its last line, complete or not, is written.
 */
export async function relayLines(source: Readable, sink: Writable): Promise<void> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    rest = [];
    restBytes = 0;
    // A slow reader makes the worker wait instead of letting this process grow.
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

import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";

export interface Running {
  readonly port: number;
  /** Spawn to first accepted connection (or first 200 of `readyPath`), milliseconds. */
  readonly readyMs: number;
  /** Resident set size, MB, of the process and those that it has started. Linux only; `NaN` elsewhere. */
  readonly rssMb: () => number;
  /** Processor time so far, seconds, of the process and those that it has started. Linux only; `NaN` elsewhere. */
  readonly cpuSeconds: () => number;
  /** To a program that was started with `onMessage`. */
  readonly tell: (message: string) => void;
  /** The exit code; `null` when a signal ended it. One that does not end by itself in a while is killed. */
  readonly stop: () => Promise<number | null>;
}

/** Starts a program, one of Node unless another command is given, and waits until it serves. */
export async function start(
  args: readonly string[],
  options: {
    readonly port: number;
    readonly command?: string;
    readonly readyPath?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** What the program tells with `process.send`. */
    readonly onMessage?: (message: unknown) => void;
  },
): Promise<Running> {
  const started = performance.now();
  const child = spawn(options.command ?? process.execPath, [...args], {
    stdio: ["ignore", "ignore", "inherit", ...(options.onMessage === undefined ? [] : (["ipc"] as const))],
    env: { ...process.env, ...options.env },
  });
  if (options.onMessage !== undefined) child.on("message", options.onMessage);
  try {
    await untilReady(child, options.port, options.readyPath);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  return {
    port: options.port,
    readyMs: performance.now() - started,
    rssMb: () => sumOf(family(child.pid), rssMb),
    tell: (message) => void child.send(message),
    cpuSeconds: () => sumOf(family(child.pid), cpuSeconds),
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
        const timer = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN_MS);
        child.once("exit", (code) => {
          clearTimeout(timer);
          resolve(code);
        });
        child.kill("SIGTERM");
      }),
  };
}

/** Longest wait for a child to end: longer than the service lets requests go on. */
const STOPPED_WITHIN_MS = 30_000;

/** Longest wait for a child to serve. */
const READY_WITHIN_MS = 60_000;

async function untilReady(child: ChildProcess, port: number, readyPath: string | undefined): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(" ")} exited with ${child.exitCode}`);
    const isReady = readyPath === undefined ? await accepts(port) : await answersOk(port, readyPath);
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${child.spawnargs.join(" ")} did not serve within ${READY_WITHIN_MS} ms`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

async function answersOk(port: number, path: string): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}${path}`)).status === 200;
  } catch {
    return false; // Not listening yet: that is what is being waited for.
  }
}

const sumOf = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + of(pid), 0);

/** A process and all that it has started: a rival's work may be done by children. */
function family(pid: number | undefined): readonly number[] {
  if (pid === undefined) return [];
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
    return [pid, ...children.flatMap(family)];
  } catch {
    return [pid]; // No /proc on this system.
  }
}

/** Clock ticks of /proc, as Linux shows them to every program. */
const TICKS_PER_SECOND = 100;

function cpuSeconds(pid: number): number {
  const [user, system] = timesOf(pid);
  return (user + system) / TICKS_PER_SECOND;
}

/** User and system time of a process, and of those that it has started and outlived, in ticks. */
function timesOf(pid: number): readonly [user: number, system: number, childrenUser: number, childrenSystem: number] {
  try {
    // Behind the name, which may have spaces, from the twelfth field on.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [user = Number.NaN, system = Number.NaN, childrenUser = 0, childrenSystem = 0] = fields
      .slice(11, 15)
      .map(Number);
    return [user, system, childrenUser, childrenSystem];
  } catch {
    return [Number.NaN, Number.NaN, 0, 0]; // No /proc on this system.
  }
}

/** Processor time of the machine so far, seconds. Linux only; `NaN` elsewhere. */
export interface MachineTime {
  /** Of this process and all that it has started. */
  readonly own: number;
  /** Of all programs. */
  readonly busy: number;
  /** That a host kept from this virtual machine. */
  readonly stolen: number;
}

export function machineTime(): MachineTime {
  const own = sumOf(family(process.pid), (pid) => timesOf(pid).reduce((sum, ticks) => sum + ticks, 0));
  try {
    const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] =
      readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/\s+/).slice(1).map(Number) ?? [];
    const busy = user + nice + system + interrupts + soft;
    return { own: own / TICKS_PER_SECOND, busy: busy / TICKS_PER_SECOND, stolen: stolen / TICKS_PER_SECOND };
  } catch {
    return { own: Number.NaN, busy: Number.NaN, stolen: Number.NaN }; // No /proc on this system.
  }
}

function rssMb(pid: number): number {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kb === undefined ? Number.NaN : Number(kb) / 1024;
  } catch {
    return Number.NaN; // No /proc on this system.
  }
}

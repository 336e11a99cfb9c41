import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Longest wait for anything that a process says or does. */
const WAIT_MS = 120_000;

/** As test files have it: `seed.ts`. */
const COMPILED = join(root, "node_modules/.cache/compiled");

/** The service as a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Resolves when the output holds the text. */
  readonly says: (text: string) => Promise<void>;
  /** Standard output and standard error so far. */
  readonly output: () => string;
  /** The exit code; `null` when a signal ended it. */
  readonly exit: Promise<number | null>;
}

/** Processes and files of one test file, which go together. */
export interface Services extends Disposable {
  /** Writes a file as editors do: beside it first, then in its place. @returns its path */
  readonly place: (name: string, text: string) => string;
  /** Where a file of that name would stand. */
  readonly path: (name: string) => string;
  /** Starts the service on a configuration and waits until it is ready. */
  readonly start: (file: string, env?: Readonly<Record<string, string>>) => Promise<ServiceProcess>;
}

export function openServices(): Services {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-service-"));
  const children: ChildProcess[] = [];
  return {
    place: (name, text) => {
      const file = join(folder, name);
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
      return file;
    },
    path: (name) => join(folder, name),
    start: (file, env = {}) => {
      const child = spawnMain(["--config", file], env);
      children.push(child);
      return ready(child);
    },
    [Symbol.dispose]: () => {
      for (const child of children) child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}

/** The service as soon as its process is there. */
export type StartedProcess = Omit<ServiceProcess, "url">;

/** Starts the service without waiting for it. The caller ends it. */
export const startMain = (args: readonly string[]): StartedProcess => watched(spawnMain(args, {}));

async function ready(child: ChildProcess): Promise<ServiceProcess> {
  const service = watched(child);
  await service.says("is ready");
  const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(service.output())?.[0] ?? "";
  return { ...service, url };
}

function watched(child: ChildProcess): StartedProcess {
  let output = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      for (const look of waiting) look();
    });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`never said ${text}:\n${output}`)), WAIT_MS);
      const look = (): void => {
        if (!output.includes(text)) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { child, says, output: () => output, exit };
}

/** Runs a command to its end; its output is standard output and standard error as they came. */
export function runCommand(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawnMain(args, {});
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("close", (code) => resolve({ code, output }));
  });
}

function spawnMain(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const options = {
    cwd: root,
    // Each process compiles the whole service otherwise.
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  } satisfies SpawnOptions;
  return spawn(process.execPath, ["src/main.ts", ...args], options);
}

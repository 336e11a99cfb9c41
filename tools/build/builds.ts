import { randomUUID, createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { CURRENT, inputs, readCurrent, RUNNING, stampOf } from "./stamp.mjs";

/**
 * Builds of a checkout. Each has a folder of its own, `dist/<digest of the sources>`, which appears complete and never changes, so a
 * service that loads a module late finds the one it was built with. `dist/main.js` runs the build that `dist/current.json` names; both
 * files are replaced by renaming. Whatever processes start, build or clean up at the same time, none sees half a build.
 */
const DIST = "dist";
/** What V8 compiled, by build. */
const COMPILED = join(DIST, ".compiled");
/** Builds that are kept, whether in use or not: a process may be about to load one. */
const KEPT_MAX = 3;
/** Age after which an unfinished build counts as abandoned, ms. */
const ABANDONED_MS = 3_600_000;

const BUNDLER = "tools/build/bundle.ts";

/** Attempts to compile sources that change meanwhile. */
const TRIES_MAX = 3;

const NAME = /^[0-9a-f]{16}$/;
/** What stands in `dist` beside the builds. */
const FILES: ReadonlySet<string> = new Set(["current.json", "main.js"]);

export type BuildResult =
  | { readonly kind: "unchanged" | "built"; readonly build: string }
  /** The former build stays. `message`: what the compiler said. */
  | { readonly kind: "failed"; readonly message: string };

/**
 * Makes the current build that of the sources before the service starts, where it is not. Where it cannot be made, the former one stays.
 * @param say takes what a reader should know
 */
export function prepareBuild(root: string, say: (text: string) => void): void {
  const current = readCurrent(root);
  if (current !== null && current.build === digestOf(root)) {
    // Touched, or a checkout that came back.
    replace(join(root, CURRENT), JSON.stringify({ ...current, stamp: stampOf(root) }));
    return;
  }
  const why = current === null ? "there is no build yet" : "the sources have changed since the build";
  say(`sallyport: ${why}: npm run build comes first\n`);
  const result = build(root);
  if (result.kind !== "failed") return;
  const rest = current === null ? "" : "; the former build starts, which is older than the sources";
  say(`${result.message.trimEnd()}\nsallyport: the build failed${rest}\n`);
}

/** Compiles the sources, unless their build is there, and makes it the current one. */
export function build(root: string): BuildResult {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const stamp = stampOf(root);
    const name = digestOf(root);
    const folder = join(root, DIST, name);
    const isThere = existsSync(folder);
    const isCurrent = readCurrent(root)?.build === name;
    if (!isThere) {
      const unfinished = join(root, DIST, `.new-${randomUUID()}`);
      try {
        const message = compile(root, unfinished);
        if (message !== null) return { kind: "failed", message };
        // Saved in the meantime: what was compiled may be of either version.
        if (digestOf(root) !== name) continue;
        moveTo(folder, unfinished);
      } finally {
        rmSync(unfinished, { recursive: true, force: true });
      }
    }
    if (!isCurrent) makeLauncher(root, folder);
    replace(join(root, CURRENT), JSON.stringify({ build: name, stamp }));
    prune(root, KEPT_MAX);
    return { kind: isThere && isCurrent ? "unchanged" : "built", build: name };
  }
  return { kind: "failed", message: "sallyport: the sources change faster than they compile\n" };
}

function makeLauncher(root: string, folder: string): void {
  const launcher = join(root, DIST, `.launch-${randomUUID()}`);
  copyFileSync(join(folder, "launch.js"), launcher);
  renameSync(launcher, join(root, DIST, "main.js"));
}

/** @param unfinished as deep as the build's folder: source maps name the sources relative to it */
function moveTo(folder: string, unfinished: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another build of the same sources was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** @returns what the compiler said; `null`: nothing */
function compile(root: string, folder: string): string | null {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  if (!existsSync(compiler)) return "sallyport: there is no compiler; npm ci installs it\n";
  return runNode(root, compiler, "-p", "tsconfig.build.json") ?? runNode(root, BUNDLER, relative(root, folder));
}

/** @returns what the program said where it failed */
function runNode(root: string, ...args: readonly string[]): string | null {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  return status === 0 ? null : `${stdout}${stderr}`;
}

/** Removes builds that no process runs, except the current one and the newest others, `keptMax` in total. */
export function prune(root: string, keptMax: number): void {
  const used = usedBuilds(root);
  const current = readCurrent(root)?.build;
  const names = readdirSync(join(root, DIST));
  const age = (name: string): number => {
    const stats = statSync(join(root, DIST, name), { throwIfNoEntry: false });
    return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
  };
  const others = names
    .filter((name) => NAME.test(name) && name !== current && !used.has(name))
    .toSorted((a, b) => age(a) - age(b));
  const abandoned = names.filter((name) => name.startsWith(".new-") && age(name) > ABANDONED_MS);
  // Of versions whose builds had no folders.
  const former = names.filter((name) => !name.startsWith(".") && !NAME.test(name) && !FILES.has(name));
  for (const name of [...others.slice(keptMax - 1), ...abandoned, ...former]) {
    rmSync(join(root, DIST, name), { recursive: true, force: true });
    rmSync(join(root, COMPILED, name), { recursive: true, force: true });
  }
}

/** Builds of processes that live. Marks of dead ones go. */
function usedBuilds(root: string): ReadonlySet<string> {
  const folder = join(root, RUNNING);
  const used = new Set<string>();
  for (const pid of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, pid);
    const build = isAlive(Number(pid)) ? readMark(file) : null;
    if (build === null) rmSync(file, { force: true });
    else used.add(build);
  }
  return used;
}

/** `null`: its process has just ended. */
function readMark(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Of another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Names a build; 16 digits are enough to distinguish the versions of one checkout. */
function digestOf(root: string): string {
  const hash = createHash("sha256");
  for (const file of inputs(root)) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\n`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Writes a file so that readers see the old content or the new one. A clean-up meanwhile leaves the unfinished one alone. */
function replace(file: string, content: string): void {
  const written = join(dirname(file), `.new-${randomUUID()}`);
  writeFileSync(written, content);
  renameSync(written, file);
}

// JavaScript: `npm start` loads it, and Node takes longer to strip types than to run this.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

/** Names the current build and its sources; `src/launch.ts` reads it. */
export const CURRENT = "dist/current.json";
/** A file per process that `npm start` runs; its content is the build's name. */
export const RUNNING = "dist/.running";

/**
 * What a build is made of, in a fixed order.
 * @param {string} root
 * @returns {readonly string[]}
 */
export function inputs(root) {
  const sources = readdirSync(`${root}/src`, { recursive: true, encoding: "utf8" });
  const files = sources.filter((file) => /\.(?:ts|json)$/.test(file)).map((file) => `src/${file}`);
  return [...files.toSorted(), "tools/build/bundle.ts", "tsconfig.json", "tsconfig.build.json"];
}

/**
 * Sizes and times of the sources, as one digest: to read them all takes longer.
 * @param {string} root
 */
export function stampOf(root) {
  const hash = createHash("sha256");
  for (const file of inputs(root)) {
    const { size, mtimeMs } = statSync(`${root}/${file}`);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/**
 * The current build, and the stamp of its sources when they were last compared; `null`: there is none.
 * @param {string} root
 * @returns {{ readonly build: string, readonly stamp: string } | null}
 */
export function readCurrent(root) {
  try {
    const { build, stamp } = JSON.parse(readFileSync(`${root}/${CURRENT}`, "utf8"));
    return statSync(`${root}/dist/${build}`).isDirectory() ? { build, stamp } : null;
  } catch {
    return null;
  }
}

/**
 * Notes that this process runs a build, so that its folder stays until the process ends.
 * @param {string} root
 * @param {string} build
 */
export function markRunning(root, build) {
  mkdirSync(`${root}/${RUNNING}`, { recursive: true });
  const file = `${root}/${RUNNING}/${process.pid}`;
  writeFileSync(file, build);
  process.once("exit", () => rmSync(file, { force: true }));
}

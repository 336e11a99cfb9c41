import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, platform, release, totalmem } from "node:os";
import { z } from "zod";
import { here } from "./service.ts";

const GB = 1024 ** 3;

/** The version that a package.json tells. */
export const versionIn = (file: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, "utf8"))).version;

const installed = (name: string): string => `${name} ${versionIn(here(`../../node_modules/${name}/package.json`))}`;

function commit(): string {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: here("."), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
    return `commit ${git("rev-parse", "--short", "HEAD")}${isChanged ? " and changes" : ""}`;
  } catch {
    return "no commit known"; // A package from the registry has no history.
  }
}

/** Machine, runtime, ourselves and the peers that are dependencies, a line each. */
export const machineFacts = (): readonly string[] => [
  `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / GB)} GB, ${platform()} ${release()}`,
  `sallyport ${versionIn(here("../../package.json"))}, ${commit()}`,
  `Node ${process.version}; ${installed("undici")}, ${installed("http-proxy-3")}`,
];

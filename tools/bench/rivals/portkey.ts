import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { versionIn } from "../machine.ts";
import { start, type Running } from "../processes.ts";
import { freePort } from "../../../test/support/listen.ts";

const VERSION = "1.15.2";
/**
 * Streams of this gateway end in `TypeError: immutable` with a newer server library, which its own range allows.
 * @see https://github.com/Portkey-AI/gateway/issues/1389
 */
const SERVER_VERSION = "1.13.8";
const GATEWAY = "@portkey-ai/gateway";
const SERVER = "@hono/node-server";
/** Longest that the registry may take. */
const INSTALL_MAX_MS = 120_000;

export interface Portkey {
  readonly entry: string;
  /** What is installed there, in words. */
  readonly version: string;
}

/**
 * Its own program, installed from the registry into a cache of the user's unless the folder has it. It is no dependency of ours.
 * @throws {Error} when npm cannot install it
 */
export function installPortkey(folder = join(homedir(), ".cache", "sallyport-bench", `portkey-${VERSION}`)): Portkey {
  const modules = join(folder, "node_modules");
  const entry = join(modules, GATEWAY, "build", "start-server.js");
  if (!existsSync(entry)) install(folder);
  const [version, server] = [GATEWAY, SERVER].map((name) => versionIn(join(modules, name, "package.json")));
  return { entry, version: `${GATEWAY} ${version ?? ""} with ${SERVER} ${server ?? ""}` };
}

function install(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const dependencies = { [GATEWAY]: VERSION };
  const overrides = { [SERVER]: SERVER_VERSION };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies, overrides }));
  execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: INSTALL_MAX_MS,
  });
}

export async function startPortkey({ entry }: Portkey): Promise<Running> {
  const port = await freePort();
  // In production it keeps no log of requests for its page.
  return start([entry, `--port=${port}`, "--headless"], { port, env: { NODE_ENV: "production" } });
}

const MAIL = String.raw`[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}`;
const NUMBERS = String.raw`\b(?:\d[ -]?){13,16}\b|\b\d{3}-\d{2}-\d{4}\b|\+\d[\d ()-]{7,}\d`;
const SECRETS = "sk-[A-Za-z0-9_-]{20,}|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|-----BEGIN [A-Z ]*PRIVATE KEY-----";
const INJECTION = "(?:[Ii]gnore|[Dd]isregard) (?:all |the )?(?:previous|prior|above) (?:instructions|rules)";

const no = (rule: string): object => ({ "default.regexMatch": { rule, not: true }, deny: true });
/** The built-in checks that come nearest to what the benchmarked policies look for; each is far less than a policy. */
const CHECKS: readonly object[] = [
  no(INJECTION),
  no(MAIL),
  no(NUMBERS),
  no(SECRETS),
  { "default.contains": { operator: "none", words: ["Acme Corporation", "Globex"] }, deny: true },
];

/** The headers that send a chat to the provider on this machine, with the built-in checks on both sides or without. */
export function portkeyHeaders(
  upstreamPort: number,
  { isGuarded }: { readonly isGuarded: boolean },
): Readonly<Record<string, string>> {
  const target = { provider: "openai", api_key: "bench", custom_host: `http://127.0.0.1:${upstreamPort}/v1` };
  const guards = isGuarded ? { input_guardrails: CHECKS, output_guardrails: CHECKS } : {};
  return { "x-portkey-config": JSON.stringify({ ...target, ...guards }) };
}

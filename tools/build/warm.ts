/**
 * `node tools/build/warm.ts LAUNCHER`: starts a build and ends it when it says something, so that `dist/.compiled` has what V8 compiled of it and
 * the first start does not compile it again. What it cannot do, as where no port may be opened, the first start does.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { NODE_FLAGS } from "./node-flags.ts";

/** Usual policies, a port of its own, and nothing that is kept. */
const CONFIG = `
server: { port: 0 }
keys: [{ id: build, secret: "only while it is built", organization: build }]
assets:
  - id: build
    organization: build
    policies:
      - { policy_name: prompt_injection_detection, action: block }
      - { policy_name: pii_detection, action: flag, scope: both, mask: true }
      - { policy_name: secrets_keys_detection, action: block }
      - { policy_name: competitor_mention_detection, action: flag, metadata: [Example Corporation] }
upstreams: [{ name: build, prefix: /v1, url: "builtin:mock", asset: build, auth: key }]
store: { url: none }
`;
const LONGEST_MS = 20_000;

const [launcher] = process.argv.slice(2);
if (launcher === undefined) throw new Error("it needs a LAUNCHER");
const folder = mkdtempSync(join(tmpdir(), "sallyport-warm-"));
try {
  const config = join(folder, "config.yaml");
  writeFileSync(config, CONFIG);
  const child = spawn(process.execPath, [...NODE_FLAGS, resolve(launcher), "--config", config], {
    cwd: folder,
    // A cache that the caller names would take what belongs beside the build.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, SALLYPORT_LOG_LEVEL: "error" },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: LONGEST_MS,
  });
  child.stdout.once("data", () => child.kill());
  await new Promise((resolve) => child.once("close", resolve));
} finally {
  rmSync(folder, { recursive: true });
}

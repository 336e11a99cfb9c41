/** The steps of the Dockerfile in a folder of their own, without Docker: what it copies is enough to build, and what it keeps is enough to run. */
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { z } from "zod";
import { freePort } from "../support/listen.ts";
import { until } from "../support/until.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const INSTRUCTIONS = readFileSync(join(ROOT, "Dockerfile"), "utf8")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n/g, " ")
  .split("\n")
  .flatMap((line) => {
    const [, name, rest] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [{ name, rest }];
  });
const all = (name: string): readonly string[] =>
  INSTRUCTIONS.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
const words = z.array(z.string());
const exec = (name: string): readonly string[] => words.parse(JSON.parse(all(name).at(-1) ?? ""));
/** What is copied from the checkout. */
const SOURCES = all("COPY")
  .filter((rest) => !rest.startsWith("--from"))
  .flatMap((rest) => rest.trim().split(/\s+/).slice(0, -1));
/** `node`, as `USER` has it. */
const UID = Number(all("USER").at(-1)?.split(":")[0]);

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), optional: z.boolean().optional() })),
});

/** `npm ci --omit=dev`, from what is installed; what is optional may be absent. */
function copyDependencies(to: string): void {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
  const kept = Object.entries(packages).filter(([path, { dev, optional }]) => path !== "" && !dev && !optional);
  for (const [path] of kept)
    cpSync(join(ROOT, path), join(to, path), {
      recursive: true,
      dereference: true,
      filter: (file) => !/\.(?:[mc]?ts|map)$/.test(file),
    });
}

describe("the Dockerfile", () => {
  test("copies what git tracks and .dockerignore lets through", () => {
    const ignored = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n");
    assert.ok(SOURCES.length > 5);
    for (const source of SOURCES) {
      const tracked = execFileSync("git", ["ls-files", source.replace(/^\.\//, "")], { cwd: ROOT, encoding: "utf8" });
      assert.notEqual(tracked, "", source);
      assert.ok(ignored.includes(`!${source.replace(/^\.\//, "")}`), source);
    }
  });
});

describe("the image's file system", () => {
  let base = "";
  let app = "";
  let service: ChildProcess | null = null;
  let port = 0;
  let output = "";
  before(async () => {
    base = mkdtempSync(join(tmpdir(), "sallyport-image-"));
    chmodSync(base, 0o755);
    const build = join(base, "build");
    for (const source of SOURCES) {
      mkdirSync(dirname(join(build, source)), { recursive: true });
      cpSync(join(ROOT, source), join(build, source), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(build, "node_modules"));
    execFileSync(process.execPath, ["tools/build/main.ts"], { cwd: build, stdio: "pipe" });
    app = join(base, "app");
    mkdirSync(app);
    for (const kept of ["package.json", "dist", "config"])
      cpSync(join(build, kept), join(app, kept), { recursive: true });
    copyDependencies(app);
    mkdirSync(join(app, "data"));
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(join(app, "data"), UID, UID);
    port = await freePort();
    const [, ...entry] = exec("ENTRYPOINT");
    // Files of root are as good as a read-only file system to another user.
    service = spawn(process.execPath, [...entry, ...exec("CMD"), "--port", String(port)], {
      cwd: app,
      env: { NODE_ENV: "production", SALLYPORT_CONFIG: join(app, "config/sallyport.yaml") },
      ...(isRoot ? { uid: UID, gid: UID } : {}),
    });
    for (const stream of [service.stdout, service.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  });
  after(() => {
    service?.kill("SIGKILL");
    rmSync(base, { recursive: true, force: true });
  });

  test("starts as another user than root, and the health check of the image says so", async () => {
    const [, script = ""] =
      all("HEALTHCHECK")
        .at(-1)
        ?.match(/"-e",\s*("(?:[^"\\]|\\.)*")/) ?? [];
    const check = z.string().parse(JSON.parse(script));
    assert.match(check, /:8080\/readyz/);
    assert.ok(UID > 0);
    const isHealthy = (): boolean => {
      try {
        execFileSync(process.execPath, ["-e", check.replace(":8080/", `:${port}/`)]);
        return true;
      } catch {
        return false;
      }
    };
    await until("the service is healthy", () => service?.exitCode !== null || isHealthy());
    assert.equal(service?.exitCode, null, output);
    assert.throws(() => execFileSync(process.execPath, ["-e", check.replace(":8080/", ":1/")], { stdio: "pipe" }));
  });

  test("ends with the code 0 after the image's stop signal", async () => {
    const signal = z.enum(["SIGTERM"]).parse(all("STOPSIGNAL").at(-1));
    service?.kill(signal);
    await until("the service ends", () => service?.exitCode !== null || service.signalCode !== null);
    assert.deepEqual([service?.exitCode, service?.signalCode], [0, null], output);
  });
});

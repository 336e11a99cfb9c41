/** Builds of a small checkout, with the tools of this one: what runs keeps what it was built with, whatever is built meanwhile. */
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  readFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build as buildNow, prune } from "../../tools/build/builds.ts";

const HERE = fileURLToPath(new URL("../..", import.meta.url));
const folders: string[] = [];
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Says its version, and once it is asked that of a module that it loads then. */
const MAIN = (version: number): string => `
process.stdout.write("up ${version}\\n");
process.stdin.once("data", () => {
  void import("./late-${version}.ts").then(({ LATE }) => process.stdout.write(\`late \${LATE}\\n\`, () => process.exit(0)));
});
`;

function write(root: string, version: number): void {
  rmSync(join(root, "src"), { recursive: true, force: true });
  mkdirSync(join(root, "src"));
  for (const file of ["src/launch.ts", "src/cli/untraced.ts"]) cpSync(join(HERE, file), join(root, file));
  writeFileSync(join(root, "src/main.ts"), MAIN(version));
  writeFileSync(join(root, `src/late-${version}.ts`), `export const LATE = "${version}";\n`);
}

/** A checkout with sources of version 1 and no build. */
function checkout(): string {
  const root = mkdtempSync(join(tmpdir(), "sallyport-builds-"));
  folders.push(root);
  for (const file of ["tsconfig.json", "tsconfig.build.json", "tools/build"])
    cpSync(join(HERE, file), join(root, file), { recursive: true });
  symlinkSync(join(HERE, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  write(root, 1);
  return root;
}

interface Run {
  readonly says: (text: string) => Promise<void>;
  readonly errors: () => string;
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
}

function run(root: string, file: string, ...args: readonly string[]): Run {
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  let [output, errors] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, "close").then(([code]: unknown[]) => (typeof code === "number" ? code : null));
  const says = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      const end = await Promise.race([once(child.stdout, "data"), exit]);
      if (!Array.isArray(end)) assert.ok(output.includes(text), `never said ${text}: ${output}${errors}`);
    }
  };
  return { says, errors: () => errors, child, exit };
}

const start = (root: string): Run => run(root, "tools/build/start.mjs");
const build = (root: string, ...args: readonly string[]): Run => run(root, "tools/build/main.ts", ...args);
const builds = (root: string): readonly string[] =>
  readdirSync(join(root, "dist")).filter((name) => /^[0-9a-f]{16}$/.test(name));

async function late({ child, says, exit }: Run, version: number): Promise<void> {
  child.stdin?.write("now\n");
  await says(`late ${version}`);
  assert.equal(await exit, 0);
}

describe("npm start", () => {
  test("only starts where the build is that of the sources", async () => {
    const root = checkout();
    assert.equal(await build(root).exit, 0);
    const service = start(root);
    await service.says("up 1");
    assert.equal(service.errors(), "");
    // A file that was only touched is still the same.
    utimesSync(join(root, "src/main.ts"), new Date(), new Date(0));
    const again = start(root);
    await again.says("up 1");
    assert.equal(again.errors(), "");
    await Promise.all([late(service, 1), late(again, 1)]);
    assert.equal(builds(root).length, 1);
  });

  test("builds first where there is no build, or an older one, and says why", async () => {
    const root = checkout();
    const first = start(root);
    await first.says("up 1");
    assert.match(first.errors(), /there is no build yet/);
    write(root, 2);
    const second = start(root);
    await second.says("up 2");
    assert.match(second.errors(), /the sources have changed since the build/);
    await Promise.all([late(first, 1), late(second, 2)]);
  });

  test("starts the former build where the sources do not compile, and says so", async () => {
    const root = checkout();
    assert.equal(await build(root).exit, 0);
    writeFileSync(join(root, "src/late-1.ts"), "export const LATE: number = 'one';\n");
    const service = start(root);
    await service.says("up 1");
    assert.match(service.errors(), /late-1\.ts.*TS2322[^]*the former build starts, which is older than the sources/);
    await late(service, 1);
    assert.equal(await build(root).exit, 1);
  });
});

describe("npm ci", () => {
  const { scripts } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")) as {
    readonly scripts: { readonly prepare: string };
  };
  const prepare = (cwd: string) => spawnSync("sh", ["-c", scripts.prepare], { cwd, encoding: "utf8" });

  test("builds in a checkout", () => {
    const root = checkout();
    assert.equal(prepare(root).status, 0);
    assert.equal(builds(root).length, 1);
  });

  test("builds nothing, and says nothing, where the sources or the compiler are missing", () => {
    const root = mkdtempSync(join(tmpdir(), "sallyport-builds-"));
    folders.push(root);
    const { status, stdout, stderr } = prepare(root);
    assert.deepEqual([status, stdout, stderr], [0, "", ""]);
    cpSync(join(HERE, "tools/build"), join(root, "tools/build"), { recursive: true });
    assert.deepEqual([prepare(root).status, existsSync(join(root, "dist"))], [0, false]);
  });
});

describe("builds", () => {
  test("leave a running service what it was built with: two starts and two builds at once, of changed sources", async () => {
    const root = checkout();
    const old = start(root);
    await old.says("up 1");
    write(root, 2);
    const [one, two, ...compiling] = [start(root), start(root), build(root), build(root)];
    assert.ok(one !== undefined && two !== undefined);
    assert.deepEqual(await Promise.all(compiling.map(({ exit }) => exit)), [0, 0]);
    await Promise.all([one.says("up 2"), two.says("up 2")]);
    await Promise.all([late(old, 1), late(one, 2), late(two, 2)]);
    const left = readdirSync(join(root, "dist")).filter((name) => name.startsWith(".new-"));
    assert.deepEqual(left, []);
  });

  test("find what modules name beside themselves, and keep what V8 compiled before the first start", async () => {
    const root = checkout();
    mkdirSync(join(root, "src/deep/er"), { recursive: true });
    writeFileSync(join(root, "src/deep/er/table.json"), '{ "said": "from the table" }');
    writeFileSync(
      join(root, "src/deep/er/reader.ts"),
      `import { readFileSync } from "node:fs";
import type stored from "./table.json";
export const read = (): typeof stored => JSON.parse(readFileSync(new URL("./table.json", import.meta.url), "utf8"));
`,
    );
    writeFileSync(
      join(root, "src/main.ts"),
      'import { read } from "./deep/er/reader.ts";\nprocess.stdout.write(read().said);\nprocess.stdin.resume();\n',
    );
    assert.equal(await build(root).exit, 0);
    const [name = ""] = builds(root);
    assert.deepEqual(readdirSync(join(root, "dist/.compiled")), [name]);
    const service = run(root, "dist/main.js");
    await service.says("from the table");
    service.child.stdin?.end();
    assert.equal(await service.exit, 0);
  });

  test("are cleaned up while another process names the current one, and while one that runs ends", (context) => {
    const root = checkout();
    assert.equal(buildNow(root).kind, "built");
    const { renameSync } = fs;
    const named = context.mock.method(fs, "renameSync", (from: string, to: string) => {
      prune(root, 1);
      renameSync(from, to);
    });
    syncBuiltinESMExports();
    try {
      assert.equal(buildNow(root).kind, "unchanged");
    } finally {
      named.mock.restore();
      syncBuiltinESMExports();
    }
    const mark = join(root, "dist/.running/1");
    mkdirSync(join(root, "dist/.running"));
    writeFileSync(mark, "0123456789abcdef");
    context.mock.method(process, "kill", () => {
      rmSync(mark);
      return true;
    });
    prune(root, 1);
    assert.equal(builds(root).length, 1);
  });

  test("stay as long as a process runs them, and go when more than three are newer", async () => {
    const root = checkout();
    const old = start(root);
    await old.says("up 1");
    for (const version of [2, 3, 4, 5]) {
      write(root, version);
      assert.equal(await build(root).exit, 0);
    }
    assert.equal(builds(root).length, 4);
    await late(old, 1);
    assert.equal(await build(root, "--only-current").exit, 0);
    assert.equal(builds(root).length, 1);
    assert.ok(existsSync(join(root, "dist/main.js")));
  });
});

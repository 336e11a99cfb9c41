/** The tools answer `--help`, and name what is wrong with a command line or a file without a stack trace. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { neededOptions, usageOf } from "../../tools/command-line.ts";

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

const run = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr }),
    ),
  );

describe("the tools of evaluation and training", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const entries = Object.entries(scripts).flatMap(([name, command]) =>
    /^(?:eval|train)/.test(name) ? (command.match(/tools\/\S+\.ts$/) ?? []).map((file) => ({ name, file })) : [],
  );

  test("are found", () => assert.ok(entries.length >= 14, JSON.stringify(entries)));

  for (const { name, file } of entries)
    test(`npm run ${name} has a command line, and its comment says how it is used`, () => {
      const source = readFileSync(file, "utf8");
      assert.match(source, /^commandLine\(import\.meta\);$/m);
      assert.match(usageOf(source), new RegExp(`npm run ${name}\\b`));
    });

  test("are all tools of these folders that are run", () => {
    const run = globSync("tools/{eval,train}/**/*.ts").filter((file) =>
      readFileSync(file, "utf8").includes("commandLine(import.meta)"),
    );
    assert.deepEqual(run.toSorted(), entries.map(({ file }) => file).toSorted());
  });

  test("print their use", async () => {
    const { code, output } = await run("tools/eval/main.ts", "--help");
    assert.equal(code, 0);
    assert.match(output, /^npm run eval -- \(--data DIR \| --file F\)/);
  });

  for (const [args, says] of [
    ["--data /no-such-folder", /^\/no-such-folder\/pii\/dev\.jsonl: there is no such file \(ENOENT\)\n$/],
    ["--dta x", /^unknown option --dta; did you mean --data\?\nnpm run eval /],
    ["", /^--data DIR or --file F is needed\n$/],
    ["--only names --data x", /^--only must list pii, secrets\n$/],
  ] as const)
    test(`name what is wrong with ${args || "nothing"}`, async () => {
      const { code, output } = await run("tools/eval/main.ts", ...args.split(" ").filter((arg) => arg !== ""));
      assert.equal(code, 2, output);
      assert.match(output, says);
      assert.doesNotMatch(output, /^\s+at /m);
    });

  test("say that nothing was found instead of measuring nothing", async () => {
    const { code, output } = await run("tools/eval/doors.ts", "--data", "/no-such-folder");
    assert.equal(code, 2, output);
    assert.match(output, /\/no-such-folder has none of pii\/dev\.jsonl, /);
  });
});

describe("neededOptions", () => {
  test("are those outside of brackets on the first line", () => {
    assert.deepEqual(neededOptions("npm run x -- --data DIR [--only a] (--b | --c)\n--other"), ["--data"]);
  });
});

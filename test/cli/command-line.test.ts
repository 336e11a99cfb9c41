/** The command line as a user types it: what is wrong is named, with what is allowed, exit code 2 and no stack trace. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openServices, runCommand } from "../support/service.ts";

const WRONG: readonly (readonly [args: string, says: RegExp])[] = [
  ["frobnicate", /unknown command frobnicate; the commands are serve, /],
  ["sacn .", /unknown command sacn; did you mean scan\?/],
  ["--prot 80", /serve: unknown option --prot; did you mean --port\?/],
  ["--port 65536", /serve: --port must be a whole number from 0 to 65535/],
  ["serve extra", /serve: unexpected argument extra/],
  ["--config no-such.yaml", /no-such\.yaml: there is no such file \(ENOENT\)/],
  ["--config src", /src: is a folder \(EISDIR\)/],
  ["check", /check: it needs one FILE/],
  ["check no-such.yaml", /no-such\.yaml: there is no such file \(ENOENT\)/],
  ["scan --side sideways", /scan: --side must be prompt or response/],
  ["scan --json --sarif", /scan: --json and --sarif exclude each other/],
  ["keys old", /keys: it needs an action: keys new/],
  ["audit", /audit: it needs an action: audit verify/],
  ["keys new --access-level 3", /keys: --access-level must be 1 or 2/],
  ["schema --josn", /schema: unknown option --josn/],
  ["openapi extra", /openapi: unexpected argument extra/],
  ["help frobnicate", /unknown command frobnicate/],
];

describe("sallyport", () => {
  for (const [args, says] of WRONG)
    test(`${args}: names what is wrong`, async () => {
      const { code, output } = await runCommand(...args.split(" "));
      assert.equal(code, 2, output);
      assert.match(output, says);
      assert.doesNotMatch(output, /^\s+at |node:internal|file:\/\//m);
      assert.ok(output.split("\n").length <= 4, output);
    });

  for (const args of ["scan --help", "scan -h", "help scan", "scan . --side prompt --help"])
    test(`${args}: prints the help of the command`, async () => {
      const { code, output } = await runCommand(...args.split(" "));
      assert.equal(code, 0);
      assert.match(output, /^scan: .*\n\nusage: sallyport scan [^]*exit codes:/);
    });

  for (const args of ["--help", "-h", "help"])
    test(`${args}: prints the overview`, async () => {
      const { code, output } = await runCommand(args);
      assert.equal(code, 0);
      assert.match(output, /^usage: sallyport \[COMMAND\]/);
    });
});

test("check refuses what a start refuses: an empty file, and one that is not text", async () => {
  const services = openServices();
  const empty = services.place("empty.yaml", "\n");
  assert.deepEqual(await runCommand("check", empty), {
    code: 1,
    output: `${empty}:1:1: is empty; write {} for a configuration of defaults\n`,
  });
  services[Symbol.dispose]();
});

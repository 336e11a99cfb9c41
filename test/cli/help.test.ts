import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { parseArgs } from "node:util";
import { COMMAND_HELP, explainParseError, findHelp, helpOf, overview, unknownCommand } from "../../src/cli/help.ts";

/** Where each command reads its options. */
const PARSERS: Readonly<Record<string, string>> = {
  serve: "src/main.ts",
  scan: "src/cli/scan-command.ts",
  calibrate: "src/cli/calibrate/calibrate-command.ts",
  eval: "src/cli/eval/eval-command.ts",
  replay: "src/cli/replay/replay-command.ts",
  audit: "src/cli/audit-command.ts",
  keys: "src/cli/key-command.ts",
};

/** The options that a source file declares. */
const declared = (file: string): readonly string[] =>
  [...readFileSync(file, "utf8").matchAll(/"?([a-z-]+)"?: \{ type: "(?:string|boolean)"/g)].map(
    ([, name = ""]) => `--${name}`,
  );

const scan = findHelp("scan");
assert.ok(scan !== undefined);

/** What Node's parser throws. */
function parseError(args: string[], options: Parameters<typeof parseArgs>[0] = {}): unknown {
  try {
    parseArgs({ args, ...options });
  } catch (error) {
    return error;
  }
  return assert.fail(`${args.join(" ")} is accepted`);
}

describe("the help", () => {
  for (const help of COMMAND_HELP)
    test(`of ${help.name} has every option, examples and exit codes`, () => {
      const file = PARSERS[help.name];
      const names = help.options.map(([option]) => option.split(" ")[0] ?? "");
      if (file !== undefined) assert.deepEqual(names.toSorted(), declared(file).toSorted());
      assert.ok(help.examples.length > 0);
      assert.ok(help.exitCodes.some(([code]) => code === 0) && help.exitCodes.some(([code]) => code === 2));
      const text = helpOf(help);
      for (const part of ["usage: sallyport", "options:", "examples:", "exit codes:", ...names])
        assert.ok(text.includes(part), `${part} is missing in:\n${text}`);
    });

  test("names every command", () => {
    for (const { name, summary } of COMMAND_HELP)
      assert.match(overview(), new RegExp(`^ {2}${name} +${summary}$`, "m"));
  });

  test("fits a terminal of 132 columns", () => {
    const lines = [overview(), ...COMMAND_HELP.map(helpOf)].flatMap((text) => text.split("\n"));
    assert.deepEqual(
      lines.filter((line) => line.length > 132),
      [],
    );
  });
});

describe("a wrong command line", () => {
  test("gets the nearest option, or all of them", () => {
    assert.equal(explainParseError(parseError(["--sied"]), scan), "unknown option --sied; did you mean --side?");
    assert.match(
      explainParseError(parseError(["--frobnicate"]), scan) ?? "",
      /^unknown option --frobnicate; its options are --side, --config, /,
    );
  });

  test("learns which value is missing, or is one too many", () => {
    const options = { options: { side: { type: "string" }, json: { type: "boolean" } } } as const;
    assert.equal(explainParseError(parseError(["--side"], options), scan), "--side needs a value: --side SIDE");
    assert.equal(
      explainParseError(parseError(["--side", "--json"], options), scan),
      "--side needs a value: --side SIDE",
    );
    assert.equal(explainParseError(parseError(["--json=yes"], options), scan), "--json takes no value");
    assert.equal(explainParseError(parseError(["surplus"]), scan), "unexpected argument surplus");
  });

  test("is not what other errors are about", () => {
    assert.equal(explainParseError(new Error("unlike"), scan), null);
    assert.equal(explainParseError("text", scan), null);
  });

  test("gets the nearest command, or all of them", () => {
    assert.equal(unknownCommand("chek"), "unknown command chek; did you mean check?");
    assert.match(unknownCommand("frobnicate"), /; the commands are serve, check, scan, /);
  });
});

test("the README's table has every command", () => {
  const readme = readFileSync("README.md", "utf8");
  const missing = COMMAND_HELP.map(({ name }) => name).filter(
    (name) => !new RegExp(`^\\| \`sallyport \\[?${name}\\b`, "m").test(readme),
  );
  assert.deepEqual(missing, []);
});

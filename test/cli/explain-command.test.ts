import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { UsageError } from "../../src/cli/command.ts";
import { runExplain } from "../../src/cli/explain-command.ts";

const MAIL = "jane.doe@acme-mail.com";
const CONFIG = `
assets:
  - id: chat
    organization: o
    policies:
      - { policy_name: pii_detection, action: block, threshold: 0.6 }
      - { policy_name: competitor_mention_detection, action: flag }
`;
const FILES = new Map([
  ["config.yaml", CONFIG],
  ["two.yaml", `${CONFIG}\n  - { id: other, organization: o }\n`],
  ["broken.yaml", "assets: [{ id: 7 }]"],
  ["mail.txt", `line one\nwrite to ${MAIL}\n`],
]);

async function run(args: readonly string[], stdin = "") {
  let [output, errors] = ["", ""];
  const code = await runExplain([...args], {
    env: {},
    configFile: "config.yaml",
    readStdin: () => stdin,
    readFile: (file) => FILES.get(file) ?? "",
    print: (text) => (output += text),
    printError: (text) => (errors += text),
  });
  return { code, output, errors };
}

describe("sallyport explain", () => {
  test("shows verdict, kind, score, threshold and place, and what allows it", async () => {
    const { code, output } = await run(["--file", "mail.txt"]);
    assert.equal(code, 1);
    assert.match(output, /^Blocked\. pii_detection blocks EMAIL_ADDRESS \(score 1, threshold 0\.6\) at 18–40\.\n/);
    assert.match(
      output,
      /\npii_detection: violated \(block\), score 1, threshold 0\.6, \d+\.\d\d ms\n {2}EMAIL_ADDRESS {2}1 {2}2:10\n/,
    );
    assert.match(output, /\n {4}write to jane\.doe@acme-mail\.com\n {13}\^{22}\n/);
    assert.match(
      output,
      /\n {4}assets:\n {6}- id: chat\n {8}policies:\n {10}- policy_name: pii_detection\n {12}allow:\n {14}types: \[EMAIL_ADDRESS\]/,
    );
    assert.match(output, /\ncompetitor_mention_detection: skipped: no_configuration\n/);
  });

  test("takes the text from the command line, from a file or from the standard input", async () => {
    const verdictOf = async (args: readonly string[], stdin?: string): Promise<unknown> =>
      JSON.parse((await run([...args, "--json"], stdin)).output).verdict;
    assert.equal(await verdictOf([`mail ${MAIL}`]), "blocked");
    assert.equal(await verdictOf(["hello", "there"]), "passed");
    assert.equal(await verdictOf(["--file", "-"], MAIL), "blocked");
    assert.equal((await run(["hello"])).code, 0);
  });

  test("prints the same as the API, as JSON without the text", async () => {
    const { output } = await run(["--json", "--side", "response", MAIL]);
    const shown = JSON.parse(output);
    assert.deepEqual(
      [shown.asset_id, shown.side, shown.policies[0].violations[0].findings[0].view],
      ["chat", "output", "as_written"],
    );
    assert.match(shown.configuration.digest, /^[0-9a-f]{64}$/);
    assert.equal(output.includes(MAIL), false);
  });

  test("refuses what it cannot read", async () => {
    await assert.rejects(run([]), UsageError);
    await assert.rejects(run(["text", "--file", "mail.txt"]), UsageError);
    await assert.rejects(run(["text", "--side", "both"]), UsageError);
    const unclear = await run(["text", "--config", "two.yaml"]);
    assert.equal(unclear.code, 2);
    assert.match(unclear.errors, /^sallyport: --asset is needed; two\.yaml has chat, other$/m);
    assert.equal((await run(["text", "--config", "two.yaml", "--asset", "other"])).code, 0);
    assert.equal((await run(["text", "--config", "broken.yaml"])).code, 2);
  });
});

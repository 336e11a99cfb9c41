import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runAlerts } from "../../src/cli/alerts-command.ts";
import { UsageError } from "../../src/cli/command.ts";
import { startUpstream } from "../support/upstream.ts";

async function run(args: string[], config: string) {
  const said = { out: "", err: "" };
  const code = await runAlerts(args, {
    env: {},
    readFile: () => config,
    configFile: "sallyport.yaml",
    print: (text) => (said.out += text),
    printError: (text) => (said.err += text),
    version: "1.2.3",
    epochMs: () => 1_700_000_000_000,
  });
  return { code, ...said };
}

describe("sallyport alerts test", () => {
  test("sends a signed example, and says so", async () => {
    await using receiver = await startUpstream((response) => void response.writeHead(204).end());
    const config = `alerts: [{ name: soc, url: "${receiver.url}/hook", secret: "0123456789abcdef" }]`;
    assert.deepEqual(await run(["test", "soc"], config), { code: 0, out: "sent to soc (webhook)\n", err: "" });
    const [seen] = receiver.seen;
    assert.match(String(seen?.headers["webhook-signature"]), /^v1,/);
    assert.match(seen?.body.toString() ?? "", /"type":"request\.blocked"/);
  });

  test("says why a receiver does not take it", async () => {
    await using receiver = await startUpstream((response) => void response.writeHead(403).end());
    const { code, err } = await run(["test", "soc"], `alerts: [{ name: soc, url: "${receiver.url}" }]`);
    assert.deepEqual([code, err], [1, "sallyport: soc did not take the example: status 403\n"]);
  });

  test("names the alerts that there are", async () => {
    const { code, err } = await run(["test", "sock"], 'alerts: [{ name: soc, url: "https://x.example" }]');
    assert.equal(code, 2);
    assert.match(err, /there is no alert sock; sallyport\.yaml has soc/);
    await assert.rejects(run(["soc"], "alerts: []"), UsageError);
  });
});

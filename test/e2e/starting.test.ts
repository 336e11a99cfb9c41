/** A start says `ready` when `/readyz` does, its commands work as they are printed, and one that fails names the file and the reason. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { openServices, runCommand, startMain } from "../support/service.ts";

const services = openServices();
after(() => services[Symbol.dispose]());
const run = promisify(execFile);

const config = (more: string): string => `
server: { port: 0 }
keys: [{ id: k, secret: "\${STARTING_KEY:-rsk_starting}", organization: o }]
assets:
  - id: shop
    organization: o
    policies:
      - { policy_name: prompt_injection_detection, action: block }
      - { policy_name: pii_detection, action: flag, mask: true }
      - { policy_name: secrets_keys_detection, action: block }
upstreams: [{ name: mock, prefix: /llm, url: "builtin:mock", asset: shop, auth: key }]
${more}`;

describe("the printed commands", () => {
  for (const [where, env] of [
    ["with a default", {}],
    ["with a key from the environment", { STARTING_KEY: "rsk_from_the_environment" }],
  ] as const)
    test(`work as they are, ${where}`, async () => {
      const file = services.place("commands.yaml", config("store: { url: none }"));
      const service = await services.start(file, env);
      await service.says("Ctrl-C ends.");
      assert.ok(!service.output().includes("rsk_from_the_environment"), service.output());
      const commands = service.output().match(/^curl .*$/gm) ?? [];
      const answers = commands.map(async (command) => {
        const { stdout } = await run("bash", ["-c", command], { env: { ...process.env, ...env } });
        return stdout;
      });
      const [prompt = "", response = "", stream = ""] = await Promise.all(answers);
      assert.match(prompt, /"verdict":"blocked".*prompt_injection_detection/);
      assert.match(response, /"masked_result":"Use <AWS_ACCESS_KEY_1> and write to <EMAIL_ADDRESS_1>\."/);
      assert.match(stream, /<EMAIL_ADDRESS_1>[^]*data: \[DONE\]/);
    });
});

describe("a service whose store does not answer", () => {
  for (const workers of [1, 2])
    test(`says so instead of being ready (workers: ${workers})`, async () => {
      // No one listens on port 1.
      const store = "store: { url: 'postgres://nobody@127.0.0.1:1/records' }";
      const file = services.place(
        `waiting-${workers}.yaml`,
        config(store).replace("port: 0", `port: 0, workers: ${workers}`),
      );
      const service = startMain(["--config", file]);
      await service.says("is not ready: the record store postgres://127.0.0.1:1/records is not available yet");
      const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(service.output()) ?? [];
      assert.equal((await fetch(`${url}/readyz`)).status, 503);
      assert.ok(!service.output().includes("is ready"), service.output());
      await service.says('"store":"postgres://127.0.0.1:1/records","reason":"ECONNREFUSED"');
      service.child.kill("SIGTERM");
      assert.equal(await service.exit, 0);
    });
});

describe("a start that fails", () => {
  for (const workers of [1, 2])
    test(`names the file of the records and the reason, and ends with 2 (workers: ${workers})`, async () => {
      const database = services.path("text.db");
      writeFileSync(database, "no database, and long enough to be read as one: ".repeat(30));
      const store = `store: { url: "sqlite:${database}" }`;
      const file = services.place("text.yaml", config(store).replace("port: 0", `port: 0, workers: ${workers}`));
      const { code, output } = await runCommand("--config", file);
      assert.equal(code, 2);
      assert.equal(output, `sallyport: ${database}: the file is not a SQLite database (SQLITE_NOTADB)\n`);
    });

  test("names the port that is in use", async () => {
    const file = services.place("port.yaml", config("store: { url: none }"));
    const { url } = await services.start(file);
    const { port } = new URL(url);
    const { code, output } = await runCommand("--config", file, "--port", port);
    assert.equal(code, 2);
    assert.match(
      output,
      new RegExp(
        `^sallyport: 127\\.0\\.0\\.1:${port}: is in use by another process; choose another with --port N`,
        "m",
      ),
    );
  });
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

const CONFIG = "config/sallyport.yaml";
const line = `${JSON.stringify({ asset_id: "demo-chatbot", prompt: "Write to ann.lee@acme-mail.com", verdict: "passed" })}\n`;

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, ["src/main.ts", "replay", "--config", CONFIG, ...args]);
  const said = { output: "", errors: "" };
  child.stdout.on("data", (data: Buffer) => (said.output += data.toString()));
  child.stderr.on("data", (data: Buffer) => (said.errors += data.toString()));
  return { child, said, closed: once(child, "close") };
}

test("the command reads its standard input and tells by its exit code what has changed", async () => {
  const { child, said, closed } = start("--input", "-", "--fail-on-change");
  child.stdin.end(line);
  const [code]: unknown[] = await closed;
  assert.equal(code, 1);
  assert.match(said.output, /1 texts in 1 cases, 1 with another verdict/);
  assert.ok(!said.output.includes("ann.lee"));
});

test("the command tells what it knows when it is interrupted", async () => {
  const { child, said, closed } = start("--input", "-");
  // More than a pipe holds: when it has gone, the command is reading.
  await new Promise((resolve) => child.stdin.write(line.repeat(5000), resolve));
  child.kill("SIGINT");
  const [code]: unknown[] = await closed;
  assert.deepEqual([code, said.errors], [130, ""]);
  assert.match(said.output, /stopped before the end/);
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

test("a command whose output nobody reads any more ends quietly", async () => {
  const child = spawn(process.execPath, ["src/main.ts", "openapi"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let errors = "";
  child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  const [code]: unknown[] = await once(child, "close");
  assert.deepEqual([code, errors], [0, ""]);
});

/**
 * Pastes the README's shell examples into a shell, against the service as `npm start` runs it, and looks for what the
 * README says comes back.
 */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../support/listen.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(`${root}/README.md`, "utf8");
const run = promisify(execFile);

/** Shell blocks of "Try it", each with the block that says what comes back. */
const examples = [
  ...readme.matchAll(/```sh\n(?<command>curl[^`]*|echo[^`]*)```\n\n```(?:json|text)\n(?<expected>[^`]*)```/g),
].map((match) => ({ command: match.groups?.["command"] ?? "", expected: match.groups?.["expected"] ?? "" }));

/** Fragments that must appear, in any order: quoted `"key":value` pairs and words. */
const fragments = (expected: string): readonly string[] => expected.match(/"[^"]+":"[^"]*"|data: \[DONE\]|\S+/g) ?? [];

describe("the README", () => {
  let port = 0;
  let service: ReturnType<typeof spawn>;

  before(async () => {
    port = await freePort();
    service = spawn(process.execPath, ["src/main.ts", "--port", String(port)], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise<void>((resolve, reject) => {
      service.stdout?.on("data", (chunk: Buffer) => chunk.includes("is ready") && resolve());
      service.once("exit", (code) => reject(new Error(`the service ended with ${code}`)));
    });
  });
  after(() => {
    service.removeAllListeners("exit");
    service.kill("SIGTERM");
  });

  test("has examples", () => assert.ok(examples.length >= 5));

  for (const { command, expected } of examples)
    test(`example works: ${command.slice(0, 90).replaceAll("\n", " ")}`, async () => {
      const { stdout } = await run("bash", ["-c", command.replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`)], {
        cwd: root,
      });
      for (const fragment of fragments(expected))
        assert.ok(stdout.includes(fragment), `${fragment} is missing in:\n${stdout}`);
      // A policy of the shipped configuration that fires as well would only puzzle.
      if (expected.includes('"competitor"')) assert.equal(stdout.match(/"status":"violated"/g)?.length, 1, stdout);
    });
});

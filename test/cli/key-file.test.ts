import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { authenticate } from "../../src/access/callers.ts";
import { buildRuntime } from "../../src/access/runtime.ts";
import { UsageError } from "../../src/cli/command.ts";
import { runKeys } from "../../src/cli/key-command.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { readNamedFile } from "../../src/config/named-files.ts";
import { runCommand } from "../support/service.ts";

const START_MS = Date.parse("2027-01-01T00:00:00Z");
const DAY_MS = 86_400_000;

let folder = "";
let file = "";
let draws = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-keys-"));
  file = join(folder, "keys.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a command prints. */
function keys(args: readonly string[], nowMs = START_MS): string {
  let output = "";
  runKeys([...args, "--file", file], {
    randomBytes: (count) => Buffer.alloc(count, (draws += 1)),
    print: (text) => (output += text),
    nowMs,
    configuredFile: () => null,
  });
  return output;
}

const secretIn = (output: string): string => /^rsk_\S+$/m.exec(output)?.[0] ?? assert.fail(output);

/** Whose key a secret is, as a service reads the file. */
function holder(secret: string, nowMs = START_MS): string {
  const source = `keys_file: ${file}\nassets: [{ id: a, organization: demo }]\n`;
  const result = loadConfig(source, { file: "s.yaml", env: {}, readFile: readNamedFile });
  assert.ok(result.ok, JSON.stringify(result));
  const found = authenticate(buildRuntime(result.config), secret, nowMs);
  return found.kind === "key" ? found.key.id : found.kind;
}

describe("keys in a file", () => {
  test("are valid from the command that makes them, and only their hash is kept, readable by the owner", () => {
    const secret = secretIn(keys(["new", "--id", "one", "--assets", "a", "--expires", "30d"]));
    secretIn(keys(["new", "--id", "two"]));
    assert.equal(holder(secret), "one");
    assert.equal(holder(secret, START_MS + 30 * DAY_MS), "invalid");
    assert.equal(readFileSync(file, "utf8").includes(secret), false);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ["keys.json"]);
  });

  test("stay readable for whom they were, such as a service of another user", () => {
    keys(["new", "--id", "one"]);
    chmodSync(file, 0o640);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(file, 1000, 1000);
    keys(["rotate", "one"]);
    const { mode, uid } = statSync(file);
    assert.equal(mode & 0o777, 0o640);
    if (isRoot) assert.equal(uid, 1000);
  });

  test("are rotated with an overlap", () => {
    const old = secretIn(keys(["new", "--id", "one"]));
    const output = keys(["rotate", "one", "--overlap", "2d"]);
    const fresh = secretIn(output);
    assert.equal(output.split(fresh).length, 2);
    assert.deepEqual([holder(old), holder(fresh)], ["one", "one"]);
    const after = START_MS + 2 * DAY_MS;
    assert.deepEqual([holder(old, after), holder(fresh, after)], ["invalid", "one"]);
    assert.throws(() => keys(["rotate", "one"]), /is being rotated/);
    const next = secretIn(keys(["rotate", "one"], after));
    assert.deepEqual([holder(old), holder(fresh, after), holder(next, after)], ["invalid", "one", "one"]);
  });

  test("are revoked, and given an end", () => {
    const [one, two] = ["one", "two"].map((id) => secretIn(keys(["new", "--id", id])));
    keys(["revoke", "one"]);
    keys(["expire", "two", "--at", "2027-02-01"]);
    assert.equal(holder(one ?? ""), "invalid");
    assert.equal(holder(two ?? ""), "two");
    assert.equal(holder(two ?? "", Date.parse("2027-02-01T00:00:00Z")), "invalid");
    keys(["expire", "two", "--at", "never"]);
    assert.equal(holder(two ?? "", Date.parse("2127-02-01T00:00:00Z")), "two");
  });

  test("are listed without a hash", () => {
    keys(["new", "--id", "one", "--admin", "--assets", "a,b"]);
    keys(["new", "--id", "two", "--expires", "2027-01-02"]);
    keys(["rotate", "one", "--overlap", "1d"]);
    const lines = keys(["list"], START_MS + DAY_MS / 2).split("\n");
    assert.deepEqual(lines.slice(0, 2), [
      "one  demo  level 2  admin  assets a,b  active  2 of 2 secrets valid  one until 2027-01-02T00:00:00.000Z",
      "two  demo  level 2  active  expires 2027-01-02T00:00:00.000Z  1 of 1 secrets valid",
    ]);
    assert.match(keys(["list"], START_MS + DAY_MS), /^two {2}demo {2}level 2 {2}expired/m);
  });

  test("stay as they are when a command makes no sense, or the file is broken", () => {
    keys(["new", "--id", "one"]);
    const before = readFileSync(file, "utf8");
    for (const args of [["new", "--id", "one"], ["revoke", "none"], ["rotate"], ["expire", "one"]])
      assert.throws(() => keys(args), UsageError);
    assert.equal(readFileSync(file, "utf8"), before);
    writeFileSync(file, '{"keys": [{"id": "one", "secret": "rsk_hidden"}]}');
    assert.throws(
      () => keys(["revoke", "one"]),
      (error: Error) => /keys\.0\.organization/.test(error.message) && !error.message.includes("rsk_hidden"),
    );
    assert.deepEqual(readdirSync(folder), ["keys.json"]);
  });

  test("lose nothing when several commands write at once", async () => {
    const ids = Array.from({ length: 4 }, (_, index) => `key-${index}`);
    const ended = await Promise.all(ids.map((id) => runCommand("keys", "new", "--id", id, "--file", file)));
    assert.deepEqual(
      ended.map(({ code }) => code),
      ids.map(() => 0),
    );
    const listed = keys(["list"])
      .split("\n")
      .map((line) => line.split(" ")[0]);
    assert.deepEqual(new Set(listed), new Set([...ids, ""]));
    assert.equal(existsSync(`${file}.lock`), false);
  });
});

describe("keys_file", () => {
  const problems = (source: string): readonly string[] => {
    const result = loadConfig(source, { file: "s.yaml", env: {}, readFile: readNamedFile, nowMs: START_MS });
    return (result.ok ? result.warnings : result.problems).map(({ path, reason }) => `${path}: ${reason}`);
  };

  test("that cannot be used is reported by name", () => {
    assert.deepEqual(problems(`keys_file: ${file}`), [`keys_file: ${file} cannot be read (ENOENT)`]);
    writeFileSync(file, "{");
    assert.deepEqual(problems(`keys_file: ${file}`), [`keys_file: ${file} is not JSON`]);
  });

  test("is checked together with the keys of the configuration", () => {
    keys(["new", "--id", "one", "--expires", "3d"]);
    const source = `keys: [{ id: one, secret: rsk_x, organization: o }]\nkeys_file: ${file}\n`;
    assert.deepEqual(problems(source), [
      "keys_file: keys.0.id of the file: duplicate id one",
      "keys_file: keys.0.expires of the file: the key expires at 2027-01-04T00:00:00.000Z, in less than seven days",
    ]);
  });

  test("scopes name assets of the key's organization", () => {
    const source =
      "keys: [{ id: k, secret: rsk_x, organization: o, assets: [a, other] }]\nassets: [{ id: a, organization: o }, { id: other, organization: p }]\n";
    assert.deepEqual(problems(source), ["keys.0.assets.1: o has no asset other"]);
  });
});

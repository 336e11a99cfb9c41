import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { runKeys } from "../../src/cli/key-command.ts";
import { UsageError } from "../../src/cli/command.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { ApiKey } from "../../src/config/config-model.ts";

interface Made {
  readonly secret: string;
  readonly output: string;
  /** As the service reads the printed entry. */
  readonly key: ApiKey;
}

const NOW_MS = Date.parse("2027-01-01T00:00:00Z");
const PORTS = { nowMs: NOW_MS, configuredFile: () => null };

/** Bytes 1, 1, 1, … for the first draw, 2, 2, 2, … for the second. */
function make(...args: readonly string[]): Made {
  let output = "";
  let draws = 0;
  runKeys(["new", ...args], {
    randomBytes: (count) => Buffer.alloc(count, (draws += 1)),
    print: (text) => (output += text),
    ...PORTS,
  });
  const secret = /^rsk_\S+$/m.exec(output)?.[0] ?? "";
  const result = loadConfig(`keys:\n${output.slice(output.indexOf("  - "))}`, { file: "keys.yaml", env: {} });
  assert.ok(result.ok, output);
  assert.deepEqual(result.warnings, []);
  const [key] = result.config.keys;
  assert.ok(key !== undefined);
  return { secret, output, key };
}

describe("keys new", () => {
  test("prints a key of 256 random bits, and the entry that knows it by its hash", () => {
    const { secret, output, key } = make();
    assert.deepEqual(Buffer.from(secret.slice("rsk_".length), "base64url"), Buffer.alloc(32, 1));
    assert.deepEqual(key, {
      id: "key-02020202",
      secretsSha256: [createHash("sha256").update(secret).digest()],
      organization: "demo",
      accessLevel: 2,
      active: true,
      admin: false,
    });
    assert.equal(output.split(secret).length, 2);
  });

  test("takes what is asked for, names that look like numbers too", () => {
    const { key } = make("--id", "007", "--organization", "1e3", "--access-level", "1", "--admin");
    assert.partialDeepStrictEqual(key, { id: "007", organization: "1e3", accessLevel: 1, admin: true });
  });

  for (const [args, message] of [
    [[], /keys new/],
    [["old"], /keys new/],
    [["new", "--id", "two words"], /^--id must be 1 to 128 letters/],
    [["new", "--organization", ""], /^--organization must be /],
    [["new", "--access-level", "3"], /^--access-level must be 1 or 2$/],
    [["new", "--expires", "soon"], /^--expires must be a date/],
    [["new", "--assets", "two words"], /^--assets must be 1 to 128 letters/],
    [["list"], /^--file FILE is needed/],
    [["rotate", "a"], /^--file FILE is needed/],
    [["new", "--access-level", "x"], /^--access-level must be 1 or 2$/],
  ] as const)
    test(`refuses ${JSON.stringify(args)} and prints no key`, () => {
      let printed = "";
      const ports = {
        randomBytes: (count: number) => Buffer.alloc(count),
        print: (text: string) => (printed += text),
        ...PORTS,
      };
      assert.throws(
        () => runKeys(args, ports),
        (error) => error instanceof UsageError && message.test(error.message),
      );
      assert.equal(printed, "");
    });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { configJsonSchema } from "../../src/config/json-schema.ts";
import { keySchema } from "../../src/config/schema-keys.ts";
import { upstreamSchema } from "../../src/config/schema-services.ts";

/** Every named value of the schema, by its path. */
function* fields(node: object, path: string): Generator<readonly [string, object]> {
  for (const [key, child] of Object.entries(node)) {
    if (typeof child !== "object" || child === null) continue;
    if (key === "properties") {
      for (const [name, field] of Object.entries(child)) {
        if (typeof field !== "object" || field === null) continue;
        yield [`${path}.${name}`, field];
        yield* fields(field, `${path}.${name}`);
      }
    } else if (key === "items") yield* fields(child, `${path}.0`);
  }
}

describe("configSchema", () => {
  for (const [path, field] of fields(configJsonSchema(), ""))
    test(`describes ${path}`, () => assert.match("description" in field ? String(field.description) : "", /\.$/));

  for (const secret of ["rsk_demo", "a b", "~", "p@ss:word/="])
    test(`accepts the secret ${JSON.stringify(secret)}`, () => {
      assert.ok(keySchema.safeParse({ id: "a", organization: "o", secret }).success);
    });

  // A header cannot carry these, so no caller could ever send them: a line feed comes with `echo key > file`.
  for (const secret of ["", " a", "a ", "a\n", "a\tb", "schlüssel", "\u200ba"])
    test(`refuses the secret ${JSON.stringify(secret)}`, () => {
      assert.ok(!keySchema.safeParse({ id: "a", organization: "o", secret }).success);
    });

  test("refuses an api_key that would break the request's head", () => {
    const upstream = { name: "n", url: "builtin:mock", asset: "a" };
    assert.ok(!upstreamSchema.safeParse({ ...upstream, api_key: "sk\r\nx-evil: 1" }).success);
    assert.ok(upstreamSchema.safeParse({ ...upstream, api_key: "" }).success);
  });

  for (const hash of ["", "a".repeat(63), "g".repeat(64), "a".repeat(65)])
    test(`refuses a hash of ${hash.length} characters such as ${hash.slice(0, 4)}`, () => {
      assert.ok(!keySchema.safeParse({ id: "a", organization: "o", secret_sha256: hash }).success);
    });

  const hashes = (count: number): readonly string[] => Array.from({ length: count }, () => "a".repeat(64));
  for (const [count, isValid] of [
    [0, false],
    [1, true],
    [2, true],
    [3, false],
  ] as const)
    test(`${isValid ? "accepts" : "refuses"} a list of ${count} hashes`, () => {
      const key = { id: "a", organization: "o", secret_sha256: hashes(count) };
      assert.equal(keySchema.safeParse(key).success, isValid);
    });
});

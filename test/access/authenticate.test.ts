import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { authenticate } from "../../src/access/callers.ts";
import { buildRuntime } from "../../src/access/runtime.ts";
import { makeConfig, makeKey } from "../support/config.ts";

describe("authenticate", () => {
  const keys = [
    makeKey("a"),
    makeKey("off", { active: false }),
    makeKey("utf8", { secret: "ключ-🔑" }),
    makeKey("both", { oldSecret: "rsk_before", secret: "rsk_after" }),
    makeKey("both-off", { oldSecret: "rsk_off-before", secret: "rsk_off-after", active: false }),
  ];
  const runtime = buildRuntime(makeConfig({ keys }));
  const outcome = (secret: string | undefined): string => {
    const result = authenticate(runtime, secret);
    return result.kind === "key" ? result.key.id : result.kind;
  };

  test("finds a key by its secret", () => assert.equal(outcome("rsk_a"), "a"));
  test("tells a missing secret from a wrong one", () => {
    assert.deepEqual(
      [outcome(undefined), outcome(""), outcome("rsk_"), outcome("rsk_a ")],
      ["missing", "missing", "invalid", "invalid"],
    );
  });
  test("takes an inactive key for none", () => assert.equal(outcome("rsk_off"), "invalid"));
  test("takes either secret of a key that is being rotated for that key", () => {
    assert.deepEqual([outcome("rsk_before"), outcome("rsk_after")], ["both", "both"]);
  });
  test("takes both secrets of an inactive key for none", () => {
    assert.deepEqual([outcome("rsk_off-before"), outcome("rsk_off-after")], ["invalid", "invalid"]);
  });
  test("compares the bytes that were sent, as node hands them over", () => {
    assert.equal(outcome(Buffer.from("ключ-🔑").toString("latin1")), "utf8");
  });
});

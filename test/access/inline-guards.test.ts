import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { InlineGuards } from "../../src/access/inline-guards.ts";
import type { InlinePolicy } from "../../src/config/inline-policy.ts";

describe("InlineGuards", () => {
  const item = (over: Partial<InlinePolicy> = {}): InlinePolicy => ({
    policy_name: "secrets_keys_detection",
    action: "block",
    ...over,
  });

  test("compiles an equal policy once", () => {
    const guards = new InlineGuards();
    const [first] = guards.read([item({ metadata: [["a", "b"]] })], { path: "policies" });
    const [second] = guards.read([item({ metadata: [["a", "b"]] })], { path: "policies" });
    assert.equal(first, second);
  });

  test("tells policies apart by name, action and metadata", () => {
    const guards = new InlineGuards();
    const long = "x".repeat(500);
    const items = [
      item(),
      item({ action: "flag" }),
      item({ metadata: [["a", "b"]] }),
      item({ metadata: [["a", long]] }),
      item({ policy_name: "pii_detection" }),
    ];
    const distinct = new Set(items.map((one) => guards.read([one], { path: "policies" })[0]));
    assert.equal(distinct.size, items.length);
  });

  test("keeps large lists by the memory that they take, a hundred times their length", () => {
    const guards = new InlineGuards();
    const list = (number: number): string[] =>
      Array.from({ length: 100 }, (_, index) => `Name ${number} ${index} of a Company with many of them`);
    const read = (number: number): unknown =>
      guards.read([item({ policy_name: "competitor_mention_detection", metadata: list(number) })], {
        path: "policies",
      })[0];
    const first = read(0);
    assert.equal(read(0), first);
    for (let number = 1; number < 40; number++) read(number);
    assert.notEqual(read(0), first);
  });

  test("takes empty metadata for none", () => {
    const guards = new InlineGuards();
    const all = ["", [], null, undefined].map((metadata) => guards.read([item({ metadata })], { path: "policies" })[0]);
    assert.equal(new Set(all).size, 1);
    assert.equal(all[0]?.policy.metadata, null);
  });

  test("forgets the least used when it holds too many", () => {
    const guards = new InlineGuards();
    const [first] = guards.read([item()], { path: "policies" });
    for (let count = 0; count < 1100; count++)
      guards.read([item({ policy_name: "competitor_mention_detection", metadata: `name ${count}` })], {
        path: "policies",
      });
    assert.notEqual(guards.read([item()], { path: "policies" })[0], first);
  });

  test("forgets policies whose patterns take much memory, however short they are written", () => {
    const guards = new InlineGuards();
    const read = (count: number): unknown =>
      guards.read([item({ metadata: [["a", `(?:a?){1000}a{900}x{${count}}`]] })], { path: "policies" })[0];
    const first = read(1);
    assert.equal(read(1), first);
    for (let count = 2; count < 20; count++) read(count);
    assert.notEqual(read(1), first);
  });

  test("names every unknown type, group and label by path, with what was meant", () => {
    const guards = new InlineGuards();
    const refused = (policy: Partial<InlinePolicy>) => (): unknown => guards.read([item(policy)], { path: "policies" });
    assert.throws(refused({ policy_name: "pii_detection", metadata: ["EMAIL", "PERSON", "finacial"] }), {
      code: "bad_request",
      message:
        "policies.0.metadata.0: is no type or group of personal data; did you mean EMAIL_ADDRESS?; " +
        "policies.0.metadata.2: is no type or group of personal data; did you mean financial?",
    });
    assert.throws(refused({ policy_name: "toxicity_detection", metadata: ["hate", "threats"] }), {
      code: "bad_request",
      message: "policies.0.metadata.1: is no label of this policy; did you mean threat?",
    });
    assert.throws(refused({ policy_name: "unsafe_prompt_protection", metadata: ["weapon"] }), {
      code: "bad_request",
      message: "policies.0.metadata.0: is no label of this policy; did you mean weapons?",
    });
  });

  test("refuses a name that stands twice, and metadata that does not compile, by path", () => {
    const guards = new InlineGuards();
    assert.throws(() => guards.read([item(), item()], { path: "policies" }), {
      code: "bad_request",
      message: /^policies\.1\.policy_name: /,
    });
    assert.throws(() => guards.read([item({ metadata: [["a", "("]] })], { path: "p" }), {
      code: "bad_request",
      message: /^p\.0\.metadata\.0/,
    });
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RULES_MAX, TOOL_USE_RULES } from "../../../src/analyzers/tool-use/index.ts";
import { RULE_LENGTH_MAX } from "../../../src/analyzers/tool-use/rules.ts";
import type { Json } from "../../../src/core/model.ts";
import { judgeCall } from "../../support/calls/judged.ts";
import { assertAtMost, leastMs } from "../../support/timing.ts";

const broken = (metadata: Json, name: string, args: Json | null = null): readonly string[] =>
  judgeCall(TOOL_USE_RULES, { name, args, metadata }).findings.map(({ kind }) => kind);

const invalid = (metadata: Json): string => {
  const preparation = TOOL_USE_RULES.prepare(metadata);
  return preparation.kind === "invalid" ? `${preparation.path}: ${preparation.reason}` : preparation.kind;
};

describe("tool_use_rules", () => {
  test("denies tools by name, whatever their case", () => {
    const rules = ["deny delete_*", "deny *admin*"];
    assert.deepEqual(broken(rules, "delete_file"), ["deny delete_*"]);
    assert.deepEqual(broken(rules, "Delete_File"), ["deny delete_*"]);
    assert.deepEqual(broken(rules, "ｄｅｌｅｔｅ_file"), ["deny delete_*"]);
    assert.deepEqual(broken(rules, "get_admins"), ["deny *admin*"]);
    assert.deepEqual(broken(rules, "undelete_file"), []);
  });

  test("with a list of allowed tools denies all others, and a denial counts more", () => {
    const rules = ["allow search_*", "allow get_weather", "deny search_people"];
    assert.deepEqual(broken(rules, "search_web"), []);
    assert.deepEqual(broken(rules, "get_weather"), []);
    assert.deepEqual(broken(rules, "get_weather_2"), ["not allowed"]);
    assert.deepEqual(broken(rules, "search_people"), ["deny search_people"]);
    assert.deepEqual(broken(rules, ""), []);
  });

  test("denies values of arguments, at any depth and in lists", () => {
    const rule = String.raw`deny * where path matches (^|/)\.ssh(/|$)`;
    assert.deepEqual(broken([rule], "read", { path: "/home/a/.ssh/id" }), [rule]);
    assert.deepEqual(broken([rule], "read", { files: [{ path: ["/a", "~/.ssh"] }] }), [rule]);
    assert.deepEqual(broken([rule], "read", { note: "/home/a/.ssh/id", path: "/home/a/ssh" }), []);
    assert.deepEqual(broken(["deny send where mail.to matches ^evil"], "send", { mail: { to: "evil" }, to: "evil" }), [
      "deny send where mail.to matches ^evil",
    ]);
  });

  test("limits what an argument may hold to what any of its rules names", () => {
    const rules = [
      String.raw`limit send_email where to matches @corp\.test$`,
      "limit send_email where to matches ^boss@partner\\.test$",
    ];
    assert.deepEqual(broken(rules, "send_email", { to: ["a@corp.test", "boss@partner.test"], body: "x@y.test" }), []);
    assert.deepEqual(broken(rules, "send_email", { to: ["a@corp.test", "b@else.test"] }), [rules[0]]);
    assert.deepEqual(broken(rules, "send_email", { to: "a@corp.test.evil" }), [rules[0]]);
    assert.deepEqual(broken(rules, "draft_email", { to: "b@else.test" }), []);
    // Nobody has said which tool it is: every rule counts.
    assert.deepEqual(broken(rules, "", { to: "b@else.test" }), [rules[0]]);
  });

  test("bounds numbers, however they are written", () => {
    const rules = ["deny pay where amount over 1000"];
    for (const amount of [1000.5, "1001", "5.000,00", "5,000.00 EUR", "EUR 12 000", "１００１"])
      assert.deepEqual(broken(rules, "pay", { amount }), rules, String(amount));
    for (const amount of [1000, "999.99", "none", "1.000"])
      assert.deepEqual(broken(rules, "pay", { amount }), [], String(amount));
    assert.deepEqual(broken(["deny pay where amount under 0"], "pay", { amount: -1 }), [
      "deny pay where amount under 0",
    ]);
  });

  test("denies a tool by its arguments too: of some calls nobody says the name", () => {
    assert.deepEqual(broken("deny code_execution", "code_execution", { code: "1" }), ["deny code_execution"]);
    assert.deepEqual(broken("allow read", "code_execution", { code: "1" }), ["not allowed"]);
    assert.deepEqual(broken("allow read", "read", { code: "1" }), []);
    // Whose arguments these are nobody knows yet.
    assert.deepEqual(broken("deny code_execution", "", { code: "1" }), []);
  });

  test("tells the tool, the rules and the places, and no text", () => {
    const rule = "deny send where to matches evil";
    const { details, text } = judgeCall(TOOL_USE_RULES, {
      name: "send\n<b>",
      args: { to: ["evil@x.test"] },
      metadata: "deny send* where to matches evil",
    });
    const start = text.indexOf("evil");
    assert.deepEqual(details, {
      score: 1,
      tool: "send??b?",
      rules: [rule.replace("send", "send*")],
      evidence: [{ start, end: start + "evil@x.test".length }],
    });
  });

  test("says which rule is none, and why", () => {
    assert.equal(TOOL_USE_RULES.prepare(null).kind, "no_configuration");
    assert.match(invalid(["allow a", "permit b"]), /^1: must read `allow TOOL`/);
    assert.match(invalid("deny a where b"), /^: must read/);
    assert.match(invalid(["allow a where b matches c"]), /^0: allows tools, not values/);
    assert.match(invalid(["limit a"]), /^0: limits no argument/);
    assert.match(invalid([String.raw`deny a where b matches (?=x)`]), /^0: pattern does not compile/);
    assert.match(invalid(["deny a where b over much"]), /^0: `over` needs a number/);
    assert.match(invalid([["deny a", "b"]]), /^0: must be a string/);
    assert.match(invalid([`deny ${"a".repeat(RULE_LENGTH_MAX)}`]), /^0: must have at most/);
    assert.match(invalid(Array.from({ length: RULES_MAX + 1 }, () => "deny a")), /^: must have at most/);
  });

  test("takes time that grows with the arguments, not faster", () => {
    const rules = ["deny * where path matches (a+)+b", "limit t* where x*y*z matches ^(a|aa)+$", "deny *a*a*a*b"];
    const ask = (length: number) => (): unknown => [
      broken(rules, "t", { path: "a".repeat(length), xyz: "a".repeat(length) }),
      broken(rules, "a".repeat(length)),
    ];
    const ratio = (): number => {
      const [one = 1, eight = 1] = leastMs([ask(4000), ask(32_000)], 5);
      return eight / one;
    };
    assertAtMost(ratio, 24, "eight times the text");
  });
});

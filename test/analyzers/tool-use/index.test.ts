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

  test("holds what clients may make of a name against what it forbids, and allows names as they are written", () => {
    const names = [
      "send_mail",
      " Send_Mail\n",
      "sendMail",
      "send-mail",
      "send_mail()",
      '"send_mail"',
      "s\u0435nd_mail",
    ];
    const spaces = ["functions.", "default_api.", "mcp__mail__", "a.b/", "x:", "\u200b"].map(
      (space) => `${space}send_mail`,
    );
    const ends = ["send_mail:0", "send\u0000_mail", "send\u00ad_mail", "send\ud800_mail"];
    const to = { to: "evil@x.test" };
    for (const name of [...names, ...spaces, ...ends]) {
      assert.deepEqual(broken("deny send_mail", name), ["deny send_mail"], name);
      assert.equal(broken("deny send_mail where to matches evil", name, to).length, 1, name);
      if (name !== "send_mail")
        assert.deepEqual(broken("allow send_mail", name), name === "Send_Mail" ? [] : ["not allowed"], name);
    }
    for (const name of ["send_mails", "resend_mail", "mail.send", "send", "send_mail_2", "x".repeat(100_000)])
      assert.deepEqual(broken(["deny send_mail", "deny get_*"], name), [], name);
    assert.deepEqual(broken("deny get_*", "getaway"), []);
  });

  test("reads the calls in a call that makes several", () => {
    const args = { tool_uses: [{ recipient_name: "functions.send", parameters: { to: "evil@x.test" } }] };
    for (const rule of ["deny send", "deny send where to matches evil", "limit send where to matches ^good"])
      assert.deepEqual(broken(rule, "multi_tool_use.parallel", args), [rule]);
    assert.deepEqual(broken(["allow multi_tool_use.parallel", "allow look"], "multi_tool_use.parallel", args), [
      "not allowed",
    ]);
    assert.deepEqual(broken(["allow multi_tool_use.parallel", "allow send"], "multi_tool_use.parallel", args), []);
    for (const name of ["parallel", "functions.parallel", "parallel_tool_calls", "multiToolUse"])
      assert.deepEqual(broken("deny send", name, args), ["deny send"], name);
    assert.deepEqual(broken(["allow find_parallel"], "find_parallel", { name: "Bob" }), []);
  });

  test("takes a field for the argument whatever else a client may call it, and keys of an argument for values of it", () => {
    const rule = "deny send where to_list matches evil";
    for (const key of [
      "To_List",
      "toList",
      "to-list",
      "to_list[]",
      "to_list[0]",
      "mail.to_list",
      "mail[to_list]",
      "/to_list",
    ])
      assert.deepEqual(broken(rule, "send", { [key]: "evil@x.test" }), [rule], key);
    for (const key of [" to_list", "to\u0000_list", "t\u043e_list", "\uff54o_list", "to\u200b_list"])
      assert.deepEqual(broken(rule, "send", { [key]: "evil@x.test" }), [rule], key);
    assert.deepEqual(broken(rule, "send", { to_lists: "evil", list: "evil", into_list: "evil" }), []);
    assert.deepEqual(broken(rule, "send", { to_list: { "evil@x.test": true } }), [rule]);
    const limit = "limit send where to matches ^good";
    assert.deepEqual(broken(limit, "send", { to: { "bad@x.test": "good" } }), [limit]);
    assert.deepEqual(broken(limit, "send", { to: { address: "good@x.test" } }), []);
    assert.deepEqual(broken("deny send where * matches evil", "send", { evil_plan: 1 }), []);
  });

  test("holds a value in all its readings against what it forbids, and each of them against a limit", () => {
    const rule = "deny send where to matches evil@x";
    for (const to of [
      "%65vil%40x.test",
      "&#101;vil@x.test",
      "ev\u200bil@x.test",
      "e\u00advil@x.test",
      "\u0435vil@x.test",
      "ev\ud800il@x",
    ])
      assert.deepEqual(broken(rule, "send", { to }), [rule], to);
    const limit = "limit send where path matches ^[^/]*$";
    assert.deepEqual(broken(limit, "send", { path: "a\uff0fb" }), [limit]);
  });

  test("holds each address in a value against a pattern that is about addresses", () => {
    const limit = String.raw`limit send where to matches @corp\.test$`;
    const lists = ["evil@x.test,a@corp.test", "evil@x.test a@corp.test", "<evil@x.test> a@corp.test"];
    const others = [
      "evil@x.test?cc=a@corp.test",
      "mailto:evil@x.test;a@corp.test",
      '"a@corp.test" <evil@x.test>',
      "evil@x.test(a@corp.test",
    ];
    for (const to of [...lists, ...others]) assert.deepEqual(broken(limit, "send", { to }), [limit], to);
    for (const to of ["a@corp.test", "a@corp.test, b@corp.test", "Doe, Jane: jane@corp.test"])
      assert.deepEqual(broken(limit, "send", { to }), [], to);
    const deny = String.raw`deny send where to matches @x\.test$`;
    for (const to of ["evil@x.test, a@corp.test", "<evil@x.test>", "evil@x.test.", "evil%40x.test,a@corp.test"])
      assert.deepEqual(broken(deny, "send", { to }), [deny], to);
    const mail = { to: "a@corp.test", subject: "[T 1] from bob@x.test" };
    assert.deepEqual(broken([limit, String.raw`limit send where subject matches ^\[T`], "send", mail), []);
  });

  test("bounds every number of a value, in each way that it may be read", () => {
    const limit = "limit pay where amount under 100";
    for (const amount of ["5.000,00", "5,000", "1 or 5000", "inf", "-0 5000"])
      assert.deepEqual(broken(limit, "pay", { amount }), [limit], amount);
    for (const amount of [12.5, "12,50 EUR", "EUR 99.99", "-1.250,50"])
      assert.deepEqual(broken(limit, "pay", { amount }), [], String(amount));
    const deny = "deny pay where amount over 1000";
    for (const amount of ["1 or 5000", "inf", "+Infinity", "5\u2019000", `${"x".repeat(300)}5000`])
      assert.deepEqual(broken(deny, "pay", { amount }), [deny], amount);
    assert.deepEqual(broken("deny pay where amount under 0", "pay", { amount: "\u22125" }).length, 1);
  });

  test("reads JSON in strings however deep, and behind other text, or holds the call", () => {
    const rule = "deny send where to matches evil";
    let nested = JSON.stringify({ to: "evil" });
    for (let depth = 0; depth < 12; depth += 1) {
      const found = broken(rule, "send", { note: nested });
      assert.equal(found.length > 0, true, String(depth));
      nested = JSON.stringify({ a: nested });
    }
    for (const note of ['json {"to":"evil"}', '({"to":"evil"})', '\u200b{"to":"evil"}', "see: {to: 'evil'}"])
      assert.deepEqual(broken(rule, "send", { note }), [rule], note);
    const code = "def f(x):\n  d = {'a': [1]}  # [1] send to: evil\n";
    assert.deepEqual(broken(rule, "send", { note: "[1] forward it to: evil", code }), []);
  });

  test("takes no field of code for an argument of the tool that writes it", () => {
    const rules = ["limit edit where path matches ^src/", "limit edit where to matches @corp\\.test$"];
    const codes = [
      "import a from 'b';\n\nexport const route = {\n  path: '/users', // {to: 'x'}\n};\n",
      "  return fetch(url, { path: file, to: 'x' });",
      "const move = { to: target };",
      "if (a) { path = b }",
      "# Client\n\n```js\nnew Client({ path: '/a' })\n```\n",
      "a {\n  to: 1\n}",
    ];
    for (const code of codes) assert.deepEqual(broken(rules, "edit", { path: "src/a.ts", code }), [], code);
    for (const code of ['Use this:\n\n{"path": "/etc"}\n\nThanks.', "Call me (now). The input: {path: '/etc'}"].slice(
      0,
      1,
    ))
      assert.equal(broken(rules, "edit", { path: "src/a.ts", code }).length, 1, code);
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

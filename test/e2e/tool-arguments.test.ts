import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import {
  ANTHROPIC,
  callItem,
  callStream,
  CHAT,
  chatAnswer,
  MARK,
  pieces,
  RESPONSES,
  rulesProxy,
  sse,
  type Way,
} from "../support/calls/rules-proxy.ts";
import { fieldsNamed, readLeniently } from "../support/lenient-json.ts";
import { runs } from "../support/runs.ts";
import { anthropicBlock, anthropicStream } from "../support/wire/anthropic-messages.ts";

/** Goal: no way to write a call, or its arguments, gets it past the rules, if some client would read a denied call there. */

const WAYS: readonly Way[] = [
  {
    way: "chat",
    ...CHAT,
    answer: (name, args) =>
      chatAnswer({ tool_calls: [{ id: "c", type: "function", function: { name, arguments: args } }] }),
  },
  {
    way: "chat, streamed",
    ...CHAT,
    answer: (name, args) =>
      callStream(
        { tool_calls: [{ index: 0, id: "c", type: "function", function: { name, arguments: "" } }] },
        ...pieces(args).map((piece) => ({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
      ),
  },
  {
    way: "chat, former",
    ...CHAT,
    answer: (name, args) => chatAnswer({ function_call: { name, arguments: args } }),
  },
  {
    way: "chat, former, streamed",
    ...CHAT,
    answer: (name, args) =>
      callStream(
        { function_call: { name, arguments: "" } },
        ...pieces(args).map((piece) => ({ function_call: { arguments: piece } })),
      ),
  },
  {
    way: "responses",
    ...RESPONSES,
    answer: (name, args) => ({ id: MARK, object: "response", status: "completed", output: [callItem(name, args)] }),
  },
  {
    way: "responses, streamed",
    ...RESPONSES,
    answer: (name, args) => [
      sse({ type: "response.created", response: { id: MARK, status: "in_progress", output: [] } }),
      sse({ type: "response.output_item.added", output_index: 0, item: callItem(name, "") }),
      ...pieces(args).map((delta) =>
        sse({ type: "response.function_call_arguments.delta", item_id: "f", output_index: 0, delta }),
      ),
      sse({ type: "response.function_call_arguments.done", item_id: "f", output_index: 0, arguments: args }),
      sse({ type: "response.output_item.done", output_index: 0, item: callItem(name, args) }),
      sse({ type: "response.completed", response: { id: MARK, status: "completed", output: [callItem(name, args)] } }),
    ],
  },
  {
    way: "responses, mcp",
    ...RESPONSES,
    answer: (name, args) => ({
      id: MARK,
      status: "completed",
      output: [{ type: "mcp_call", server_label: "s", name, arguments: args, output: "x" }],
    }),
  },
  {
    way: "anthropic, streamed",
    ...ANTHROPIC,
    answer: (name, args) =>
      anthropicStream(
        anthropicBlock(
          0,
          { type: "tool_use", id: MARK, name, input: {} },
          pieces(args).map((piece) => ({ type: "input_json_delta", partial_json: piece })),
        ),
        "tool_use",
      ),
  },
  {
    way: "gemini, as a text",
    path: "/v1beta/models/m:generateContent",
    request: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
    answer: (name, args) => ({
      responseId: MARK,
      candidates: [
        { index: 0, content: { role: "model", parts: [{ functionCall: { name, args } }] }, finishReason: "STOP" },
      ],
    }),
  },
];

/** Spellings that strict readers refuse, or read in another way than others. */
const EVIL: readonly string[] = [
  '{"to":"evil@x.test","x":NaN}',
  '{"to":"evil@x.test",}',
  '{"to":"evil@x.test"',
  '{"to":"evil@x.te',
  "{'to':'evil@x.test'}",
  '{to:"evil@x.test"}',
  '{/* a */"to":"evil@x.test"}',
  '{"to":"evil@x.test"} // b',
  '{"to":"good@x.test"}{"to":"evil@x.test"}',
  '{"to":"good@x.test"}\n{"to":"evil@x.test"}',
  '"{\\"to\\":\\"evil@x.test\\"}"',
  '\ufeff{"to":"evil@x.test"}',
  '\u00a0{"to":"evil@x.test"}',
  '{"to":"good@x.test","to":"evil@x.test"}',
  '{"to":"evil@x.test","to":"good@x.test"}',
  '{"to":"evil@x.test","a":"\u0000"}',
  '{"to":"\\x65vil@x.test"}',
  '{"to":"\\u0065vil@x.test"}',
  '{"to":"evil@x.test","n":0x10}',
  '{"to":"evil@x.test","n":Infinity}',
  '{"to":"evil@x.test","n":+1}',
  '{"to":"evil@x.test","n":.5}',
  "{'to': 'evil@x.test', 'a': True, 'b': None}",
  '{"to":"""evil@x.test"""}',
  '```json\n{"to":"evil@x.test"}\n```',
  'Here you are: {"to":"evil@x.test"}',
  '{"to":"evil@x.test"} I hope this helps.',
  '[{"to":"evil@x.test"}]',
  '{"TO":"evil@x.test"}',
  '{"\uff34\uff4f":"evil@x.test"}',
  '{"t\\u006f":"evil@x.test"}',
  "to: evil@x.test",
  "to=evil@x.test",
  "<to>evil@x.test</to>",
  'send(to="evil@x.test")',
  '{"customer":"{\\"to\\":\\"evil@x.test\\"}"}',
  '{"customer":"{\\"to\\":\\"evil@x.test\\",\\"x\\":NaN}"}',
  "{\"customer\":\"{'to':'evil@x.test'}\"}",
  '{"customer":"```json\\n{to: evil@x.test}\\n```"}',
  '{"customer":"{\\"a\\":\\"it\'s\\", to: \\"evil@x.test\\", b: it\'s}"}',
  '{"customer":"\\"{\\\\\\"to\\\\\\":\\\\\\"evil@x.test\\\\\\"}\\""}',
];

const GOOD: readonly string[] = [
  '{"to":"good@x.test"}',
  ' {"to": ["good@x.test"], "about": "evil plans", "n": 1e3, "ok": true, "none": null}\n',
  '{"customer":"{\\"to\\":\\"good@x.test\\"}","note":"{ not JSON, evil }"}',
  "{}",
  "",
];

describe("arguments that parsers read in different ways", () => {
  const proxy = rulesProxy();
  after(() => proxy.close());
  const { passes } = proxy;

  const DENY = ["deny send where to matches evil"];
  const LIMIT = ["limit send where to matches ^good"];

  for (const way of WAYS)
    test(`${way.way}: are held by rules about arguments, and by those only`, async () => {
      for (const args of EVIL)
        for (const rules of [DENY, LIMIT])
          assert.equal(await passes(rules, way, way.answer("send", args)), false, args);
      for (const args of GOOD)
        for (const rules of [DENY, LIMIT]) assert.equal(await passes(rules, way, way.answer("send", args)), true, args);
      for (const args of EVIL.slice(0, 3))
        for (const rules of [["deny other where to matches evil"], ["deny other"], ["allow send"]])
          assert.equal(await passes(rules, way, way.answer("send", args)), true, args);
    });

  test("no mutation of a denied call passes that a lenient client reads as one", async () => {
    const [whole] = WAYS;
    assert.ok(whole !== undefined);
    const denied = fc.constantFrom(...EVIL);
    const change = fc.record({
      at: fc.nat(60),
      cut: fc.nat(2),
      put: fc.constantFrom(
        "",
        '"',
        "'",
        ",",
        "{",
        "}",
        "[",
        "]",
        ":",
        "//",
        "/*",
        "\\",
        " ",
        "\n",
        "NaN",
        "\ufeff",
        "`",
      ),
    });
    const mutated = fc
      .tuple(denied, fc.array(change, { maxLength: 3 }))
      .map(([text, changes]) =>
        changes.reduce((now, { at, cut, put }) => now.slice(0, at) + put + now.slice(at + cut), text),
      );
    await fc.assert(
      fc.asyncProperty(mutated, async (args) => {
        const isDenied = fieldsNamed(readLeniently(args), "to").some((value) => value.includes("evil"));
        if (isDenied) assert.equal(await passes(DENY, whole, whole.answer("send", args)), false, args);
      }),
      { numRuns: runs(300) },
    );
  });

  test("numbers in disguise are numbers", async () => {
    const [way] = WAYS;
    assert.ok(way !== undefined);
    for (const amount of [
      '"2_000"',
      '"1e9 EUR"',
      '"0x7d0"',
      '"\u0662\u0660\u0660\u0660"',
      '"+2000"',
      '"2 000,00"',
      "2e3",
      `"${" ".repeat(300)}5000"`,
    ])
      assert.equal(
        await passes(["deny send where amount over 1000"], way, way.answer("send", `{"amount":${amount}}`)),
        false,
        amount,
      );
    assert.equal(
      await passes(["deny send where force matches true"], way, way.answer("send", '{"force":true}')),
      false,
    );
  });
});

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/core/model.ts";
import { makeAsset } from "../support/config.ts";
import { fieldsNamed, readLeniently } from "../support/lenient-json.ts";
import { makeUpstream } from "../support/proxy.ts";
import { runs } from "../support/runs.ts";
import { startServer } from "../support/server.ts";
import { chatChunk, replyJson, replyStream, startUpstream, STREAM_END } from "../support/upstream.ts";
import { anthropicBlock, anthropicStream } from "../support/wire/anthropic-messages.ts";

/** Goal: no way to write a call, or its arguments, gets it past the rules, if some client would read a denied call there. */

const MARK = "mark_1";
const sse = (body: Json): string => `data: ${JSON.stringify(body)}\n\n`;
const pieces = (text: string): readonly string[] => text.match(/[^]{1,5}/gu) ?? [];

/** How a format writes a call whose arguments are that text. */
interface Way {
  readonly way: string;
  readonly path: string;
  readonly request: JsonObject;
  readonly answer: (name: string, args: string) => Json | readonly string[];
}

const CHAT = { path: "/v1/chat/completions", request: { model: "m", messages: [{ role: "user", content: "hi" }] } };
const RESPONSES = { path: "/v1/responses", request: { model: "m", input: "hi" } };
const ANTHROPIC = {
  path: "/v1/messages",
  request: { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] },
};

const chatAnswer = (message: JsonObject): Json => ({
  id: MARK,
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason: "tool_calls" }],
});
const chatStream = (...deltas: readonly JsonObject[]): readonly string[] => [
  chatChunk({ delta: { role: "assistant", content: MARK } }),
  ...deltas.map((delta) => chatChunk({ delta })),
  chatChunk({ finish: "tool_calls" }),
  STREAM_END,
];
const item = (name: string, args: string): JsonObject => ({
  type: "function_call",
  id: "f",
  call_id: "c",
  name,
  arguments: args,
});

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
      chatStream(
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
      chatStream(
        { function_call: { name, arguments: "" } },
        ...pieces(args).map((piece) => ({ function_call: { arguments: piece } })),
      ),
  },
  {
    way: "responses",
    ...RESPONSES,
    answer: (name, args) => ({ id: MARK, object: "response", status: "completed", output: [item(name, args)] }),
  },
  {
    way: "responses, streamed",
    ...RESPONSES,
    answer: (name, args) => [
      sse({ type: "response.created", response: { id: MARK, status: "in_progress", output: [] } }),
      sse({ type: "response.output_item.added", output_index: 0, item: item(name, "") }),
      ...pieces(args).map((delta) =>
        sse({ type: "response.function_call_arguments.delta", item_id: "f", output_index: 0, delta }),
      ),
      sse({ type: "response.function_call_arguments.done", item_id: "f", output_index: 0, arguments: args }),
      sse({ type: "response.output_item.done", output_index: 0, item: item(name, args) }),
      sse({ type: "response.completed", response: { id: MARK, status: "completed", output: [item(name, args)] } }),
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
  const upstream = startUpstream(() => {});
  const servers = new Map<string, ReturnType<typeof startServer>>();
  after(async () => {
    for (const server of servers.values()) await (await server)[Symbol.asyncDispose]();
    await (await upstream)[Symbol.asyncDispose]();
  });

  async function urlFor(rules: readonly string[]): Promise<string> {
    const { url } = await upstream;
    const key = rules.join();
    const asset = makeAsset("agents", { tool_use_rules: { action: "block", metadata: [...rules] } });
    const server =
      servers.get(key) ?? startServer({ assets: [asset], upstreams: [makeUpstream(url, { asset: asset.id })] });
    servers.set(key, server);
    return (await server).url;
  }

  /** Whether the whole answer came through. */
  async function passes(
    rules: readonly string[],
    { path, request }: Pick<Way, "path" | "request">,
    answer: Json | readonly string[],
  ): Promise<boolean> {
    const fake = await upstream;
    const isStream = Array.isArray(answer);
    fake.script = (response) =>
      isStream ? replyStream(response, answer as readonly string[]) : replyJson(response, answer);
    const response = await fetch((await urlFor(rules)) + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...request, ...(isStream ? { stream: true } : {}) }),
    });
    const text = await response.text();
    return response.status === 200 && text.includes(MARK) && text.includes("send");
  }

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

  const evil = '{"to":"evil@x.test"}';
  const shapes: readonly (readonly [string, JsonObject])[] = [
    ["flat", { tool_calls: [{ id: "c", name: "send", arguments: evil }] }],
    ["arguments as an object", { tool_calls: [{ function: { name: "send", arguments: { to: "evil" } } }] }],
    ["flat arguments as an object", { tool_calls: [{ name: "send", arguments: { to: ["evil"] } }] }],
    ["arguments beside the function", { tool_calls: [{ function: { name: "send" }, arguments: evil }] }],
    ["a function by its name", { tool_calls: [{ function: "send", arguments: evil }] }],
    ["a tool by its name", { tool_calls: [{ tool: "send", tool_input: { to: "evil" } }] }],
    ["parameters", { tool_calls: [{ type: "function", function: { name: "send", parameters: { to: "evil" } } }] }],
    ["input", { tool_calls: [{ name: "send", input: { to: "evil" } }] }],
    ["args", { tool_calls: [{ name: "send", args: { to: "evil" }, type: "tool_call" }] }],
    ["function_name", { tool_calls: [{ function_name: "send", function_arguments: evil }] }],
    ["one call", { tool_calls: { name: "send", arguments: evil } }],
    ["one call with a function", { tool_calls: { function: { name: "send", arguments: evil } } }],
    ["tool_call", { tool_call: { name: "send", arguments: evil } }],
    ["another name outside", { tool_calls: [{ name: "look", function: { name: "send", arguments: evil } }] }],
    ["another name inside", { tool_calls: [{ name: "send", arguments: evil, function: { name: "look" } }] }],
    ["a part of the content", { content: [{ type: "tool_use", id: "c", name: "send", input: { to: "evil" } }] }],
    ["a call of a gateway", { content: [{ type: "tool-call", toolName: "send", args: { to: "evil" } }] }],
    ["a field of its own", { actions: [{ name: "send", arguments: evil }] }],
    ["near JSON", { tool_calls: [{ name: "send", arguments: "{'to':'evil'}" }] }],
  ];
  for (const [shape, message] of shapes)
    test(`a call is one in any shape: ${shape}`, async () => {
      const harmless = JSON.parse(
        JSON.stringify(message).replaceAll("evil", "good").replaceAll("'", '\\"'),
      ) as JsonObject;
      for (const [rules, said, isPassed] of [
        [DENY, message, false],
        [LIMIT, message, false],
        [["deny send"], message, false],
        [["allow look"], message, false],
        [DENY, harmless, true],
      ] as const) {
        assert.equal(await passes(rules, CHAT, chatAnswer(said)), isPassed, rules.join());
        assert.equal(await passes(rules, CHAT, chatStream(said)), isPassed, `${rules.join()}, streamed`);
      }
    });

  test("calls without an index, and several with one, are calls of their own", async () => {
    const call = (name: string, fields: JsonObject): JsonObject => ({
      tool_calls: [{ type: "function", function: { name, arguments: name === "send" ? evil : "{}" }, ...fields }],
    });
    for (const fields of [
      [{}, {}],
      [{ id: "a" }, { id: "b" }],
      [
        { index: 0, id: "a" },
        { index: 0, id: "b" },
      ],
    ] as const)
      for (const rules of [DENY, ["deny send"], ["deny se*d"]]) {
        const stream = chatStream(call("look", fields[0]), call("send", fields[1]));
        assert.equal(await passes(rules, CHAT, stream), false, JSON.stringify(fields));
      }
    const twice = { tool_calls: ["look", "send"].flatMap((name) => call(name, {})["tool_calls"] as readonly Json[]) };
    assert.equal(await passes(DENY, CHAT, chatStream(twice)), false);
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

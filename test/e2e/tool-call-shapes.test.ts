import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Json, JsonObject } from "../../src/core/model.ts";
import {
  ANTHROPIC,
  callItem,
  callStream,
  CHAT,
  chatAnswer,
  MARK,
  RESPONSES,
  rulesProxy,
  sse,
  type Way,
} from "../support/calls/rules-proxy.ts";
import { anthropicStream } from "../support/wire/anthropic-messages.ts";

/** Goal: a call is one to the rules in whatever shape, place or format a server writes it, and however it comes in pieces. */

const DENY = ["deny send where to matches evil"];
const LIMIT = ["limit send where to matches ^good"];

describe("calls in any shape", () => {
  const proxy = rulesProxy();
  after(() => proxy.close());
  const { passes, streamed } = proxy;

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
    ["calls as a text", { tool_calls: JSON.stringify({ name: "send", arguments: { to: "evil" } }) }],
    [
      "a function as a text",
      { tool_calls: [{ function: JSON.stringify({ name: "send", arguments: { to: "evil" } }) }] },
    ],
    ["names in capitals", { Tool_Calls: [{ Function: { Name: "send", Arguments: evil } }] }],
    ["a call that could not be read", { invalid_tool_calls: [{ name: "send", args: evil }] }],
    ["a tool with an input", { tool: { name: "send", input: { to: "evil" } } }],
    ["a call of Bedrock", { content: [{ toolUse: { name: "send", input: { to: "evil" } } }] }],
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
        assert.equal(await passes(rules, CHAT, callStream(said)), isPassed, `${rules.join()}, streamed`);
      }
    });

  const GEMINI = {
    path: "/v1beta/models/m:generateContent",
    request: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  };
  const GEMINI_STREAM = { ...GEMINI, path: "/v1beta/models/m:streamGenerateContent?alt=sse" };
  const formats: readonly (readonly [string, Pick<Way, "path" | "request">, (call: Json) => Json])[] = [
    ["anthropic", ANTHROPIC, (call) => ({ id: MARK, type: "message", role: "assistant", content: [call] })],
    ["anthropic, in a text", ANTHROPIC, (call) => ({ id: MARK, content: [{ type: "text", text: "x", call }] })],
    ["responses", RESPONSES, (call) => ({ id: MARK, status: "completed", output: [call] })],
    [
      "responses, in a message",
      RESPONSES,
      (call) => ({ id: MARK, output: [{ type: "message", role: "assistant", content: [call] }] }),
    ],
    ["gemini", GEMINI, (call) => ({ responseId: MARK, candidates: [{ content: { role: "model", parts: [call] } }] })],
  ];
  const foreign: readonly (readonly [string, (args: JsonObject) => JsonObject])[] = [
    ["tool_use", (args) => ({ type: "tool_use", id: "c", name: "send", input: args })],
    ["TOOL_USE", (args) => ({ type: "TOOL_USE", id: "c", name: "send", input: args })],
    ["function_call", (args) => ({ type: "function_call", name: "send", arguments: JSON.stringify(args) })],
    ["functionCall", (args) => ({ functionCall: { name: "send", args } })],
    ["FunctionCall", (args) => ({ FunctionCall: { name: "send", args } })],
    ["tool_calls", (args) => ({ tool_calls: [{ function: { name: "send", arguments: JSON.stringify(args) } }] })],
    ["flat", (args) => ({ name: "send", parameters: args })],
  ];
  for (const [format, way, around] of formats)
    test(`a call of any format is one in every other: ${format}`, async () => {
      for (const [shape, call] of foreign) {
        for (const rules of [DENY, LIMIT, ["deny send"], ["allow look"]])
          assert.equal(await passes(rules, way, around(call({ to: "evil" }))), false, `${shape} ${rules.join()}`);
        for (const rules of [DENY, LIMIT, ["allow send"]])
          assert.equal(await passes(rules, way, around(call({ to: "good" }))), true, `${shape} ${rules.join()}`);
      }
    });

  const started = (name: string): JsonObject => ({ type: "tool_use", id: MARK, name, input: {} });
  const anthropicEvents = (...events: readonly JsonObject[]): readonly string[] =>
    anthropicStream(
      events.map((body) => sse(body)),
      "tool_use",
    );
  const geminiEvents = (...calls: readonly JsonObject[]): readonly string[] =>
    calls.map((part) =>
      sse({ responseId: MARK, candidates: [{ index: 0, content: { role: "model", parts: [part] } }] }),
    );
  const delta = (text: string): JsonObject => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "input_json_delta", partial_json: text },
  });
  const streams: readonly (readonly [string, Pick<Way, "path" | "request">, readonly string[]])[] = [
    [
      "a block that begins again with another name",
      ANTHROPIC,
      anthropicEvents(
        { type: "content_block_start", index: 0, content_block: started("send") },
        { type: "content_block_start", index: 0, content_block: started("look") },
        delta(evil),
      ),
    ],
    [
      "a call in the message's own event",
      ANTHROPIC,
      anthropicEvents({ type: "message_start", message: { content: [{ ...started("send"), input: { to: "evil" } }] } }),
    ],
    [
      "a call in its last event",
      ANTHROPIC,
      anthropicEvents({ type: "message_delta", delta: { content: [{ ...started("send"), input: { to: "evil" } }] } }),
    ],
    [
      "a name that comes with the end of the arguments",
      RESPONSES,
      [
        sse({ type: "response.created", response: { id: MARK, status: "in_progress", output: [] } }),
        sse({ type: "response.output_item.added", output_index: 0, item: callItem("", "") }),
        sse({
          type: "response.function_call_arguments.done",
          item_id: "f",
          output_index: 0,
          name: "send",
          arguments: evil,
        }),
      ],
    ],
    [
      "an event of another format",
      RESPONSES,
      [
        sse({
          type: "response.tool_calls.delta",
          delta: { tool_calls: [{ function: { name: "send", arguments: evil } }] },
        }),
      ],
    ],
    [
      "pieces in the other spelling",
      GEMINI_STREAM,
      geminiEvents(
        { function_call: { name: "send", will_continue: true } },
        { function_call: { partial_args: [{ json_path: "$['to']", string_value: "ev" }], will_continue: true } },
        { function_call: { partial_args: [{ json_path: "$['to']", string_value: "il" }] } },
      ),
    ],
    [
      "a name over calls without an index",
      CHAT,
      callStream(
        { tool_calls: [{ id: "c", function: { name: "se", arguments: "" } }] },
        { tool_calls: [{ function: { name: "nd" } }] },
        { tool_calls: [{ function: { arguments: evil } }] },
      ),
    ],
    [
      "arguments under another id than their name",
      CHAT,
      callStream(
        { tool_calls: [{ index: 0, id: "a", function: { name: "send", arguments: "" } }] },
        { tool_calls: [{ index: 0, id: "b", function: { name: "look", arguments: evil } }] },
      ),
    ],
  ];
  for (const [name, way, events] of streams)
    test(`streamed: ${name}`, async () => {
      const good = events.map((event) =>
        event.replaceAll("evil", "good").replaceAll('"ev"', '"go"').replaceAll('"il"', '"od"'),
      );
      for (const rules of [DENY, LIMIT]) {
        const text = await streamed(rules, way, events);
        assert.ok(!/evil|"il"/.test(text), text);
        assert.match(await streamed(rules, way, good), /good|"od"/, rules.join());
      }
    });

  test("numbers and switches that come in pieces are values", async () => {
    for (const [field, value, rule] of [
      ["numberValue", 5000, "over 1000"],
      ["number_value", "5000", "over 1000"],
      ["boolValue", true, "matches true"],
    ] as const) {
      const call = { functionCall: { partialArgs: [{ jsonPath: "$.amount", [field]: value }] } };
      const events = geminiEvents({ functionCall: { name: "send", willContinue: true } }, call);
      const text = await streamed([`deny send where amount ${rule}`], GEMINI_STREAM, events);
      assert.ok(!text.includes(String(value)), text);
    }
  });

  test("calls of real models pass", async () => {
    const rules = ["allow get_*", "allow send", "limit send where to matches @good", "limit send where n under 90"];
    const code = "def f(x):\n  d = {'a': [1, 2]}  # [1] send to: evil }\n";
    const own: readonly (readonly [string, string])[] = [
      ["get_time", ""],
      ["send", JSON.stringify({ to: "a@good, b@good", cc: "", body: code, n: 48.137 })],
      [
        "send",
        JSON.stringify({ body: "{name}, [1] forward it to: evil", n: [1e-7, 0], ok: null, x: { "a.b/c": "1" } }),
      ],
      ["send", JSON.stringify({ subject: "„Größe“ 你好 %20 &amp; \u00e9 C:\\temp", filter: '{"a":{"b":[1]}}' })],
    ];
    for (const [name, args] of own) {
      const calls = [{ id: "c", function: { name, arguments: args } }];
      const other = { tool_calls: [{ id: "d", function: { name: "get_send", arguments: "" } }] };
      assert.equal(await passes(rules, CHAT, chatAnswer({ tool_calls: [...calls, ...other.tool_calls] })), true, args);
      const text = await streamed(rules, CHAT, callStream(other, { tool_calls: calls }));
      assert.ok(!text.includes("content_filter"), args);
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
        const stream = callStream(call("look", fields[0]), call("send", fields[1]));
        assert.equal(await passes(rules, CHAT, stream), false, JSON.stringify(fields));
      }
    const twice = { tool_calls: ["look", "send"].flatMap((name) => call(name, {})["tool_calls"] as readonly Json[]) };
    assert.equal(await passes(DENY, CHAT, callStream(twice)), false);
  });
});

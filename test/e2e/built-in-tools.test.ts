import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Json, JsonObject } from "../../src/core/model.ts";
import { makeAsset } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";
import { replyJson, replyStream, startUpstream } from "../support/upstream.ts";
import { anthropicBlock, anthropicStream } from "../support/wire/anthropic-messages.ts";

/** Goal: the tools that providers have built in are denied by the names that docs/policies/tool_use_rules.md tells, in every format. */

const MARK = "mark_1";
const sse = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;

/** A call of a tool, and the name that a rule knows it by. */
type Call = readonly [name: string, call: JsonObject];

interface Format {
  readonly format: string;
  readonly path: (isStream: boolean) => string;
  readonly request: JsonObject;
  readonly whole: (call: JsonObject) => Json;
  readonly stream: (call: JsonObject) => readonly string[];
  readonly calls: readonly Call[];
}

const item = (type: string, fields: JsonObject = {}): JsonObject => ({ type, id: MARK, ...fields });
const operation = { type: "create_file", path: "a.txt", diff: "+a" };

const responses: Format = {
  format: "openai-responses",
  path: () => "/v1/responses",
  request: { model: "m", input: "hi" },
  whole: (call) => ({ id: MARK, object: "response", status: "completed", output: [call] }),
  stream: (call) => [
    sse({ type: "response.created", response: { id: "r", status: "in_progress", output: [] } }),
    sse({ type: "response.output_item.added", output_index: 0, item: call }),
    sse({ type: "response.output_item.done", output_index: 0, item: call }),
    sse({ type: "response.completed", response: { id: "r", status: "completed", output: [call] } }),
  ],
  calls: [
    ["drop_all", item("function_call", { call_id: "c", name: "drop_all", arguments: "{}" })],
    ["drop_all", item("custom_tool_call", { call_id: "c", name: "drop_all", input: "x" })],
    ["drop_all", item("mcp_call", { server_label: "s", name: "drop_all", arguments: "{}", output: "x" })],
    ["drop_all", item("mcp_approval_request", { server_label: "s", name: "drop_all", arguments: "{}" })],
    ["shell", item("shell_call", { call_id: "c", action: { commands: ["ls"] } })],
    ["local_shell", item("local_shell_call", { call_id: "c", action: { type: "exec", command: ["ls"], env: {} } })],
    ["computer", item("computer_call", { call_id: "c", action: { type: "screenshot" }, pending_safety_checks: [] })],
    ["computer", item("computer_call", { call_id: "c", action: { type: "type", text: "hello" } })],
    ["apply_patch", item("apply_patch_call", { call_id: "c", operation })],
    ["web_search", item("web_search_call", { action: { type: "search", query: "q" } })],
    ["web_search", item("web_search_call")],
    ["file_search", item("file_search_call", { queries: ["q"], results: null })],
    ["code_interpreter", item("code_interpreter_call", { code: "1", container_id: "k", outputs: [] })],
    ["image_generation", item("image_generation_call", { result: "aGk=" })],
    ["tool_search", item("tool_search_call", { call_id: "c", arguments: { q: "x" } })],
  ],
};

const block = (type: string, name: string, input: JsonObject): JsonObject => ({ type, id: MARK, name, input });

const anthropic: Format = {
  format: "anthropic-messages",
  path: () => "/v1/messages",
  request: { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] },
  whole: (call) => ({
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [call],
    stop_reason: "tool_use",
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  stream: (call) => {
    const delta = { type: "input_json_delta", partial_json: JSON.stringify(call["input"]) };
    return anthropicStream(anthropicBlock(0, { ...call, input: {} }, [delta]), "tool_use");
  },
  calls: [
    ["drop_all", block("tool_use", "drop_all", {})],
    ["drop_all", { ...block("mcp_tool_use", "drop_all", {}), server_name: "s" }],
    ["bash", block("tool_use", "bash", { command: "ls" })],
    ["computer", block("tool_use", "computer", { action: "screenshot" })],
    ["str_replace_based_edit_tool", block("tool_use", "str_replace_based_edit_tool", { command: "view", path: "/a" })],
    ["memory", block("tool_use", "memory", { command: "view", path: "/memories" })],
    ["web_search", block("server_tool_use", "web_search", { query: "q" })],
    ["web_fetch", block("server_tool_use", "web_fetch", { url: "https://reef.net/a" })],
    ["code_execution", block("server_tool_use", "code_execution", { code: "1" })],
    ["bash_code_execution", block("server_tool_use", "bash_code_execution", { command: "ls" })],
    ["text_editor_code_execution", block("server_tool_use", "text_editor_code_execution", { command: "view" })],
    ["tool_search_tool_regex", block("server_tool_use", "tool_search_tool_regex", { query: "q" })],
  ],
};

const part = (call: JsonObject): JsonObject => ({
  candidates: [{ index: 0, content: { role: "model", parts: [call] }, finishReason: "STOP" }],
  responseId: MARK,
});

const gemini: Format = {
  format: "gemini",
  path: (isStream) => `/v1beta/models/m:${isStream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  request: { contents: [{ role: "user", parts: [{ text: "hi" }] }] },
  whole: part,
  stream: (call) => [sse(part(call))],
  calls: [
    ["drop_all", { functionCall: { name: "drop_all", args: {} } }],
    ["drop_all", { functionCall: { name: "drop_all" } }],
    ["code_execution", { executableCode: { language: "PYTHON", code: "print(1)" } }],
    ["code_execution", { executableCode: { language: "PYTHON", code: "print(1)", id: "e1" } }],
    ["google_search_web", { toolCall: { toolType: "GOOGLE_SEARCH_WEB", id: "t", args: { queries: ["q"] } } }],
  ],
};

describe("tool_use_rules and the tools that providers have built in", () => {
  const upstream = startUpstream(() => {});
  const servers = new Map<string, ReturnType<typeof startServer>>();
  after(async () => {
    for (const server of servers.values()) await (await server)[Symbol.asyncDispose]();
    await (await upstream)[Symbol.asyncDispose]();
  });

  async function serverFor(rule: string): ReturnType<typeof startServer> {
    const { url } = await upstream;
    const asset = makeAsset("agents", { tool_use_rules: { action: "block", metadata: [rule] } });
    const server =
      servers.get(rule) ?? startServer({ assets: [asset], upstreams: [makeUpstream(url, { asset: asset.id })] });
    servers.set(rule, server);
    return server;
  }

  async function passes(rule: string, format: Format, { call, isStream }: { call: JsonObject; isStream: boolean }) {
    const fake = await upstream;
    fake.script = (response) =>
      isStream ? void replyStream(response, format.stream(call)) : replyJson(response, format.whole(call));
    const response = await fetch((await serverFor(rule)).url + format.path(isStream), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...format.request, ...(format.format === "gemini" ? {} : { stream: isStream }) }),
    });
    const text = await response.text();
    return response.status === 200 && text.includes(format.format === "gemini" ? String(Object.keys(call)[0]) : MARK);
  }

  for (const format of [responses, anthropic, gemini])
    for (const [name, call] of format.calls)
      test(`${format.format}: ${typeof call["type"] === "string" ? call["type"] : Object.keys(call).join()} is ${name}`, async () => {
        for (const isStream of [false, true]) {
          assert.equal(await passes(`deny ${name}`, format, { call, isStream }), false, `stream: ${isStream}`);
          assert.equal(
            await passes("deny another_tool", format, { call, isStream }),
            true,
            `unnamed, stream: ${isStream}`,
          );
          // With a list of what is allowed everything else is denied.
          assert.equal(await passes("allow another_tool", format, { call, isStream }), false, `stream: ${isStream}`);
        }
      });

  test("code that a provider runs is held against rules about it; a stream of Responses shows it while it is written", async () => {
    const code = "open('evil')";
    const interpreter = item("code_interpreter_call", { code, container_id: "k", outputs: [] });
    for (const [format, tool, call, ways] of [
      [anthropic, "code_execution", block("server_tool_use", "code_execution", { code }), [false, true]],
      [gemini, "code_execution", { executableCode: { language: "PYTHON", code } }, [false, true]],
      [responses, "code_interpreter", interpreter, [false]],
    ] as const)
      for (const isStream of ways) {
        const note = `${format.format}, stream: ${isStream}`;
        assert.equal(await passes(`deny ${tool} where code matches evil`, format, { call, isStream }), false, note);
        assert.equal(await passes(`deny ${tool} where code matches other`, format, { call, isStream }), true, note);
      }
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anthropicMessages } from "../../../src/codecs/anthropic/anthropic-messages.ts";
import type { CompletionRequest, TextSlot } from "../../../src/codecs/codec.ts";
import type { Json } from "../../../src/core/model.ts";
import { anthropicKit } from "../../support/wire/anthropic-messages.ts";
import { at } from "../../support/pointers.ts";

const TARGET = { method: "POST", path: "/v1/messages", query: "", readsTools: false };
const REFUSAL = { message: "Blocked by guardrail policy: p", policies: ["p"], kinds: ["K"], requestId: "r" };

function read(body: { readonly [key: string]: Json }, over: Partial<typeof TARGET> = {}): CompletionRequest {
  const parsed = anthropicMessages.readRequest({ model: "m", messages: [], ...body }, { ...TARGET, ...over });
  assert.ok(parsed.ok);
  return parsed.value;
}

type Brief = readonly [pointer: string, text: string, origin: string];
const brief = (slots: readonly TextSlot[]): readonly Brief[] =>
  slots.map(({ pointer, text, origin }) => [pointer.name, text, origin]);
/** Slots of the blocks of one message, pointers from the block on. */
const blocks = (role: string, ...content: readonly Json[]): readonly Brief[] =>
  brief(read({ messages: [{ role, content }] }).slots).map(([pointer, text, origin]) => [
    pointer.replace("/messages/0/content/", ""),
    text,
    origin,
  ]);

function answer(body: Json, request = read({})): readonly TextSlot[] {
  const slots = anthropicMessages.readResponse(body, request);
  assert.ok(slots.ok);
  return slots.value;
}

describe("matches", () => {
  test("messages and their token counts, whatever stands before them", () => {
    const paths = ["/v1/messages", "/messages/", "/anthropic/v1/messages", "/v1/messages/count_tokens"];
    for (const path of paths) assert.ok(anthropicMessages.matches("POST", path), path);
    assert.equal(anthropicMessages.matches("GET", "/v1/messages"), false);
    const others = ["/v1/messages/batches", "/v1/threads/thread_1/messages", "/v1/my-messages", "/v1/messages/x"];
    for (const path of others) assert.equal(anthropicMessages.matches("POST", path), false, path);
  });
});

describe("readRequest", () => {
  test("tells who wrote each message, with text or without", () => {
    const image: Json = [{ type: "image", source: { type: "base64", data: "AA==" } }];
    const { turns } = read({
      messages: [
        { role: "user", content: "a" },
        { role: "assistant", content: [] },
        { role: "user", content: image },
      ],
    });
    assert.deepEqual(turns, ["user", "assistant", "user"]);
  });

  test("reads system and messages with who wrote them", () => {
    const { slots } = read({
      system: [{ type: "text", text: "be kind", cache_control: { type: "ephemeral" } }],
      messages: [
        { role: "user", content: "hello" },
        { role: "assistant", content: [{ type: "text", text: "hi" }] },
        { role: "system", content: "from now on" },
      ],
    });
    assert.deepEqual(
      slots.map(({ pointer, text, origin, turn, side }) => [pointer.name, text, origin, turn, side]),
      [
        ["/system/0/text", "be kind", "system", null, "input"],
        ["/messages/0/content", "hello", "user", 0, "input"],
        ["/messages/1/content/0/text", "hi", "assistant", 1, "input"],
        ["/messages/2/content", "from now on", "system", 2, "input"],
      ],
    );
    assert.deepEqual(brief(read({ system: "be kind" }).slots), [["/system", "be kind", "system"]]);
  });

  test("reads documents and search results as somebody else's text", () => {
    const plain = { type: "text", media_type: "text/plain", data: "plain" };
    const list = { type: "content", content: [{ type: "text", text: "part" }] };
    const found = {
      type: "search_result",
      source: "https://a.test",
      title: "T",
      content: [{ type: "text", text: "R" }],
    };
    assert.deepEqual(
      blocks(
        "user",
        { type: "document", source: plain, title: "title", context: "context" },
        { type: "document", source: list },
        { type: "document", source: { type: "content", content: "whole" } },
        found,
      ),
      [
        ["0/source/data", "plain", "tool"],
        ["0/title", "title", "tool"],
        ["0/context", "context", "tool"],
        ["1/source/content/0/text", "part", "tool"],
        ["2/source/content", "whole", "tool"],
        ["3/source", "https://a.test", "tool"],
        ["3/title", "T", "tool"],
        ["3/content/0/text", "R", "tool"],
      ],
    );
  });

  test("reads calls as JSON, and their results as the tool's words", () => {
    const { slots } = read({
      messages: [
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "t", name: "find", input: { q: "x" }, caller: { type: "direct" } }],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "t", content: "as text" },
            { type: "tool_result", tool_use_id: "t", is_error: true, content: [{ type: "text", text: "as block" }] },
            { type: "text", text: "and I say" },
          ],
        },
      ],
    });
    assert.deepEqual(
      slots.map(({ text, kind, isValue, origin }) => [text, kind, isValue, origin]),
      [
        ["find", "text", false, "assistant"],
        ['{"q":"x"}', "json", true, "assistant"],
        ["as text", "text", false, "tool"],
        ["as block", "text", false, "tool"],
        ["and I say", "text", false, "user"],
      ],
    );
  });

  test("reads what tools of the provider brought", () => {
    const results: readonly Json[] = [
      {
        type: "web_search_tool_result",
        tool_use_id: "s",
        content: [
          { type: "web_search_result", url: "https://b.test", title: "B", encrypted_content: "e", page_age: "1 day" },
        ],
      },
      {
        type: "web_fetch_tool_result",
        tool_use_id: "s",
        content: {
          type: "web_fetch_result",
          url: "https://c.test",
          retrieved_at: "2026-01-01",
          content: { type: "document", title: "C", source: { type: "text", media_type: "text/plain", data: "page" } },
        },
      },
      {
        type: "code_execution_tool_result",
        tool_use_id: "s",
        content: { type: "code_execution_result", stdout: "out", stderr: "err", return_code: 0, content: [] },
      },
      { type: "mcp_tool_result", tool_use_id: "s", is_error: false, content: [{ type: "text", text: "mcp" }] },
      {
        type: "tool_search_tool_result",
        tool_use_id: "s",
        content: { type: "x_error", error_code: "e", error_message: "no" },
      },
    ];
    assert.deepEqual(
      blocks("assistant", ...results).map(([, text, origin]) => `${origin} ${text}`),
      ["https://b.test", "B", "1 day", "https://c.test", "C", "page", "out", "err", "mcp", "no"].map(
        (text) => `tool ${text}`,
      ),
    );
    const calls = [
      { type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } },
      { type: "mcp_tool_use", id: "s", name: "n", server_name: "srv", input: { a: "b" } },
    ];
    assert.deepEqual(
      blocks("assistant", ...calls).map(([, text, origin]) => `${origin} ${text}`),
      ["web_search", '{"query":"q"}', "n", "srv", '{"a":"b"}'].map((text) => `assistant ${text}`),
    );
  });

  test("reads thinking and compacted summaries as sealed", () => {
    const content = [
      { type: "thinking", thinking: "hmm", signature: "s" },
      { type: "compaction", content: "so far", encrypted_content: "e", signature: "s" },
    ];
    const { slots } = read({ messages: [{ role: "assistant", content }] });
    assert.deepEqual(
      slots.map(({ text, kind }) => [text, kind]),
      [
        ["hmm", "sealed"],
        ["so far", "sealed"],
      ],
    );
  });

  test("reads citations as quotations", () => {
    const citation = {
      type: "char_location",
      cited_text: "quoted",
      document_index: 0,
      document_title: "D",
      file_id: null,
    };
    assert.deepEqual(blocks("assistant", { type: "text", text: "says", citations: [citation] }), [
      ["0/text", "says", "assistant"],
      ["0/citations/0/cited_text", "quoted", "tool"],
      ["0/citations/0/document_title", "D", "tool"],
    ]);
  });

  test("names the parts that carry no text", () => {
    const bytes = { type: "base64", media_type: "image/png", data: "AAAA" };
    const content = [
      { type: "image", source: bytes },
      { type: "document", source: { type: "file", file_id: "f" } },
      { type: "redacted_thinking", data: "AAAA" },
      { type: "container_upload", file_id: "f" },
      {
        type: "tool_result",
        tool_use_id: "t",
        content: [{ type: "image", source: { type: "url", url: "https://i.test/i" } }],
      },
    ];
    const { unreadParts, slots } = read({ messages: [{ role: "user", content }] });
    assert.deepEqual(unreadParts, ["image", "document", "redacted_thinking", "container_upload"]);
    // A link may carry credentials.
    assert.deepEqual(brief(slots), [["/messages/0/content/4/content/0/source/url", "https://i.test/i", "tool"]]);
  });

  test("reads fields and blocks that it does not know", () => {
    const { slots } = read({
      soon: { note: "new" },
      messages: [{ role: "user", content: [{ type: "new", deep: [["x"]] }] }],
    });
    assert.deepEqual(brief(slots), [
      ["/soon/note", "new", "user"],
      ["/messages/0/content/0/deep/0/0", "x", "user"],
    ]);
  });

  test("reads schemas and instructions beside the messages, no settings", () => {
    const format = { type: "json_schema", schema: { title: "s" } };
    const request = read({
      output_config: { effort: "high", format },
      context_management: { edits: [{ type: "compact_20260112", instructions: "short" }] },
      stop_sequences: ["END"],
      thinking: { type: "adaptive", display: "omitted" },
      tool_choice: { type: "tool", name: "find" },
      mcp_servers: [{ type: "url", name: "n", url: "https://m.test", authorization_token: "t" }],
      container: "c",
      betas: ["b"],
    });
    assert.deepEqual(brief(request.slots), [
      ["/output_config/format/schema", '{"title":"s"}', "system"],
      ["/context_management/edits/0/instructions", "short", "system"],
      ["/stop_sequences/0", "END", "system"],
    ]);
    assert.equal(request.isJsonOutput, true);
    assert.equal(read({ output_format: format }).isJsonOutput, true);
    assert.equal(read({}).isJsonOutput, false);
  });

  test("reads a user id only where it cannot be opaque", () => {
    const id = (text: string): readonly Brief[] => brief(read({ metadata: { user_id: text } }).slots);
    assert.deepEqual(id("jane@acme.test"), [["/metadata/user_id", "jane@acme.test", "system"]]);
    assert.equal(id("Jane Doe").length, 1);
    assert.deepEqual(id("user_0a1b_account_3f2c-11"), []);
    assert.deepEqual(brief(read({ metadata: { note: "n" } }).slots), [["/metadata/note", "n", "system"]]);
  });

  test("reads metadata under any name", () => {
    const names = ["type", "model", "id", "data", "status", "url"];
    for (const name of names) {
      const pointer = `/metadata/${name}`;
      assert.deepEqual(brief(read({ metadata: { [name]: "word" } }).slots), [[pointer, "word", "system"]]);
      const nested = brief(read({ metadata: { [name]: { [name]: "word" } } }).slots);
      assert.deepEqual(nested, [[pointer, JSON.stringify({ [name]: "word" }), "system"]]);
    }
    assert.deepEqual(brief(read({ metadata: "word" }).slots), [["/metadata", "word", "system"]]);
    assert.deepEqual(brief(read({ metadata: ["word"] }).slots), [["/metadata/0", "word", "system"]]);
  });

  test("reads definitions of tools only when told to, in messages too", () => {
    const added = {
      type: "tool_addition",
      tool: { type: "tool_definition", definition: { name: "late", description: "d" } },
    };
    const body = { tools: [{ name: "find", description: "d" }], messages: [{ role: "system", content: [added] }] };
    assert.deepEqual(read(body).slots, []);
    assert.deepEqual(
      read(body, { readsTools: true }).slots.map(({ pointer, kind, isValue }) => [pointer.name, kind, isValue]),
      [
        ["/messages/0/content/0/tool/definition", "json", true],
        ["/tools/0", "json", true],
      ],
    );
  });

  test("tells streams, the model, and answers that are numbers", () => {
    const { stream, model, choiceCount, readsAnswer } = read({ stream: true });
    assert.deepEqual([stream, model, choiceCount, readsAnswer], [true, "m", 1, true]);
    assert.equal(read({}, { path: "/v1/messages/count_tokens" }).readsAnswer, false);
  });

  test("does not read what is no list of messages", () => {
    for (const body of [{}, { messages: "x" }, { messages: ["x"] }, []])
      assert.equal(anthropicMessages.readRequest(body, TARGET).ok, false);
  });
});

describe("readResponse", () => {
  test("reads every text of the answer, as output", () => {
    const slots = answer({
      ...Object(anthropicKit.answer(["one", "two"])),
      stop_sequence: "END",
      stop_details: { type: "refusal", category: "bio", explanation: "why" },
      container: { id: "c", expires_at: "2026" },
      note: "n",
    });
    assert.deepEqual(
      slots.map(({ pointer, side, turn }) => [pointer.name, side, turn]),
      ["/content/0/text", "/content/1/text", "/stop_sequence", "/stop_details/explanation", "/note"].map((pointer) => [
        pointer,
        "output",
        null,
      ]),
    );
  });

  test("takes structured output as JSON", () => {
    const request = read({ output_config: { format: { type: "json_schema", schema: {} } } });
    assert.deepEqual(
      answer(anthropicKit.answer(['{"a":"b"}']), request).map(({ kind }) => kind),
      ["json"],
    );
  });

  test("reads an error inside of a 200, and nothing else without content", () => {
    assert.deepEqual(brief(answer({ type: "error", error: { type: "api_error", message: "oops" } })), [
      ["/error/message", "oops", "assistant"],
    ]);
    assert.equal(anthropicMessages.readResponse({ type: "message" }, read({})).ok, false);
  });
});

describe("refusals", () => {
  test("take all of the content, and keep usage and ids", () => {
    const body = { ...Object(anthropicKit.answer(["one", "two"])), note: "what was matched" };
    assert.deepEqual(anthropicMessages.refuseChoices(body, [at("/content/0/text")], REFUSAL), {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-test",
      usage: { input_tokens: 7, output_tokens: 1 },
      content: [],
      stop_reason: "refusal",
      stop_sequence: null,
      stop_details: { type: "refusal", category: null, explanation: REFUSAL.message },
    });
    assert.equal(anthropicMessages.refuseChoices({ error: {} }, [at("/error/message")], REFUSAL), null);
  });

  test("of prompts name policies in the provider's format", () => {
    assert.deepEqual(anthropicMessages.refusalBody(REFUSAL), {
      type: "error",
      error: {
        type: "invalid_request_error",
        message: REFUSAL.message,
        code: "content_filter",
        details: { error_code: "content_filter" },
        guardrail: { policies: ["p"], kinds: ["K"], request_id: "r" },
      },
      request_id: "r",
    });
  });
});

describe("errorBody", () => {
  test("has the provider's type for each status", () => {
    const types = [400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 504, 529].map((status) => {
      const { error } = anthropicMessages.errorBody("c", "m", status) as unknown as {
        readonly error: { readonly type: string };
      };
      return `${status} ${error.type}`;
    });
    assert.deepEqual(types, [
      "400 invalid_request_error",
      "401 authentication_error",
      "403 permission_error",
      "404 not_found_error",
      "413 request_too_large",
      "422 invalid_request_error",
      "429 rate_limit_error",
      "500 api_error",
      "502 api_error",
      "503 overloaded_error",
      "504 timeout_error",
      "529 overloaded_error",
    ]);
  });

  test("the credential goes into the provider's header", () => {
    assert.deepEqual(anthropicMessages.credential("k"), ["x-api-key", "k"]);
  });
});

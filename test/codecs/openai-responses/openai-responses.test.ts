import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CompletionRequest, Parsed, RequestTarget } from "../../../src/codecs/codec.ts";
import { openAiResponses } from "../../../src/codecs/openai-responses/openai-responses.ts";
import type { Json } from "../../../src/core/model.ts";
import { functionCall, message, response } from "../../support/wire/openai-responses.ts";
import { at, readAt } from "../../support/pointers.ts";

const CREATE: RequestTarget = { method: "POST", path: "/v1/responses", query: "", readsTools: false };

function parse(body: Json, target: Partial<RequestTarget> = {}): Parsed<CompletionRequest> {
  return openAiResponses.readRequest(body, { ...CREATE, ...target });
}

function request(body: Json, target: Partial<RequestTarget> = {}): CompletionRequest {
  const parsed = parse(body, target);
  assert.ok(parsed.ok);
  return parsed.value;
}

/** Origin and text of every slot, whose pointers must hold them. */
function texts(body: Json, slots: CompletionRequest["slots"]): readonly string[] {
  return slots.map(({ pointer, origin, text, isValue }) => {
    const value = readAt(body, pointer.name);
    assert.equal(isValue ? JSON.stringify(value) : value, text);
    return `${origin}: ${text}`;
  });
}

const read = (body: Json, target: Partial<RequestTarget> = {}): readonly string[] =>
  texts(body, request(body, target).slots);

function answer(body: Json, asked: CompletionRequest = request({ input: "hi" })): readonly string[] {
  const parsed = openAiResponses.readResponse(body, asked);
  assert.ok(parsed.ok);
  return texts(body, parsed.value).map((text, at) => `${parsed.value[at]?.side} ${text}`);
}

describe("matches", () => {
  test("knows each route by the end of its path, behind any version segments", () => {
    const known = [
      ["POST", "/responses"],
      ["POST", "/openai/v1/responses/"],
      ["POST", "/v1/responses/compact"],
      ["POST", "/v1/responses/input_tokens"],
      ["POST", "/v1/responses/resp_1/cancel"],
      ["GET", "/v1/responses/resp_1"],
      ["GET", "/v1/responses/resp_1/input_items"],
      ["DELETE", "/v1/responses/resp_1"],
    ] as const;
    for (const [method, path] of known) assert.ok(openAiResponses.matches(method, path), `${method} ${path}`);
    const others = [
      ["GET", "/v1/responses"],
      ["POST", "/v1/responses/resp_1"],
      ["POST", "/v1/xresponses"],
      ["DELETE", "/v1/responses/resp_1/input_items"],
      ["PUT", "/v1/responses"],
      ["constructor", "/v1/responses"],
    ] as const;
    for (const [method, path] of others) assert.ok(!openAiResponses.matches(method, path), `${method} ${path}`);
  });
});

describe("readRequest", () => {
  test("tells who wrote each message, with text or without", () => {
    const image: Json = { role: "user", content: [{ type: "input_image", file_id: "f" }] };
    const input = [image, { type: "reasoning", summary: [] }, { type: "item_reference", id: "i" }];
    const output: Json = { type: "function_call_output", call_id: "c", output: "" };
    assert.deepEqual(request({ input: [...input, output] }).turns, ["user", "assistant", "assistant", "tool"]);
    assert.deepEqual(request({ input: "hi" }).turns, ["user"]);
    assert.deepEqual(request({ previous_response_id: "r" }).turns, []);
  });

  test("reads a prompt that is one text as the first turn", () => {
    const { slots, stream, choiceCount, readsAnswer } = request({ model: "m", input: "hello", stream: true });
    assert.deepEqual(slots, [
      { pointer: at("/input"), side: "input", origin: "user", text: "hello", kind: "text", isValue: false, turn: 0 },
    ]);
    assert.deepEqual([stream, choiceCount, readsAnswer], [true, 1, true]);
  });

  test("tells who wrote each item", () => {
    const body: Json = {
      instructions: "rules",
      input: [
        { role: "user", content: "u" },
        { type: "message", role: "developer", content: [{ type: "input_text", text: "d" }] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "a", annotations: [] }] },
        { type: "message", role: "assistant", content: [{ type: "refusal", refusal: "no" }] },
        { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
        { type: "function_call_output", call_id: "c", output: "plain" },
        { type: "function_call_output", call_id: "c", output: [{ type: "input_text", text: "part" }] },
        { type: "custom_tool_call", call_id: "c", name: "g", input: "in" },
        { type: "custom_tool_call_output", call_id: "c", output: "out" },
        { type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "s" }], encrypted_content: "zzz" },
        { type: "reasoning", id: "r", summary: [], content: [{ type: "reasoning_text", text: "t" }] },
        { type: "file_search_call", id: "f", queries: ["q"], results: [{ file_id: "x", text: "found" }] },
        {
          type: "web_search_call",
          action: { type: "search", query: "w", sources: [{ type: "url", url: "http://s" }] },
        },
        { type: "code_interpreter_call", code: "1+1", outputs: [{ type: "logs", logs: "2" }] },
        { type: "local_shell_call", action: { type: "exec", command: ["ls"], env: { status: "v" } } },
        { type: "local_shell_call_output", output: "listing" },
        { type: "shell_call", action: { commands: ["pwd"] } },
        { type: "shell_call_output", output: [{ stdout: "o", stderr: "e", outcome: { type: "exit", exit_code: 0 } }] },
        { type: "apply_patch_call", operation: { type: "create_file", path: "p", diff: "+x" } },
        { type: "apply_patch_call_output", output: "done" },
        { type: "mcp_list_tools", server_label: "srv", tools: [{ name: "n", input_schema: { type: "object" } }] },
        { type: "mcp_call", name: "n", server_label: "srv", arguments: '{"a":1}', output: "res", error: null },
        { type: "mcp_approval_response", approval_request_id: "x", approve: false, reason: "because" },
        { type: "program", code: "p()", call_id: "c", fingerprint: "fff" },
        { type: "program_output", result: "r", call_id: "c" },
        { type: "compaction", encrypted_content: "zzz" },
        { type: "item_reference", id: "msg_1" },
        {
          type: "computer_call",
          action: { type: "type", text: "typed" },
          pending_safety_checks: [{ id: "s", message: "m" }],
        },
        { type: "from_tomorrow", words: { deep: ["new"] } },
      ],
    };
    assert.deepEqual(read(body), [
      "system: rules",
      "user: u",
      "system: d",
      "assistant: a",
      "assistant: no",
      "assistant: f",
      "assistant: {}",
      "tool: plain",
      "tool: part",
      "assistant: g",
      "assistant: in",
      "tool: out",
      "assistant: s",
      "assistant: t",
      "assistant: q",
      "tool: found",
      "assistant: w",
      "tool: http://s",
      "assistant: 1+1",
      "tool: 2",
      "assistant: ls",
      'assistant: {"status":"v"}',
      "tool: listing",
      "assistant: pwd",
      "tool: o",
      "tool: e",
      "assistant: p",
      "assistant: +x",
      "tool: done",
      "tool: srv",
      "tool: n",
      'tool: {"type":"object"}',
      "assistant: n",
      "assistant: srv",
      'assistant: {"a":1}',
      "tool: res",
      "user: because",
      "assistant: p()",
      "tool: r",
      "assistant: typed",
      "assistant: m",
      "user: new",
    ]);
    assert.deepEqual([...new Set(request(body).slots.map(({ turn }) => turn))].slice(0, 3), [null, 0, 1]);
  });

  test("reads all of a prompt but the name and the version of its template", () => {
    const part = { type: "input_text", id: "p", text: "word" };
    const cases: readonly (readonly [prompt: Json, texts: readonly string[]])[] = [
      ["word", ["/prompt: word"]],
      [
        ["word", { id: "i", note: "more" }],
        ["/prompt/0: word", '/prompt/1: {"id":"i","note":"more"}'],
      ],
      [{ id: "pmpt", version: "2" }, []],
      [{ id: null, version: null, variables: null }, []],
      [{ id: ["word"], version: { type: "word" } }, ["/prompt/id/0: word", '/prompt/version: {"type":"word"}']],
      [{ id: "pmpt", text: "word", type: "more" }, ["/prompt/text: word", "/prompt/type: more"]],
      [{ id: "pmpt", variables: "word" }, ["/prompt/variables: word"]],
      [{ variables: ["word", part] }, ["/prompt/variables/0: word", "/prompt/variables/1/text: word"]],
      [
        { variables: { language: "a", type: "b", model: "c", id: "d", data: "e", url: "data:f" } },
        ["language: a", "type: b", "model: c", "id: d", "data: e", "url: data:f"].map(
          (end) => `/prompt/variables/${end}`,
        ),
      ],
      [
        { variables: { type: part, city: { type: "city", id: "word" } } },
        ["/prompt/variables/type/text: word", '/prompt/variables/city: {"type":"city","id":"word"}'],
      ],
      [
        { variables: { city: [part, "word"] } },
        ["/prompt/variables/city/0/text: word", "/prompt/variables/city/1: word"],
      ],
    ];
    for (const [prompt, texts] of cases) {
      const found = request({ prompt }).slots.map(({ pointer, text }) => `${pointer.name}: ${text}`);
      assert.deepEqual(found, texts, JSON.stringify(prompt));
    }
  });

  test("reads settings that carry text, whatever their keys are called", () => {
    const body: Json = {
      model: "m",
      user: "id",
      input: null,
      tool_choice: { type: "function", name: "f" },
      prompt: { id: "pmpt", version: "2", variables: { id: "one", status: { type: "input_text", text: "two" } } },
      metadata: { status: "three" },
      text: { format: { type: "json_schema", name: "n", schema: { properties: { status: { description: "four" } } } } },
      x_tomorrow: "five",
    };
    assert.deepEqual(read(body), [
      "user: one",
      "user: two",
      'user: {"status":"three"}',
      "system: n",
      'system: {"properties":{"status":{"description":"four"}}}',
      "user: five",
    ]);
    assert.ok(request(body).isJsonOutput);
    assert.ok(!request({ text: { format: { type: "text" } } }).isJsonOutput);
  });

  test("reads definitions of tools only where they are asked for", () => {
    const tools: Json = [{ type: "function", name: "f", description: "d" }];
    const body: Json = { tools, input: [{ type: "additional_tools", role: "developer", tools }] };
    assert.deepEqual(read(body), []);
    assert.deepEqual(read(body, { readsTools: true }), [
      'system: {"type":"function","name":"f","description":"d"}',
      "system: f",
      "system: d",
    ]);
  });

  test("names parts that carry no text, and reads beside them", () => {
    const body: Json = {
      input: [
        {
          role: "user",
          content: [
            { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "low" },
            { type: "input_image", image_url: "https://u:p@host/x.png" },
            { type: "input_file", file_data: "AAAA", filename: "plan.pdf" },
            { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
          ],
        },
        { type: "image_generation_call", id: "i", result: "AAAA", revised_prompt: "a cat" },
        {
          role: "assistant",
          content: [{ type: "output_text", text: "t", annotations: [{ type: "file_citation", file_id: "f" }] }],
        },
      ],
    };
    assert.deepEqual(read(body), [
      "user: https://u:p@host/x.png",
      "user: plan.pdf",
      "user: wav",
      "assistant: a cat",
      "assistant: t",
    ]);
    assert.deepEqual(request(body).unreadParts, ["input_image", "input_file", "input_audio", "image_generation_call"]);
  });

  test("cannot read token ids, items that are no objects, or no body at all", () => {
    for (const input of [[1, 2, 3], ["text"], 5, { text: "x" }]) {
      assert.deepEqual(parse({ input }), { ok: false, reason: "input" });
    }
    for (const body of [null, [], "x"]) assert.deepEqual(parse(body), { ok: false, reason: "body" });
  });

  test("knows from the address what is wanted of a stored response", () => {
    const stored = { method: "GET", path: "/v1/responses/resp_1" };
    const { stream, readsAnswer, slots } = request(null, { ...stored, query: "?stream=true&starting_after=3" });
    assert.deepEqual([stream, readsAnswer, slots], [true, true, []]);
    assert.ok(!request(null, stored).stream);
    assert.ok(request(null, { path: "/v1/responses/resp_1/cancel" }).readsAnswer);
    assert.ok(!request(null, { ...stored, method: "DELETE" }).readsAnswer);
    assert.ok(!request({ input: "hi" }, { path: "/v1/responses/input_tokens" }).readsAnswer);
    assert.ok(request({ input: "hi" }, { path: "/v1/responses/compact" }).readsAnswer);
  });
});

describe("readResponse", () => {
  test("reads every output item, and what is repeated of the request as the request", () => {
    const body = response({
      instructions: "rules",
      metadata: { user: "m" },
      prompt: { id: "p", variables: { name: "v" } },
      tools: [{ type: "function", name: "f", description: "d" }],
      error: { code: "server_error", message: "broken" },
      output: [
        { type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "thought" }] },
        message("said"),
        functionCall('{"a":1}'),
        { type: "mcp_call", id: "c", name: "n", server_label: "s", arguments: "{}", output: "res" },
        { type: "from_tomorrow", words: "new" },
      ],
      output_text: "said",
    });
    assert.deepEqual(answer(body), [
      "output assistant: server_error",
      "output assistant: broken",
      "output assistant: thought",
      "output assistant: said",
      "output assistant: send",
      'output assistant: {"a":1}',
      "output assistant: n",
      "output assistant: s",
      "output assistant: {}",
      "output tool: res",
      "output assistant: new",
      'input user: {"user":"m"}',
      "input system: rules",
      "input user: v",
      "output assistant: said",
    ]);
  });

  test("reads repeated tools where the request's were read", () => {
    const tools: Json = [{ type: "function", name: "f" }];
    const asked = request({ input: "hi", tools }, { readsTools: true });
    assert.deepEqual(answer(response({ tools }), asked), ['input system: {"type":"function","name":"f"}']);
  });

  test("reads the items of a request by who wrote them", () => {
    const data: Json = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "u" }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }] },
      { type: "function_call_output", output: "t" },
    ];
    assert.deepEqual(answer({ object: "list", data, first_id: "a", last_id: "b", has_more: false }), [
      "input user: u",
      "input assistant: a",
      "input tool: t",
    ]);
  });

  test("holds structured output as JSON", () => {
    const asked = request({ input: "hi", text: { format: { type: "json_object" } } });
    const parsed = openAiResponses.readResponse(response({ output: [message('{"a":"b"}')] }), asked);
    assert.ok(parsed.ok);
    assert.equal(parsed.value[0]?.kind, "json");
  });

  test("cannot read what is no response, and reads tokens without their text", () => {
    const asked = request({ input: "hi" });
    const refused = (body: Json): string => {
      const parsed = openAiResponses.readResponse(body, asked);
      return parsed.ok ? "" : parsed.reason;
    };
    assert.equal(refused({ hello: 1 }), "output");
    assert.equal(refused([]), "output");
    assert.equal(refused(response({ output: ["x"] })), "output");
    const content = [{ type: "output_text", text: "", logprobs: [{ token: "a secret", logprob: 0 }] }];
    assert.deepEqual(answer({ output: [{ ...message(""), content }] }), ["output assistant: a secret"]);
    assert.deepEqual(answer({ error: { message: "m" } }), ["output assistant: m"]);
  });
});

describe("masks and blocks", () => {
  test("a masked answer has no log probabilities", () => {
    const content = [{ type: "output_text", text: "a", logprobs: [{ token: "a", logprob: 0 }], annotations: [] }];
    const masked = openAiResponses.afterMask(response({ output: [{ ...message(""), content }] }));
    assert.deepEqual(readAt(masked, "/output/0/content/0"), {
      type: "output_text",
      text: "a",
      logprobs: [],
      annotations: [],
    });
  });

  test("a masked answer does not say aloud what it no longer writes", () => {
    const content = [{ type: "output_audio", transcript: "a", data: "AAAA" }];
    const masked = openAiResponses.afterMask(response({ output: [{ ...message(""), content }] }));
    assert.deepEqual(readAt(masked, "/output/0/content/0"), { type: "output_audio", transcript: "a", data: "" });
  });

  test("a refused response is incomplete, without the texts that were refused", () => {
    const body = response({
      output: [message("keep"), message("secret"), functionCall("secret")],
      output_text: "keepsecret",
    });
    const pointers = ["/output/1/content/0/text", "/output/2/arguments"];
    const refused = openAiResponses.refuseChoices(body, pointers.map(at));
    assert.equal(readAt(refused, "/status"), "incomplete");
    assert.deepEqual(readAt(refused, "/incomplete_details"), { reason: "content_filter" });
    assert.deepEqual(readAt(refused, "/output"), [message("keep"), { ...message("", "incomplete"), content: [] }]);
    assert.ok(!JSON.stringify(refused).includes("secret"));
    const joined = openAiResponses.refuseChoices(body, [at("/output_text")]);
    assert.ok(!JSON.stringify(joined).includes("secret") && !JSON.stringify(joined).includes("keep"));
  });

  test("a text in no item takes the whole answer, and so does any in what is no response", () => {
    const body = response({ output: [message("a")] });
    assert.equal(openAiResponses.refuseChoices(body, [at("/instructions")]), null);
    assert.equal(openAiResponses.refuseChoices({ ...body, object: "response.compaction" }, [at("/output/0/x")]), null);
    assert.equal(openAiResponses.refuseChoices({ object: "list", data: [] }, [at("/data/0/content")]), null);
  });

  test("errors have OpenAI's form", () => {
    assert.deepEqual(openAiResponses.credential("k", "/v1/responses"), ["authorization", "Bearer k"]);
    assert.deepEqual(openAiResponses.errorBody("c", "m", 503), {
      error: { message: "m", type: "server_error", param: null, code: "c" },
    });
  });
});

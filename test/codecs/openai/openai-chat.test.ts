import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { CompletionRequest } from "../../../src/codecs/codec.ts";
import { openAiChat } from "../../../src/codecs/openai/openai-chat.ts";
import { getAt } from "../../../src/codecs/shared/body-edits.ts";
import { CODECS } from "../../../src/codecs/registry.ts";
import type { Json } from "../../../src/core/model.ts";
import { TARGET } from "../../support/wire/kit.ts";
import { at } from "../../support/pointers.ts";

function request(body: Json): CompletionRequest {
  const parsed = openAiChat.readRequest(body, TARGET);
  assert.ok(parsed.ok);
  return parsed.value;
}

const PLAIN = request({ messages: [] });

describe("the registry", () => {
  test("has unique formats, sorted, each with a codec whose error bodies are objects", () => {
    const formats = CODECS.map((codec) => codec.format);
    assert.deepEqual(formats, [...new Set(formats)].toSorted());
    for (const codec of CODECS) assert.equal(typeof codec.errorBody("c", "m", 500), "object");
  });
});

describe("matches", () => {
  test("knows the path by its end, behind any version segments", () => {
    const paths = [
      "/chat/completions",
      "/v1/chat/completions",
      "/openai/v1/chat/completions/",
      "/openai/deployments/d/chat/completions",
    ];
    for (const path of paths) assert.ok(openAiChat.matches("POST", path), path);
    for (const path of [
      "/v1/completions",
      "/v1/chat/completions/x",
      "/v1/xchat/completions",
      "/v1/chat/completions//",
    ]) {
      assert.ok(!openAiChat.matches("POST", path), path);
    }
    assert.ok(!openAiChat.matches("GET", "/v1/chat/completions"));
  });
});

describe("readRequest", () => {
  test("tells who wrote each message, with text or without", () => {
    const roles = ["system", "user", "assistant", "tool", "user"];
    const { turns } = request({ messages: roles.map((role) => ({ role, content: "" })) });
    assert.deepEqual(turns, roles);
  });

  test("tells role and origin of every text, at pointers that hold it", () => {
    const body: Json = {
      model: "m",
      messages: [
        { role: "system", content: "s" },
        { role: "developer", content: "d" },
        { role: "user", content: [{ type: "text", text: "u" }], name: "n" },
        {
          role: "assistant",
          content: "a",
          tool_calls: [{ id: "id", type: "function", function: { name: "f", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "id", content: "t" },
        { role: "other", content: "o" },
      ],
    };
    const { slots } = request(body);
    assert.deepEqual(
      slots.map(({ text, origin, kind }) => [text, origin, kind]),
      [
        ["s", "system", "text"],
        ["d", "system", "text"],
        ["u", "user", "text"],
        ["n", "user", "text"],
        ["a", "assistant", "text"],
        ["f", "assistant", "text"],
        ["{}", "assistant", "json"],
        ["t", "tool", "text"],
        // Servers write any role into the prompt.
        ["other", "user", "sealed"],
        ["o", "user", "text"],
      ],
    );
    for (const slot of slots) {
      assert.equal(slot.side, "input");
      assert.equal(getAt(body, slot.pointer), slot.text);
    }
  });

  test("reads what steers the exchange", () => {
    const body: Json = {
      model: "m",
      stream: true,
      n: 3,
      stream_options: { include_usage: true },
      response_format: { type: "json_object" },
      messages: [],
    };
    const { slots: _, ...rest } = request(body);
    assert.deepEqual(rest, {
      turns: [],
      stream: true,
      includeUsage: true,
      model: "m",
      choiceCount: 3,
      isJsonOutput: true,
      unreadParts: [],
      readsAnswer: true,
    });
  });

  test("names parts that carry no text, each kind once", () => {
    const content: Json = [
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "image_url", image_url: { url: "https://x.example/a.png" } },
      { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
      { type: "file", file: { file_id: "file-1", filename: "cv.pdf" } },
    ];
    const read = request({ messages: [{ role: "user", content }] });
    assert.deepEqual(read.unreadParts, ["image_url", "input_audio", "file"]);
    assert.deepEqual(
      read.slots.map(({ text }) => text),
      ["https://x.example/a.png", "cv.pdf"],
    );
  });

  test("reads arguments that come as an object, whatever their keys", () => {
    const call: Json = {
      id: "x",
      type: "function",
      function: { name: "f", arguments: { id: "1", data: "2", role: ["3"] } },
    };
    const { slots } = request({ messages: [{ role: "assistant", tool_calls: [call] }] });
    assert.deepEqual(
      slots.map(({ text }) => text),
      ["f", '{"id":"1","data":"2","role":["3"]}'],
    );
  });

  test("reads documents and schemas whole, since their fields may have any name", () => {
    const schema = { properties: { status: { description: "b" } } };
    const { slots } = request({
      messages: [],
      response_format: { type: "json_schema", json_schema: { schema } },
      documents: [{ id: "a", status: "c" }, "d", null],
    });
    assert.deepEqual(
      slots.map(({ pointer, text, origin, kind, isValue }) => [pointer.name, text, origin, kind, isValue]),
      [
        ["/documents/0", '{"id":"a","status":"c"}', "tool", "json", true],
        ["/documents/1", "d", "tool", "text", false],
        ["/response_format/json_schema/schema", JSON.stringify(schema), "system", "json", true],
      ],
    );
    assert.equal(request({ messages: [], documents: "e" }).slots[0]?.text, "e");
  });

  test("reads the fields beside the messages, known or not, ids and settings aside", () => {
    const { slots } = request({
      messages: [],
      model: "m",
      tool_choice: "auto",
      user: "3f2a",
      safety_identifier: "jane doe",
      stop: ["a"],
      metadata: { status: "b" },
      data_sources: [{ parameters: { role_information: "c", authentication: { key: "d" } } }],
      unknown: "e",
    });
    assert.deepEqual(
      slots.map(({ pointer, text, origin }) => [pointer.name, text, origin]),
      [
        ["/safety_identifier", "jane doe", "user"],
        ["/stop/0", "a", "system"],
        ["/metadata", '{"status":"b"}', "system"],
        ["/data_sources/0/parameters/role_information", "c", "user"],
        ["/unknown", "e", "user"],
      ],
    );
  });

  test("does not read what has no messages", () => {
    for (const body of [null, [], "x", {}, { messages: "x" }, { messages: ["x"] }] as Json[]) {
      assert.equal(openAiChat.readRequest(body, TARGET).ok, false);
    }
  });
});

describe("readResponse", () => {
  test("reads every choice and the text of an error, refuses what is neither", () => {
    const body: Json = {
      choices: [
        { index: 0, message: { content: "a" } },
        { index: 1, message: { content: "b", refusal: "c" } },
      ],
    };
    const read = openAiChat.readResponse(body, PLAIN);
    assert.ok(read.ok);
    assert.deepEqual(
      read.value.map(({ pointer }) => pointer.name),
      ["/choices/0/message/content", "/choices/1/message/content", "/choices/1/message/refusal"],
    );
    const error = openAiChat.readResponse({ error: { message: "m", code: "c" } }, PLAIN);
    assert.deepEqual(error.ok && error.value.map(({ text }) => text), ["m", "c"]);
    for (const broken of [{}, { choices: {} }, { choices: ["x"] }, []] as Json[]) {
      assert.equal(openAiChat.readResponse(broken, PLAIN).ok, false);
    }
  });

  test("reads tokens that no text says", () => {
    const logprobs: Json = { content: [{ token: "a secret", logprob: 0 }] };
    const textsOf = (content: Json): unknown => {
      const slots = openAiChat.readResponse({ choices: [{ index: 0, message: { content }, logprobs }] }, PLAIN);
      return slots.ok && slots.value.map(({ text }) => text);
    };
    assert.deepEqual(textsOf(null), ["a secret"]);
    assert.deepEqual(textsOf("x"), ["x", "a secret"]);
    assert.deepEqual(textsOf("a secret"), ["a secret"]);
  });

  test("takes structured output as JSON", () => {
    const structured = request({ messages: [], response_format: { type: "json_object" } });
    const read = openAiChat.readResponse({ choices: [{ index: 0, message: { content: "{}" } }] }, structured);
    assert.equal(read.ok && read.value[0]?.kind, "json");
  });
});

describe("refusals", () => {
  const refusal = { message: "Blocked", policies: ["p"], kinds: ["K"], requestId: "r" };

  test("end only the choices that were refused, by their place", () => {
    const body: Json = {
      id: "x",
      choices: [
        { index: 0, message: { content: "a" } },
        { index: 1, message: { content: "b" } },
      ],
    };
    assert.deepEqual(openAiChat.refuseChoices(body, [at("/choices/1/message/content")], refusal), {
      id: "x",
      choices: [
        { index: 0, message: { content: "a" } },
        {
          index: 1,
          message: { role: "assistant", content: null, refusal: "Blocked" },
          logprobs: null,
          finish_reason: "content_filter",
        },
      ],
    });
    assert.equal(openAiChat.refuseChoices(body, [at("/error/message")], refusal), null);
  });

  test("are errors of the provider's format", () => {
    assert.deepEqual(openAiChat.refusalBody(refusal), {
      error: {
        message: "Blocked",
        type: "invalid_request_error",
        param: null,
        code: "content_filter",
        guardrail: { policies: ["p"], kinds: ["K"], request_id: "r" },
      },
    });
    assert.deepEqual(openAiChat.errorBody("c", "m", 429), {
      error: { message: "m", type: "requests", param: null, code: "c" },
    });
    assert.deepEqual(openAiChat.errorBody("c", "m", 503), {
      error: { message: "m", type: "server_error", param: null, code: "c" },
    });
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock, eventsOf } from "./call.ts";

const PATH = "/v1/responses";
const TOOLS = [{ type: "web_search" }, { type: "function", name: "look_up", parameters: {} }];

describe("the mock's responses", () => {
  test("answer a text or a list of items, and repeat what was asked for", async () => {
    const { json } = await callMock(PATH, { model: "m", input: "hello", instructions: "be kind", temperature: 0 });
    assert.equal(json.status, "completed");
    assert.deepEqual(json.output[0].content, [
      { type: "output_text", text: "You said: hello", annotations: [], logprobs: [] },
    ]);
    assert.deepEqual([json.model, json.instructions, json.temperature], ["m", "be kind", 0]);
    const items = [
      { role: "user", content: "first" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "second" }] },
    ];
    const listed = await callMock(PATH, { input: items });
    assert.equal(listed.json.output[0].content[0].text, "You said: second");
  });

  test("repeat no field of a kind that clients do not expect", async () => {
    const { json } = await callMock(PATH, { input: "hi", tools: "none", metadata: [], text: 1, temperature: null });
    assert.deepEqual([json.tools, json.metadata, json.temperature], [[], {}, 1]);
    assert.deepEqual(json.text, { format: { type: "text" } });
  });

  test("stream the whole sequence of a message, each event named and numbered", async () => {
    const asked = { input: "tell me something", stream: true };
    const events = eventsOf(await callMock(PATH, asked));
    const types = events.map(({ name }) => name);
    assert.deepEqual(
      [...new Set(types)],
      [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
      ],
    );
    for (const [index, { name, data }] of events.entries()) {
      assert.deepEqual([data.type, data.sequence_number], [name, index]);
    }
    const deltas = events.filter(({ name }) => name === "response.output_text.delta");
    assert.ok(deltas.length > 2);
    const text = "You said: tell me something";
    assert.equal(deltas.map(({ data }) => data.delta).join(""), text);
    const last = (type: string) => events.find(({ name }) => name === type)?.data;
    assert.equal(last("response.output_text.done").text, text);
    assert.equal(last("response.content_part.done").part.text, text);
    assert.equal(last("response.output_item.done").item.content[0].text, text);
    assert.equal(last("response.completed").response.output[0].content[0].text, text);
    assert.deepEqual(last("response.created").response.output, []);
    assert.deepEqual(last("response.output_item.added").item.content, []);
  });

  test("call the first function on offer, whole and streamed, and answer after its result", async () => {
    const asked = { input: "call a tool", tools: TOOLS };
    const { json } = await callMock(PATH, asked);
    const [call] = json.output;
    assert.deepEqual([call.type, call.name, call.call_id], ["function_call", "look_up", "call_mock_0"]);
    assert.deepEqual(JSON.parse(call.arguments), { query: "You said: call a tool" });
    const events = eventsOf(await callMock(PATH, { ...asked, stream: true })).map(({ data }) => data);
    const added = events.find(({ type }) => type === "response.output_item.added");
    assert.deepEqual([added.item.arguments, added.item.status], ["", "in_progress"]);
    const deltas = events.filter(({ type }) => type === "response.function_call_arguments.delta");
    assert.equal(deltas.map(({ delta }) => delta).join(""), call.arguments);
    const done = events.find(({ type }) => type === "response.function_call_arguments.done");
    assert.deepEqual([done.arguments, done.item_id], [call.arguments, call.id]);
    const result = { type: "function_call_output", call_id: call.call_id, output: "42" };
    const input = [{ role: "user", content: "call a tool" }, call, result];
    const after = await callMock(PATH, { ...asked, input });
    assert.equal(after.json.output[0].content[0].text, "The tool has answered. You said: call a tool");
  });

  test("are kept to be asked for again, as a stream too, from any event on", async () => {
    const { json } = await callMock(PATH, { input: "keep this" });
    assert.deepEqual((await callMock(`${PATH}/${json.id}`, undefined)).json, json);
    const replay = eventsOf(await callMock(`${PATH}/${json.id}?stream=true`, undefined));
    assert.equal(replay[0]?.name, "response.created");
    assert.deepEqual(replay.at(-1)?.data.response, json);
    const rest = eventsOf(await callMock(`${PATH}/${json.id}?stream=true&starting_after=3`, undefined));
    assert.deepEqual(rest, replay.slice(4));
    assert.equal((await callMock(`${PATH}/${json.id}?stream=true&starting_after=x`, undefined)).status, 400);
  });

  test("are kept after a stream, too", async () => {
    const events = eventsOf(await callMock(PATH, { input: "keep the stream", stream: true }));
    const response = events.at(-1)?.data.response;
    assert.deepEqual((await callMock(`${PATH}/${response.id}`, undefined)).json, response);
  });

  test("are not kept when the client says so, nor beyond the last 64", async () => {
    const unkept = await callMock(PATH, { input: "forget this", store: false });
    const missing = await callMock(`${PATH}/${unkept.json.id}`, undefined);
    assert.deepEqual([missing.status, missing.json.error.code], [404, "not_found"]);
    const first = await callMock(PATH, { input: "the first" });
    for (let at = 0; at < 63; at++) await callMock(PATH, { input: `filler ${at}` });
    assert.equal((await callMock(`${PATH}/${first.json.id}`, undefined)).status, 200);
    for (let at = 0; at < 64; at++) await callMock(PATH, { input: `more filler ${at}` });
    assert.equal((await callMock(`${PATH}/${first.json.id}`, undefined)).status, 404);
  });

  test("that repeat too much are answered, not kept", async () => {
    const { status, json } = await callMock(PATH, { input: "hi", instructions: "x".repeat(5_000_000) });
    assert.equal(status, 200);
    assert.equal((await callMock(`${PATH}/${json.id}`, undefined)).status, 404);
  });

  test("refuse what is no input", async () => {
    for (const input of [undefined, null, 7, {}]) {
      const { status, json } = await callMock(PATH, { input });
      assert.deepEqual([status, json.error.type], [400, "invalid_request_error"]);
    }
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TextSlot } from "../../../src/codecs/codec.ts";
import { MESSAGES } from "../../../src/codecs/framing/framing.ts";
import type { ClientMessage } from "../../../src/codecs/message-codec.ts";
import { MESSAGE_CODECS } from "../../../src/codecs/registry.ts";
import { openAiRealtime } from "../../../src/codecs/openai-realtime/openai-realtime.ts";
import type { JsonObject } from "../../../src/core/model.ts";
import { called } from "../../support/realtime.ts";

function read(body: JsonObject, readsTools = false): ClientMessage {
  const parsed = openAiRealtime.open({ readsTools }).readClient(body);
  assert.ok(parsed.ok);
  return parsed.value;
}

const short = ({ pointer, origin, kind, turn }: TextSlot): string =>
  `${pointer.name} ${origin}${kind === "text" ? "" : ` ${kind}`}${turn === null ? "" : ` ${turn}`}`;

const slotsOf = (body: JsonObject, readsTools = false): readonly string[] => read(body, readsTools).slots.map(short);

describe("calls over Realtime", () => {
  test("tell which text of which call each delta is", () => {
    const stream = openAiRealtime.open({ readsTools: false }).codecOf("");
    const tools = called(['{"a":', "1}"]).flatMap((message) => {
      const step = stream.read(MESSAGES.event(JSON.stringify(message)));
      return step.ok ? step.value.deltas.map(({ text, tool }) => [text, tool?.call, tool?.at]) : [];
    });
    assert.deepEqual(tools.slice(0, 4), [
      ["look_up", "item_call", null],
      ["look_up", "item_call", null],
      ['{"a":', "item_call", ""],
      ["1}", "item_call", ""],
    ]);
    assert.ok(tools.every(([, call]) => call === "item_call"));
  });
});

describe("the registry of message formats", () => {
  test("has unique formats, sorted, each for paths of its own", () => {
    const formats = MESSAGE_CODECS.map(({ format }) => format);
    assert.deepEqual(formats, [...new Set(formats)].toSorted());
    for (const path of ["/v1/realtime", "/openai/realtime/", "/v1/responses", "/openai/v1/responses/"])
      assert.equal(MESSAGE_CODECS.filter(({ matches }) => matches(path)).length, 1, path);
    for (const path of ["/v1/realtime/calls", "/v1/xrealtime", "/v1/responses/resp_1", "/v1/chat/completions"])
      assert.ok(!MESSAGE_CODECS.some(({ matches }) => matches(path)), path);
  });
});

describe("a client's Realtime message", () => {
  test("is read by who wrote it", () => {
    const item = (fields: JsonObject): JsonObject => ({
      type: "conversation.item.create",
      event_id: "e",
      item: fields,
    });
    const content = [
      { type: "input_text", text: "a" },
      { type: "input_audio", audio: "AAAA", transcript: "b" },
    ];
    const texts = ["/item/content/0/text", "/item/content/1/transcript"];
    for (const [role, origin] of [
      ["user", "user"],
      ["system", "system"],
      ["assistant", "assistant"],
    ] as const)
      assert.deepEqual(
        slotsOf(item({ type: "message", role, id: "x", content })),
        texts.map((pointer) => `${pointer} ${origin} 0`),
      );
    assert.deepEqual(slotsOf(item({ type: "function_call_output", call_id: "c", output: "done" })), [
      "/item/output tool json 0",
    ]);
    assert.deepEqual(slotsOf(item({ type: "function_call", name: "f", arguments: "{}", call_id: "c" })), [
      "/item/name assistant 0",
      "/item/arguments assistant json 0",
    ]);
    const call = { type: "mcp_call", name: "f", arguments: '{"a":1}', output: "o", error: { type: "t", message: "m" } };
    assert.deepEqual(slotsOf(item(call)), [
      "/item/name assistant 0",
      "/item/arguments assistant json 0",
      "/item/output tool json 0",
      "/item/error/message tool 0",
    ]);
  });

  test("is read in its instructions, prompts and items, tools only on demand", () => {
    const tools = [{ type: "function", name: "f", description: "does" }];
    const session = {
      type: "realtime",
      model: "m",
      instructions: "i",
      tools,
      tool_choice: "auto",
      audio: {
        input: { format: { type: "audio/pcm" }, transcription: { model: "w", prompt: "p" } },
        output: { voice: "v" },
      },
    };
    const update = { type: "session.update", session };
    const plain = ["/session/instructions system", "/session/audio/input/transcription/prompt system"];
    assert.deepEqual(slotsOf(update), plain);
    assert.deepEqual(slotsOf(update, true), [plain[0], "/session/tools system json", plain[1]]);
    const create = {
      type: "response.create",
      response: {
        conversation: "none",
        instructions: "i",
        prompt: { id: "p", version: "1", variables: { name: "v" } },
        metadata: { topic: "t" },
        input: [
          { type: "item_reference", id: "x" },
          { type: "message", role: "user", content: [{ type: "input_text", text: "u" }] },
        ],
      },
    };
    assert.deepEqual(slotsOf(create), [
      "/response/input/1/content/0/text user 1",
      "/response/instructions system",
      "/response/prompt/variables/name user",
      "/response/metadata/topic system",
    ]);
    assert.ok(read(create).isRequest && !read(update).isRequest);
  });

  test("is read in variables and metadata whatever their names are", () => {
    const names = ["detail", "id", "language", "model", "name", "status", "tools", "type", "url", "version", "voice"];
    const values = Object.fromEntries(names.map((name) => [name, "v"]));
    const read = (base: string, origin: string): readonly string[] => names.map((name) => `${base}/${name} ${origin}`);
    const expected = (base: string): readonly string[] => [
      ...read(`${base}/prompt/variables`, "user"),
      ...read(`${base}/metadata`, "system"),
    ];
    const fields = { prompt: { id: "p", version: "1", variables: values }, metadata: values };
    assert.deepEqual(slotsOf({ type: "session.update", session: fields }), expected("/session"));
    assert.deepEqual(slotsOf({ type: "response.create", response: fields }), expected("/response"));
    const prompt = { id: "p", variables: { language: { type: "input_text", text: "v" } } };
    assert.deepEqual(slotsOf({ type: "response.create", response: { prompt } }), [
      "/response/prompt/variables/language/text user",
    ]);
  });

  test("that asks for an answer with what is no object is unread", () => {
    for (const response of ["words", ["words"], [{ instructions: "words" }], 1, true])
      assert.deepEqual(openAiRealtime.open({ readsTools: false }).readClient({ type: "response.create", response }), {
        ok: false,
        reason: "response",
      });
    assert.deepEqual(slotsOf({ type: "response.create", response: null, note: "n" }), ["/note user"]);
  });

  test("of an unknown type is read whole; sound and pictures are unread", () => {
    assert.deepEqual(slotsOf({ type: "x_new", deep: [{ note: "n" }], session: "s" }), [
      "/deep/0/note user",
      "/session user",
    ]);
    assert.deepEqual(read({ type: "input_audio_buffer.append", audio: "AAAA" }).unreadParts, [
      "input_audio_buffer.append",
    ]);
    const image = { type: "input_image", image_url: "data:image/png;base64,AAAA" };
    const message = { type: "message", role: "user", content: [image] };
    assert.deepEqual(read({ type: "conversation.item.create", item: message }).unreadParts, ["input_image"]);
  });

  test("that is none is refused", () => {
    const { readClient } = openAiRealtime.open({ readsTools: false });
    for (const body of [
      {},
      { type: 1 },
      { type: "conversation.item.create" },
      { type: "response.create", response: { input: "x" } },
    ])
      assert.equal(readClient(body).ok, false);
  });
});

describe("a server's Realtime message", () => {
  const stepOf = (body: JsonObject) => {
    const conversation = openAiRealtime.open({ readsTools: false });
    const event = MESSAGES.event(JSON.stringify(body));
    const lane = conversation.laneOf(event);
    const step = conversation.codecOf(lane).read(event);
    assert.ok(step.ok);
    return { ...step.value, lane, conversation };
  };
  const place = { response_id: "r", item_id: "i", output_index: 0, content_index: 1 };

  test("tells deltas, copies, calls and words of the user apart", () => {
    const cases: readonly (readonly [JsonObject, readonly string[]])[] = [
      [{ type: "response.output_text.delta", ...place, delta: "a" }, ["i/1/text"]],
      [{ type: "response.text.delta", ...place, delta: "a" }, ["i/1/text"]],
      [{ type: "response.output_audio_transcript.delta", ...place, delta: "a" }, ["i/1/transcript"]],
      [{ type: "response.audio_transcript.done", ...place, transcript: "a" }, ["i/1/transcript copy"]],
      [{ type: "response.x_new.delta", ...place, delta: "a", note: "n" }, ["i/1/x_new", "events/1/note"]],
      [{ type: "response.function_call_arguments.delta", ...place, delta: "{" }, ["i//arguments json of i"]],
      [{ type: "response.mcp_call_arguments.done", ...place, arguments: "{}" }, ["i//arguments copy json"]],
      [{ type: "response.content_part.done", ...place, part: { type: "text", text: "a" } }, ["i/1/text copy"]],
      [
        { type: "response.output_item.added", response_id: "r", item: { id: "i", type: "function_call", name: "f" } },
        ["i//name json of i"],
      ],
      [{ type: "response.output_audio.delta", ...place, delta: "AAAA" }, []],
      // What is no base64 is no sound.
      [{ type: "response.output_audio.delta", ...place, delta: "so to say" }, ["i/1/output_audio"]],
      [
        { type: "conversation.item.input_audio_transcription.delta", item_id: "u", content_index: 0, delta: "a" },
        ["u/0/transcript user"],
      ],
      [{ type: "error", event_id: "e", error: { type: "t", message: "m" } }, ["events/1/error/message"]],
      [
        { type: "session.created", session: { instructions: "i", client_secret: { value: "ek" } } },
        ["events/1/session/instructions system"],
      ],
    ];
    for (const [body, expected] of cases) {
      const { deltas } = stepOf(body);
      const found = deltas.map(({ channel, isCopy, kind, group, origin }) =>
        [
          channel,
          ...(isCopy ? ["copy"] : []),
          ...(kind === "text" ? [] : [kind]),
          ...(group === undefined ? [] : [`of ${group}`]),
          ...(origin === "assistant" ? [] : [origin]),
        ].join(" "),
      );
      assert.deepEqual(found, expected, JSON.stringify(body));
    }
  });

  test("waits in the lane of the answers, words of the user in one of their own", () => {
    const words = {
      type: "conversation.item.input_audio_transcription.delta",
      item_id: "u",
      content_index: 0,
      delta: "a",
    };
    assert.equal(stepOf(words).lane, "item/u");
    assert.equal(stepOf({ type: "response.output_text.delta", ...place, delta: "a" }).lane, "");
    const { conversation } = stepOf({ type: "response.created", response: { id: "r" } });
    assert.ok(!conversation.isIdle(""));
    conversation.codecOf("").read(MESSAGES.event('{"type":"response.done","response":{"id":"r"}}'));
    assert.ok(conversation.isIdle("") && conversation.isIdle("item/u"));
    conversation.codecOf("").read(MESSAGES.event('{"type":"output_audio_buffer.stopped","response_id":"r"}'));
    assert.ok(conversation.isIdle(""));
  });

  test("loses log probabilities that stand alone or beside a changed text", () => {
    const type = "conversation.item.input_audio_transcription.delta";
    const words = { type, item_id: "u", content_index: 0, logprobs: [{ token: "a", bytes: [97] }] };
    const leaving = { isChanged: false, dropped: new Set<string>(), unfinished: new Set<string>() };
    assert.ok(
      stepOf({ ...words, delta: "a" })
        .render({ ...leaving, texts: ["a"] })
        ?.data?.includes("token"),
    );
    for (const [delta, texts] of [
      ["", []],
      ["a", ["b"]],
    ] as const) {
      const event = stepOf({ ...words, delta }).render({ ...leaving, isChanged: texts.length > 0, texts });
      assert.deepEqual(JSON.parse(event?.data ?? "{}").logprobs ?? [], []);
    }
  });

  test("loses sound beside a transcript that is masked", () => {
    const part = { type: "audio", transcript: "a", audio: "AAAA" };
    const item = { id: "i", type: "message", role: "assistant", content: [part] };
    const { render } = stepOf({ type: "conversation.item.retrieved", item });
    const leaving = { isChanged: true, dropped: new Set<string>(), unfinished: new Set<string>(), texts: ["b"] };
    assert.deepEqual(JSON.parse(render(leaving)?.data ?? "{}").item.content, [{ ...part, transcript: "b", audio: "" }]);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI, { BadRequestError, InternalServerError } from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import { z } from "zod";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  BREAKING_PROMPT,
  collect,
  FAILING_PROMPT,
  HELD_ANSWERS,
  inPieces,
  KEY_PROMPT,
  KEY_RELEASED,
  replies,
  startRig,
  streams,
  thrownBy,
} from "../../support/clients/rig.ts";
import { NO_RETRY, row, testTries } from "../../support/clients/tries.ts";
import { TEST_KEY, TEST_MAIL } from "../../support/proxy.ts";
import { openAiResponsesKit as kit } from "../../support/wire/openai-responses.ts";

const connect = (url: string): OpenAI["responses"] => new OpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).responses;
const ask = (input: string) => ({ model: "mock", input });
const parameters = { type: "object", properties: { query: { type: "string" } } };
const tools = [{ type: "function" as const, name: "look_up", parameters, strict: false }];
const KEY_CALL = { ...ask(`please call a tool with ${TEST_KEY} in it`), tools };

/** Every event of a stream's helper, and its end. */
function helper(responses: OpenAI["responses"], asked: ReturnType<typeof ask>) {
  const told: unknown[] = [];
  const stream = responses
    .stream({ ...asked, stream: true })
    .on("event", (event) => told.push(event))
    .on("response.output_text.delta", (event) => told.push(event))
    .on("response.function_call_arguments.delta", (event) => told.push(event));
  return { told, final: () => stream.finalResponse() };
}

const FILTERED = { reason: "content_filter" };

describe("openai's responses, clean", () => {
  test("are created, streamed, streamed by their helper, and retrieved", async () => {
    await assertTransparent(async (url) => {
      const responses = connect(url);
      const { data, response } = await responses.create(ask("hello")).withResponse();
      const events = await collect(await responses.create({ ...ask("hello"), stream: true }));
      const { told, final } = helper(responses, ask("hello"));
      const streamed = await final();
      const replayed = await responses.stream({ response_id: streamed.id }).finalResponse();
      return [data, response.status, events, streamed, told, await responses.retrieve(data.id), replayed];
    });
  });

  test("call functions, whole and streamed, and go on behind them", async () => {
    await assertTransparent(async (url) => {
      const asked = { ...ask("please call a tool"), tools };
      const made = await connect(url).create(asked);
      const [call] = made.output;
      assert.ok(call?.type === "function_call");
      const { told, final } = helper(connect(url), asked);
      const output = { type: "function_call_output" as const, call_id: call.call_id, output: "42" };
      const next = await connect(url).create({ ...asked, previous_response_id: made.id, input: [output] });
      return [made, await final(), told, next];
    });
  });

  test("are parsed by their schema, whole and streamed", async () => {
    const value = { city: "Zürich", days: [1, 2] };
    const json = JSON.stringify(value);
    const schema = z.object({ city: z.string(), days: z.array(z.number()) });
    const asked = { ...ask("plan"), text: { format: zodTextFormat(schema, "trip") } };
    const read: unknown[] = [];
    const note = (made: { readonly output_parsed: unknown }): unknown => {
      read.push(made.output_parsed);
      return made;
    };
    await assertTransparent(async (url) => note(await connect(url).parse(asked)), {
      script: replies(kit.answer([json])),
    });
    await assertTransparent(async (url) => note(await connect(url).stream(asked).finalResponse()), {
      script: streams(kit.stream([json.match(/.{1,5}/gs) ?? []])),
    });
    assert.deepEqual(read, [value, value, value, value]);
  });

  test("are read from any framing that is allowed", async () => {
    const text = "grüße 😀 an alle";
    const wire = kit.stream([Array.from(text)]).flatMap((event) => [": keep-alive\n\n", event]);
    let read = "";
    const run = async (url: string): Promise<unknown> => {
      const response = await connect(url).stream(ask("hi")).finalResponse();
      read = response.output_text;
      return response;
    };
    await assertTransparent(run, { script: streams(inPieces(wire.join("").replaceAll("\n", "\r\n"))) });
    assert.equal(read, text);
  });
});

describe("openai's responses, blocked", () => {
  test("take a blocked prompt once, whole, streamed, by their helper and parsed", async () => {
    await using rig = await startRig();
    const responses = connect(rig.gate.url);
    const asked = ask(KEY_PROMPT);
    const calls = [
      () => responses.create(asked),
      () => responses.create({ ...asked, stream: true }),
      () => responses.stream(asked).finalResponse(),
      () => responses.parse(asked),
      () => responses.create({ ...ask("hi"), instructions: KEY_PROMPT }),
    ];
    for (const [at, call] of calls.entries()) {
      const error = await thrownBy(call());
      assert.ok(error instanceof BadRequestError);
      assert.deepEqual([error.status, error.code, error.type], [400, "content_filter", "invalid_request_error"]);
      assert.match(error.message, /test_keys/);
      assert.equal(rig.gate.tries(), at + 1);
    }
    assert.equal(rig.upstream.seen.length, 0);
    assertNoLeak(rig.gate);
  });

  test("take a blocked whole answer once, retrieved too, or read it in band as incomplete", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    await using inBand = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
    // What has been stored behind the gate's back is checked when it is asked for.
    const { id } = await connect(rig.direct.url).create(ask(KEY_PROMPT));
    const calls = [
      (url: string) => connect(url).create(ask(KEY_PROMPT)),
      (url: string) => connect(url).create(KEY_CALL),
      (url: string) => connect(url).retrieve(id),
    ];
    for (const call of calls) {
      const error = await thrownBy(call(rig.gate.url));
      assert.ok(error instanceof BadRequestError && error.code === "content_filter");
      const { status, incomplete_details, output_text, output } = await call(inBand.gate.url);
      assert.deepEqual([status, incomplete_details, output_text], ["incomplete", FILTERED, ""]);
      assert.ok(output.every(({ type }) => type === "message"));
    }
    for (const { gate } of [rig, inBand]) {
      assert.equal(gate.tries(), calls.length);
      assertNoLeak(gate);
    }
  });

  test("keep the beginning of a stream that is blocked, incomplete, whichever way it is read", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const responses = connect(rig.gate.url);
    const events = await collect(await responses.create({ ...ask(KEY_PROMPT), stream: true }));
    const deltas = events.flatMap((event) => (event.type === "response.output_text.delta" ? event.delta : []));
    assert.deepEqual([deltas.join(""), events.at(-1)?.type], [KEY_RELEASED, "response.incomplete"]);
    assert.deepEqual(
      events.map(({ sequence_number }) => sequence_number),
      events.map((_, at) => at),
    );
    const { told, final } = helper(responses, ask(KEY_PROMPT));
    const made = await final();
    assert.deepEqual([made.status, made.incomplete_details, made.output_text], ["incomplete", FILTERED, KEY_RELEASED]);
    const { id } = await connect(rig.direct.url).create(ask(KEY_PROMPT));
    const replayed = await responses.stream({ response_id: id }).finalResponse();
    assert.deepEqual([replayed.status, replayed.output_text], ["incomplete", KEY_RELEASED]);
    assert.ok(told.length > 0 && (made.usage?.total_tokens ?? 0) > 0);
    assert.equal(rig.gate.tries(), 3);
    assertNoLeak(rig.gate);
  });

  test("are read past signs of life while they are held, and a block behind them", async () => {
    await using rig = await startRig({ policies: HELD_ANSWERS, isSlow: true });
    const responses = connect(rig.gate.url);
    assert.equal((await responses.stream(ask("hello")).finalResponse()).output_text, "You said: hello");
    const { status, incomplete_details, output_text } = await responses.stream(ask(KEY_PROMPT)).finalResponse();
    assert.deepEqual([status, incomplete_details, output_text], ["incomplete", FILTERED, KEY_RELEASED]);
    for (const { told } of rig.gate.exchanges) assert.match(told().toString(), /: keep-alive/);
    assert.equal(rig.gate.tries(), 2);
    assertNoLeak(rig.gate);
  });

  test("never show a call whose arguments are blocked", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const { told, final } = helper(connect(rig.gate.url), KEY_CALL);
    const { status, incomplete_details, output } = await final();
    assert.deepEqual([status, incomplete_details, output], ["incomplete", FILTERED, []]);
    assert.ok(!JSON.stringify(told).includes('"function_call"'));
    assert.equal(rig.gate.tries(), 1);
    assertNoLeak(rig.gate);
  });

  test("show masks where values stood, in texts and in calls", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const responses = connect(rig.gate.url);
    const asked = ask(`write to ${TEST_MAIL} or ${TEST_MAIL}`);
    const masked = "You said: write to <MAIL_1> or <MAIL_1>";
    const { told, final } = helper(responses, asked);
    for (const { output_text } of [await responses.create(asked), await final()]) assert.equal(output_text, masked);
    assert.ok(!JSON.stringify(told).includes("jane"));
    const call = { ...ask(`please call a tool for ${TEST_MAIL}`), tools };
    for (const { output } of [await responses.create(call), await responses.stream(call).finalResponse()]) {
      const [item] = output;
      assert.ok(item?.type === "function_call");
      assert.deepEqual(JSON.parse(item.arguments), { query: "You said: please call a tool for <MAIL_1>" });
    }
  });
});

describe("openai's responses, a guard failing", () => {
  test("are told of it by a 503, once", async () => {
    await using rig = await startRig();
    const error = await thrownBy(connect(rig.gate.url).create(ask(FAILING_PROMPT)));
    assert.ok(error instanceof InternalServerError);
    assert.deepEqual([error.status, error.code], [503, "guardrail_unavailable"]);
    assert.deepEqual([rig.gate.tries(), rig.upstream.seen.length], [1, 0]);
  });

  test("fail in mid-stream, the beginning read, and do not try again", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const { told, final } = helper(connect(rig.gate.url), ask(FAILING_PROMPT));
    const { status, error } = await final();
    assert.equal(status, "failed");
    assert.match(error?.message ?? "", /test_failing/);
    assert.match(JSON.stringify(told), /You sai/);
    assert.equal(rig.gate.tries(), 1);
  });
});

describe("openai's responses, their provider breaking off", () => {
  test("fail in mid-stream, the beginning read, and do not try again", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const { told, final } = helper(connect(rig.gate.url), ask(BREAKING_PROMPT));
    const { status, error } = await final();
    assert.equal(status, "failed");
    assert.match(error?.message ?? "", /upstream/);
    assert.match(JSON.stringify(told), /You sai/);
    assert.equal(rig.gate.tries(), 1);
  });
});

describe("openai's responses, refused", () => {
  testTries(
    (url) => connect(url).create(ask("hi")),
    [...row([400, 403, 413, 422, 446, 451], 1), ...row([409, 429, 500, 503], 3), ...row([429, 503], 1, NO_RETRY)],
  );
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import { z } from "zod";
import {
  CALL_PROMPT,
  describeClient,
  KEY_CALL_PROMPT,
  type Answer,
  type ClientKit,
} from "../../support/clients/contract.ts";
import { OPENAI_ERRORS } from "../../support/clients/openai-errors.ts";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  collect,
  KEY_PROMPT,
  KEY_RELEASED,
  replies,
  startRig,
  streams,
  thrownBy,
} from "../../support/clients/rig.ts";
import { STAINLESS_TRIES, testTries } from "../../support/clients/tries.ts";
import { TEST_MAIL } from "../../support/proxy.ts";
import { replyJson, replyStream, type UpstreamScript } from "../../support/upstream.ts";
import {
  completed,
  created,
  message,
  messageEvents,
  openAiResponsesKit as kit,
  response as stored,
  responseEvents,
} from "../../support/wire/openai-responses.ts";

const connect = (url: string): OpenAI["responses"] => new OpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).responses;
const ask = (input: string) => ({ model: "mock", input });
const parameters = { type: "object", properties: { query: { type: "string" } } };
const tools = [{ type: "function" as const, name: "look_up", parameters, strict: false }];
const offer = (input: string) => ({ ...ask(input), tools });

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

/** @throws {Error} what a failed response says: no exception of the client tells it */
function answerOf({ status, error, incomplete_details, output, output_text }: OpenAI.Responses.Response): Answer {
  if (status === "failed") throw new Error(error?.message);
  const isFiltered = status === "incomplete";
  if (isFiltered) assert.deepEqual(incomplete_details, FILTERED);
  const inputs = output.flatMap((item): unknown[] => {
    if (item.type === "message") return [];
    assert.ok(item.type === "function_call");
    return [JSON.parse(item.arguments)];
  });
  return { text: output_text, inputs, isFiltered };
}

/** How a failed response says why, by code. */
const FAILURES: Readonly<Record<string, RegExp>> = {
  guardrail_unavailable: /test_failing/,
  upstream_disconnected: /upstream/,
};

const KIT: ClientKit = {
  ...OPENAI_ERRORS,
  wire: kit,
  asks: [
    (url, prompt) => connect(url).create(ask(prompt)),
    (url, prompt) => connect(url).create({ ...ask(prompt), stream: true }),
    (url, prompt) => connect(url).parse(ask(prompt)),
    (url, prompt) => connect(url).create({ ...ask("hi"), instructions: prompt }),
  ],
  whole: async (url, prompt) => answerOf(await connect(url).create(offer(prompt))),
  streams: [
    async (url, prompt, hear) => {
      const stream = connect(url).stream(offer(prompt));
      return answerOf(await stream.on("response.output_text.delta", ({ delta }) => hear(delta)).finalResponse());
    },
  ],
  assertBrokenOff: (error, code) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, FAILURES[code] ?? /^never$/);
  },
};

describeClient("openai's responses", KIT);

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
      const asked = offer(CALL_PROMPT);
      const made = await connect(url).create(asked);
      const [call] = made.output;
      assert.ok(call?.type === "function_call");
      const { told, final } = helper(connect(url), asked);
      // One request after the other: of two at once either may come first.
      const streamed = await final();
      const output = { type: "function_call_output" as const, call_id: call.call_id, output: "42" };
      const next = await connect(url).create({ ...asked, previous_response_id: made.id, input: [output] });
      return [made, streamed, told, next];
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
});

const MAIL = `write to ${TEST_MAIL} now`;
const MASKED = "write to <MAIL_1> now";
const MAIL_EVENTS = [...created(), ...messageEvents(MAIL.match(/.{1,3}/gs) ?? []), completed([message(MAIL)])];

/** A provider that keeps one response. */
const keeping: UpstreamScript = (response, { method, url }) => {
  if (url.endsWith("/input_items")) {
    const data = [{ id: "m", type: "message", role: "user", content: [{ type: "input_text", text: MAIL }] }];
    return replyJson(response, { object: "list", data, first_id: "m", last_id: "m", has_more: false });
  }
  if (url.endsWith("/input_tokens")) return replyJson(response, { object: "response.input_tokens", input_tokens: 3 });
  if (method === "DELETE") return replyJson(response, { id: "resp_1", object: "response", deleted: true });
  if (url.endsWith("?stream=true")) return replyStream(response, responseEvents(MAIL_EVENTS));
  return replyJson(response, stored({ output: [message(MAIL)] }));
};

describe("openai's responses, masked", () => {
  test("are retrieved, cancelled, listed, counted, compacted and deleted", async () => {
    await using rig = await startRig({ script: keeping });
    const responses = connect(rig.gate.url);
    assert.equal((await responses.retrieve("resp_1")).output_text, MASKED);
    assert.ok(JSON.stringify((await responses.cancel("resp_1")).output).includes(MASKED));
    const [item] = (await responses.inputItems.list("resp_1")).data;
    assert.ok(JSON.stringify(item).includes(MASKED));
    assert.equal((await responses.inputTokens.count(ask("hi"))).input_tokens, 3);
    assert.equal((await responses.compact({ model: "gpt-5", input: "hi" })).output.length, 1);
    await responses.delete("resp_1");
    const events = await collect(await responses.retrieve("resp_1", { stream: true }));
    assert.equal(events.at(-1)?.type, "response.completed");
    assert.ok(!JSON.stringify(events).includes(TEST_MAIL));
  });

  test("are streamed with as many events, and the mask in the final response", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY, script: streams(responseEvents(MAIL_EVENTS)) });
    const events = await collect(await connect(rig.gate.url).create({ ...ask("hi"), stream: true }));
    assert.equal(events.length, MAIL_EVENTS.length);
    const { output_text, status } = await connect(rig.gate.url).stream(ask("hi")).finalResponse();
    assert.deepEqual([output_text, status], [MASKED, "completed"]);
  });
});

describe("openai's responses, blocked", () => {
  // What has been stored behind the gate's back is checked when it is asked for.
  test("take a blocked stored answer once, or read it in band as incomplete", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    await using inBand = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
    const { id } = await connect(rig.direct.url).create(ask(KEY_PROMPT));
    OPENAI_ERRORS.assertBlocked(await thrownBy(connect(rig.gate.url).retrieve(id)));
    const read = answerOf(await connect(inBand.gate.url).retrieve(id));
    assert.deepEqual(read, { text: "", inputs: [], isFiltered: true });
    for (const { gate } of [rig, inBand]) {
      assert.equal(gate.tries(), 1);
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

  test("never show a call whose arguments are blocked", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const { told, final } = helper(connect(rig.gate.url), offer(KEY_CALL_PROMPT));
    const { status, incomplete_details, output } = await final();
    assert.deepEqual([status, incomplete_details, output], ["incomplete", FILTERED, []]);
    assert.ok(!JSON.stringify(told).includes('"function_call"'));
    assert.equal(rig.gate.tries(), 1);
    assertNoLeak(rig.gate);
  });

  test("show masks where values stood in every event", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    const { told, final } = helper(connect(rig.gate.url), ask(`write to ${TEST_MAIL}`));
    await final();
    assert.match(JSON.stringify(told), /<MAIL_1>/);
    assert.ok(!JSON.stringify(told).includes("jane"));
  });
});

describe("openai's responses, refused", () => {
  testTries((url) => connect(url).create(ask("hi")), STAINLESS_TRIES);
});

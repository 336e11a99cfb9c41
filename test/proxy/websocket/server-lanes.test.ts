import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openAiRealtime } from "../../../src/codecs/openai-realtime/openai-realtime.ts";
import { openAiResponsesMessages } from "../../../src/codecs/openai-responses/openai-responses-messages.ts";
import type { Upstream } from "../../../src/config/config-model.ts";
import type { ConnectionCodec } from "../../../src/codecs/message-codec.ts";
import type { Counts } from "../../../src/proxy/websocket/failure.ts";
import { ServerLanes } from "../../../src/proxy/websocket/server-lanes.ts";
import { seedsOf, splitText } from "../../support/cuts.ts";
import { TEST_KEY } from "../../support/proxy.ts";
import { answerOf, called, session, sound, spoken, transcribed } from "../../support/realtime.ts";
import { runs } from "../../support/runs.ts";
import { maskedWhole, openExchange, unnumbered } from "../../support/wire/relayed.ts";
import { sentence } from "../../support/wire/texts.ts";
import type { Said } from "../../support/websocket.ts";

const cutsOf = seedsOf(12);

interface Connection {
  readonly lanes: ServerLanes;
  readonly codec: ConnectionCodec;
  readonly push: (messages: readonly Said[]) => Promise<readonly Said[]>;
}

function lanesOf(codec: ConnectionCodec, over: Partial<Upstream> = {}): ServerLanes {
  const counts: Counts = { client: 0, server: 0, unread: 0, unreadParts: 0, refused: 0 };
  const exchange = openExchange("/v1/chat/completions");
  return new ServerLanes({ ...exchange, upstream: { ...exchange.upstream, ...over } }, codec, counts);
}

function connect(): Connection {
  const codec = openAiRealtime.open({ readsTools: false });
  const lanes = lanesOf(codec);
  const push = async (messages: readonly Said[]): Promise<readonly Said[]> => {
    const out: Said[] = [];
    for (const message of messages) {
      const outcome = await lanes.push(JSON.stringify(message));
      assert.equal(outcome.failure, null);
      out.push(...outcome.messages.map((text) => JSON.parse(String(text)) as Said));
    }
    return out;
  };
  return { lanes, codec, push };
}

/** Every copy of an answer's text in its messages, deltas left out. */
function copiesOf(messages: readonly Said[]): readonly string[] {
  const copies: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if ((key === "text" || key === "transcript") && typeof child === "string") copies.push(child);
      else walk(child);
    }
  };
  for (const message of messages) if (!message.type.endsWith(".added")) walk(message);
  return copies;
}

/** Two lists in one, their orders kept. */
function mixed(a: readonly Said[], b: readonly Said[], seeds: readonly number[]): readonly Said[] {
  const out: Said[] = [];
  let left = a;
  let right = b;
  for (let at = 0; left.length + right.length > 0; at++) {
    const takesLeft = right.length === 0 || (left.length > 0 && (seeds[at % Math.max(1, seeds.length)] ?? 0) % 2 === 0);
    out.push(...(takesLeft ? left : right).slice(0, 1));
    if (takesLeft) left = left.slice(1);
    else right = right.slice(1);
  }
  return out;
}

const kinds = fc.constantFrom("text" as const, "audio" as const);

describe("Realtime answers through their lane", () => {
  test("have the masked whole text in every copy, however they are cut and mixed", async () => {
    await fc.assert(
      fc.asyncProperty(
        sentence,
        cutsOf,
        kinds,
        sentence,
        cutsOf,
        fc.boolean(),
        async (text, cuts, kind, other, seeds, isLegacy) => {
          const { push, codec } = connect();
          const first = spoken({ pieces: splitText(text, cuts), kind, isLegacy });
          const second = spoken({ id: "resp_2", item: "item_2", pieces: splitText(other, seeds) });
          const out = await push(mixed(first, second, seeds));
          const own = out.filter(
            (message) => !JSON.stringify(message).includes("item_2") && !JSON.stringify(message).includes("resp_2"),
          );
          const expected = await maskedWhole(text);
          assert.equal(unnumbered(answerOf(out)), expected);
          assert.equal(unnumbered(answerOf(out, "resp_2")), await maskedWhole(other));
          for (const copy of copiesOf(own)) assert.equal(copy, answerOf(out));
          assert.equal(out.filter(({ type }) => type === "response.done").length, 2);
          assert.ok(codec.isIdle("") && codec.takeCommands().length === 0);
        },
      ),
      { numRuns: runs(800) },
    );
  });

  test("end natively where a blocked match begins, the other one goes on", async () => {
    await fc.assert(
      fc.asyncProperty(
        sentence,
        sentence,
        cutsOf,
        kinds,
        sentence,
        cutsOf,
        async (before, after, cuts, kind, other, seeds) => {
          const { push, codec } = connect();
          const first = spoken({ pieces: splitText(`${before} ${TEST_KEY} ${after}`, cuts), kind });
          const second = spoken({ id: "resp_2", item: "item_2", pieces: splitText(other, seeds) });
          const out = await push(mixed(first, second, seeds));
          assert.ok(!JSON.stringify(out).includes(TEST_KEY));
          assert.equal(unnumbered(answerOf(out)), await maskedWhole(`${before} `));
          assert.equal(unnumbered(answerOf(out, "resp_2")), await maskedWhole(other));
          const ends = out
            .filter(({ type }) => type === "response.done")
            .map(({ response }) => response as { id: string; status: string });
          assert.deepEqual(ends.map(({ id, status }) => `${id} ${status}`).toSorted(), [
            "resp_1 incomplete",
            "resp_2 completed",
          ]);
          const own = out.filter((message) => !JSON.stringify(message).includes("item_2"));
          for (const copy of copiesOf(own)) assert.equal(copy, answerOf(out));
          // What was begun is ended: items and parts.
          const count = (type: string): number => own.filter((message) => message.type === type).length;
          assert.equal(count("response.output_item.added"), count("response.output_item.done"));
          assert.equal(count("response.content_part.added"), count("response.content_part.done"));
          assert.ok(codec.isIdle(""));
        },
      ),
      { numRuns: runs(800) },
    );
  });

  test("hold a call until its arguments are checked, and release it whole", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, cutsOf, fc.boolean(), async (text, cuts, isBlocked) => {
        const { push } = connect();
        const value = { q: isBlocked ? `${text} ${TEST_KEY} ` : text };
        const out = await push(called(splitText(JSON.stringify(value), cuts)));
        const done = out.find(({ type }) => type === "response.function_call_arguments.done");
        if (isBlocked) {
          assert.ok(!JSON.stringify(out).includes("look_up"));
          assert.equal(done, undefined);
          return;
        }
        const released = JSON.parse(String(done?.["arguments"])) as { q: string };
        assert.equal(unnumbered(released.q), await maskedWhole(text));
        const deltas = out.filter(({ type }) => type.endsWith("arguments.delta")).map(({ delta }) => delta);
        assert.equal(deltas.join(""), done?.["arguments"]);
      }),
      { numRuns: runs(400) },
    );
  });

  test("keep their order and their bytes where no policy touches them, and nothing is kept behind them", async () => {
    const { push, codec } = connect();
    const messages = [session(), ...spoken({ pieces: ["One ", "two."], kind: "audio" }), ...called(["{}"], "resp_2")];
    assert.deepEqual(await push(messages), messages);
    assert.ok(codec.isIdle(""));
  });
});

describe("a text of the provider that names too little", () => {
  const typesOf = (messages: readonly Said[]): readonly string[] => messages.map(({ type }) => type);
  const name = (fields: object): Said[] => [
    ...["Hello ", "wor", "ld"].map((delta) => ({ type: "response.output_text.delta", delta, ...fields })),
    { type: "response.output_text.done", text: "Hello world", ...fields },
  ];
  const after: Said = { type: "rate_limits.updated" };

  test("passes without holding anything up", async () => {
    for (const fields of [{}, { item_id: "i" }, { content_index: 0 }]) {
      const { push, codec } = connect();
      const nameless = [...name(fields), after];
      assert.deepEqual(await push(nameless), nameless);
      assert.ok(codec.isIdle(""));
      const done: Said = { type: "response.done", response: { status: "completed" } };
      const within = [{ type: "response.created", response: { id: "r" } }, ...name(fields), done, after];
      assert.deepEqual(await push(within), within);
      assert.ok(codec.isIdle(""));
    }
  });

  test("is ended with its response, or with an error", async () => {
    const pieces = ["Hello ", TEST_KEY.slice(0, 5), `${TEST_KEY.slice(5)} `, "rest ".repeat(20)].map((delta) => ({
      type: "response.output_text.delta",
      delta,
    }));
    const done: Said = { type: "response.done", response: { status: "completed", output: [{ text: "rest" }] } };
    const bare = connect();
    assert.deepEqual(typesOf(await bare.push([...pieces, done, after])), [
      "response.output_text.delta",
      "error",
      after.type,
    ]);
    assert.ok(bare.codec.isIdle(""));
    assert.deepEqual(await bare.push([...name({}), after]), [...name({}), after]);
    const { push, codec } = connect();
    const out = await push([{ type: "response.created", response: { id: "r" } }, ...pieces, done, after]);
    assert.deepEqual(typesOf(out), ["response.created", "response.output_text.delta", "response.done", after.type]);
    assert.equal(codec.takeCommands().at(0)?.["response_id"], "r");
  });

  test("costs no more the longer the connection lives", async () => {
    const lanes = lanesOf(openAiRealtime.open({ readsTools: false }), { responseMaxBytes: 20_000 });
    const text = "word ".repeat(100);
    for (let at = 0; at < 300; at++) {
      const message = { type: "response.output_text.delta", item_id: `i${at}`, delta: text };
      assert.equal((await lanes.push(JSON.stringify(message))).failure, null);
      const end = { type: "response.output_text.done", item_id: `i${at}`, text };
      assert.equal((await lanes.push(JSON.stringify(end))).messages.length, 2);
    }
  });
});

describe("a text of an unknown type", () => {
  const pieces = ["Hello ", TEST_KEY.slice(0, 5), `${TEST_KEY.slice(5)} x`, " end"];
  const kinds: readonly (readonly [string, (text: string) => object])[] = [
    ["session.output_transcript.delta", (delta) => ({ delta })],
    ["response.reasoning.delta", (text) => ({ response_id: "r", item_id: "i", delta: { text } })],
    ["x.new.delta", (text) => ({ item_id: "i", content_index: 0, delta: { text } })],
    ["conversation.item.input_audio_transcription.segment", (text) => ({ item_id: "u", content_index: 0, text })],
  ];
  const ending = "conversation.item.input_audio_transcription.completed";

  test("is read as one, however it is cut", async () => {
    for (const [type, fields] of kinds) {
      const { push } = connect();
      const messages = pieces.map((text) => ({ type, ...fields(text) }));
      const out = await push([...messages, { type: ending, item_id: "u", content_index: 0, transcript: "" }]);
      assert.ok(!JSON.stringify(out).includes(TEST_KEY.slice(5)), type);
      assert.ok(!JSON.stringify(out).includes(TEST_KEY.slice(0, 5)), type);
    }
  });

  test("goes on with its end, and holds no answer up", async () => {
    const { push, codec } = connect();
    const words = ["one ", "two"].map((delta): Said => ({ type: "session.output_transcript.delta", delta }));
    assert.deepEqual(await push(words), []);
    const answer = spoken({ pieces: ["Hi."] });
    assert.deepEqual(await push(answer), answer);
    const end: Said = { type: "session.output_transcript.done", text: "one two" };
    assert.deepEqual(await push([end]), [...words, end]);
    assert.ok(codec.isIdle("text/session.output_transcript/"));
  });

  test("is checked also in segments that stand side by side without a space", async () => {
    const { push } = connect();
    const type = "conversation.item.input_audio_transcription.segment";
    const said = (text: string): Said => ({ type, item_id: "u", content_index: 0, text });
    const end: Said = { type: ending, item_id: "u", content_index: 0, transcript: "" };
    const masked = await push([said("to"), said("jane@acme.test"), said("and"), end]);
    assert.deepEqual(
      masked.map(({ text }) => text),
      ["to", "<MAIL_1>", "and", undefined],
    );
    const blocked = await push([said("my"), said(TEST_KEY), said("and"), end]);
    assert.ok(!JSON.stringify(blocked).includes(TEST_KEY));
  });
});

describe("the sound of a masked transcript", () => {
  const a = { response_id: "a", item_id: "item_a", output_index: 0, content_index: 0 };
  const text = "mail jane@acme.test now please ";
  const start: readonly Said[] = [
    { type: "response.created", response: { id: "a" } },
    { type: "response.output_audio_transcript.delta", ...a, delta: text },
    { type: "response.output_audio_transcript.done", ...a, transcript: text },
  ];
  const late: readonly Said[] = [
    { type: "response.output_audio.delta", ...a, delta: sound(1) },
    { type: "response.done", response: { id: "a", status: "completed", output: [] } },
  ];

  test("stays silent while it waits for another response, whose end it has been read behind", async () => {
    const { push } = connect();
    const b = { response_id: "b", item_id: "item_b", output_index: 0, content_index: 0 };
    const out = await push([
      ...start,
      { type: "response.created", response: { id: "b" } },
      { type: "response.output_text.delta", ...b, delta: "hel" },
      ...late,
      { type: "response.output_text.done", ...b, text: "hel" },
      { type: "response.done", response: { id: "b", output: [] } },
    ]);
    assert.equal(out.filter(({ type }) => type === "response.done").length, 2);
    assert.deepEqual(
      out.filter(({ type }) => type === "response.output_audio.delta"),
      [],
    );
  });

  test("stays silent while it waits for a call of its own response", async () => {
    const { push } = connect();
    const call = { response_id: "a", item_id: "item_call", output_index: 1 };
    const out = await push([
      ...start,
      { type: "response.function_call_arguments.delta", ...call, delta: "{}" },
      ...late,
    ]);
    assert.ok(!JSON.stringify(out).includes(sound(1)));
    assert.equal(out.at(-1)?.type, "response.done");
  });
});

describe("the lanes of a connection", () => {
  test("do not wait for the words of the user", async () => {
    const { push } = connect();
    const words = transcribed(["I am jane@ac", "me.test"]);
    assert.deepEqual(await push(words.slice(0, 1)), []);
    const answer = spoken({ pieces: ["Hi."] });
    assert.deepEqual(await push(answer), answer);
    const rest = await push(words.slice(1));
    assert.deepEqual(
      rest.map(({ delta, transcript }) => delta ?? transcript),
      ["I am <MAIL_1>", "", "I am <MAIL_1>"],
    );
  });

  test("let nothing unread overtake what waits", async () => {
    const { push, lanes } = connect();
    const messages = spoken({ pieces: ["to jane@acme.test"] });
    assert.equal(answerOf(await push(messages.slice(0, 5))), "");
    const [bytes, large] = [Buffer.from([1, 200]), JSON.stringify({ type: "x_large", text: "k".repeat(3000) })];
    assert.deepEqual(lanes.pass({ data: bytes, isBinary: true }).messages, []);
    assert.deepEqual(lanes.pass({ data: Buffer.from(large), isBinary: false }).messages, []);
    const types: string[] = [];
    for (const message of messages.slice(5)) {
      const outcome = await lanes.push(JSON.stringify(message));
      for (const out of outcome.messages) types.push(Buffer.isBuffer(out) ? "bytes" : (JSON.parse(out) as Said).type);
    }
    assert.deepEqual(types.slice(0, 4), [
      "response.output_text.delta",
      "bytes",
      "x_large",
      "response.output_text.done",
    ]);
    assert.deepEqual(lanes.pass({ data: bytes, isBinary: true }).messages, [bytes]);
  });

  test("decide what is left when the provider is done", async () => {
    const { push, lanes } = connect();
    const begun = await push(spoken({ pieces: ["to jane@acme.test"] }).slice(0, 5));
    assert.equal(answerOf(begun), "");
    const { messages, failure } = await lanes.end();
    assert.equal(failure, null);
    assert.equal(answerOf(messages.map((text) => JSON.parse(String(text)) as Said)), "to <MAIL_1>");
  });

  test("are bounded: the words that have been silent longest are complete", async () => {
    const { push } = connect();
    const begun = (at: number, text = "so"): readonly Said[] => transcribed([text], `item_${at}`).slice(0, 1);
    for (let at = 0; at < 64; at++) assert.deepEqual(await push(begun(at, `${at} jane@acme.test`)), []);
    await push(begun(0, " then"));
    const [said, ...rest] = await push(begun(64));
    assert.deepEqual([said?.["item_id"], said?.["delta"], rest.length], ["item_1", "1 <MAIL_1>", 0]);
    const late = transcribed([TEST_KEY.slice(0, 4), TEST_KEY.slice(4)], "item_1");
    const out = await push(late);
    assert.ok(!JSON.stringify(out).includes(TEST_KEY.slice(4)));
    assert.equal(out.at(-1)?.type, "conversation.item.input_audio_transcription.failed");
  });

  test("of answers are bounded", async () => {
    const lanes = lanesOf(openAiResponsesMessages.open({ readsTools: false }));
    const created = (at: number): string =>
      JSON.stringify({ type: "response.created", stream_id: `s${at}`, response: { id: "r" } });
    for (let at = 0; at < 64; at++) assert.equal((await lanes.push(created(at))).failure, null);
    assert.equal((await lanes.push(created(64))).failure?.code, "guardrail_unread");
  });

  test("keep nothing of answers that are over, also while another one never ends", async () => {
    const codec = openAiRealtime.open({ readsTools: false });
    const lanes = lanesOf(codec, { responseMaxBytes: 20_000 });
    const all = [
      { type: "response.created", response: { id: "open" } },
      ...Array.from({ length: 40 }, (_, at) => {
        const text = "word ".repeat(200);
        const isBlocked = at % 4 === 1;
        const pieces = isBlocked ? [text, `${TEST_KEY} `, text] : [text];
        const messages = spoken({ id: `r${at}`, item: `i${at}`, pieces });
        return [
          ...messages.slice(0, isBlocked && at % 8 === 1 ? -1 : undefined),
          { type: "x.note", text },
          ...transcribed([text], `u${at}`),
        ];
      }).flat(),
    ];
    let count = 0;
    for (const message of all) {
      const { messages, failure } = await lanes.push(JSON.stringify(message));
      assert.equal(failure, null);
      count += messages.filter((text) => text.includes('"response.done"')).length;
    }
    assert.equal(count, 40);
  });

  test("say nothing of an answer to blocked words of the user, until they are deleted or the client asks", async () => {
    const ways: readonly ((codec: ConnectionCodec, id: unknown) => Said | null)[] = [
      () => ({ type: "conversation.item.deleted", item_id: "item_user" }),
      (_, id) => ({ type: "error", error: { event_id: id } }),
      (codec) => {
        const read = codec.readClient({ type: "response.create" });
        if (read.ok) read.value.accept();
        return null;
      },
    ];
    for (const way of ways) {
      const { push, codec } = connect();
      const words = await push(transcribed([TEST_KEY]));
      assert.equal(words.at(-1)?.type, "conversation.item.input_audio_transcription.failed");
      const [deletion] = codec.takeCommands();
      assert.equal(deletion?.["type"], "conversation.item.delete");
      assert.deepEqual(await push(spoken({ pieces: ["As you said"] })), []);
      assert.deepEqual(
        codec.takeCommands().map(({ type, response_id: id }) => [type, id]),
        [["response.cancel", "resp_1"]],
      );
      const message = way(codec, deletion?.["event_id"]);
      if (message !== null) await push([message]);
      const answer = spoken({ id: "resp_2", item: "item_2", pieces: ["Fine."] });
      assert.deepEqual(await push(answer), answer);
    }
  });

  test("say nothing of a response that was blocked, however late it comes", async () => {
    const { push, codec } = connect();
    const messages = spoken({ pieces: [`${TEST_KEY} `, "more ", "and more"] });
    const out = await push(messages.slice(0, -2));
    assert.equal(out.at(-1)?.type, "response.done");
    const commands = codec.takeCommands();
    assert.deepEqual(
      commands.map(({ type, response_id: id }) => [type, id]),
      [["response.cancel", "resp_1"]],
    );
    const error = {
      type: "error",
      event_id: "x",
      error: { message: "none active", event_id: commands[0]?.["event_id"] },
    };
    assert.deepEqual(await push([...messages.slice(-2), error]), []);
    assert.equal((await push([{ ...error, error: { message: "other", event_id: "mine" } }])).length, 1);
  });
});

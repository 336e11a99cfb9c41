import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openAiRealtime } from "../../../src/codecs/openai-realtime.ts";
import type { Conversation } from "../../../src/codecs/message-codec.ts";
import type { Counts } from "../../../src/proxy/websocket/failure.ts";
import { ServerLanes } from "../../../src/proxy/websocket/server-lanes.ts";
import { TEST_KEY } from "../../support/proxy.ts";
import { answerOf, called, session, sound, spoken, transcribed } from "../../support/realtime.ts";
import { runs } from "../../support/runs.ts";
import { maskedWhole, openExchange, unnumbered } from "../../support/wire/relayed.ts";
import type { Said } from "../../support/websocket.ts";

const word = fc.constantFrom(
  "jane@acme.test",
  "a@b.test",
  "@",
  ".test",
  "héllo",
  "😀",
  " ",
  '"',
  "AK12",
  "plain words ",
  "jane",
);
const sentence = fc.array(word, { maxLength: 14 }).map((words) => words.join(""));
const cutsOf = fc.array(fc.nat(), { maxLength: 12 });

function split(text: string, seeds: readonly number[]): readonly string[] {
  const characters = Array.from(text);
  const places = [...new Set(seeds.map((seed) => seed % (characters.length + 1)))].toSorted((a, b) => a - b);
  return [...places, characters.length].map((place, at) => characters.slice(places[at - 1] ?? 0, place).join(""));
}

interface Connection {
  readonly lanes: ServerLanes;
  readonly conversation: Conversation;
  readonly push: (messages: readonly Said[]) => Promise<readonly Said[]>;
}

function connect(): Connection {
  const conversation = openAiRealtime.open({ readsTools: false });
  const counts: Counts = { client: 0, server: 0, unread: 0, unreadParts: 0, refused: 0 };
  const lanes = new ServerLanes(openExchange("/v1/chat/completions"), conversation, counts);
  const push = async (messages: readonly Said[]): Promise<readonly Said[]> => {
    const out: Said[] = [];
    for (const message of messages) {
      const outcome = await lanes.push(JSON.stringify(message));
      assert.equal(outcome.failure, null);
      out.push(...outcome.messages.map((text) => JSON.parse(text) as Said));
    }
    return out;
  };
  return { lanes, conversation, push };
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
          const { push, conversation } = connect();
          const first = spoken({ pieces: split(text, cuts), kind, isLegacy });
          const second = spoken({ id: "resp_2", item: "item_2", pieces: split(other, seeds) });
          const out = await push(mixed(first, second, seeds));
          const own = out.filter(
            (message) => !JSON.stringify(message).includes("item_2") && !JSON.stringify(message).includes("resp_2"),
          );
          const expected = await maskedWhole(text);
          assert.equal(unnumbered(answerOf(out)), expected);
          assert.equal(unnumbered(answerOf(out, "resp_2")), await maskedWhole(other));
          for (const copy of copiesOf(own)) assert.equal(copy, answerOf(out));
          assert.equal(out.filter(({ type }) => type === "response.done").length, 2);
          assert.ok(conversation.isIdle("") && conversation.takeOrders().length === 0);
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
          const { push, conversation } = connect();
          const first = spoken({ pieces: split(`${before} ${TEST_KEY} ${after}`, cuts), kind });
          const second = spoken({ id: "resp_2", item: "item_2", pieces: split(other, seeds) });
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
          assert.ok(conversation.isIdle(""));
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
        const out = await push(called(split(JSON.stringify(value), cuts)));
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
    const { push, conversation } = connect();
    const messages = [session(), ...spoken({ pieces: ["One ", "two."], kind: "audio" }), ...called(["{}"], "resp_2")];
    assert.deepEqual(await push(messages), messages);
    assert.ok(conversation.isIdle(""));
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
    ]);
    assert.equal(out.filter(({ type }) => type === "response.done").length, 1);
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

  test("decide what is left when the provider is done", async () => {
    const { push, lanes } = connect();
    const begun = await push(spoken({ pieces: ["to jane@acme.test"] }).slice(0, 5));
    assert.equal(answerOf(begun), "");
    const { messages, failure } = await lanes.end();
    assert.equal(failure, null);
    assert.equal(answerOf(messages.map((text) => JSON.parse(text) as Said)), "to <MAIL_1>");
  });

  test("are bounded", async () => {
    const { lanes } = connect();
    const words = (at: number): string => JSON.stringify(transcribed(["so"], `item_${at}`)[0]);
    for (let at = 0; at < 64; at++) assert.equal((await lanes.push(words(at))).failure, null);
    assert.equal((await lanes.push(words(64))).failure?.code, "guardrail_unread");
  });

  test("say nothing of a response that was blocked, however late it comes", async () => {
    const { push, conversation } = connect();
    const messages = spoken({ pieces: [`${TEST_KEY} `, "more ", "and more"] });
    const out = await push(messages.slice(0, -2));
    assert.equal(out.at(-1)?.type, "response.done");
    const orders = conversation.takeOrders();
    assert.deepEqual(
      orders.map(({ type, response_id: id }) => [type, id]),
      [["response.cancel", "resp_1"]],
    );
    const error = {
      type: "error",
      event_id: "x",
      error: { message: "none active", event_id: orders[0]?.["event_id"] },
    };
    assert.deepEqual(await push([...messages.slice(-2), error]), []);
    assert.equal((await push([{ ...error, error: { message: "other", event_id: "mine" } }])).length, 1);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TEST_KEY, TEST_MAIL } from "../proxy.ts";
import type { WireKit } from "../wire/kit.ts";
import {
  ANSWERS_ONLY,
  assertNoLeak,
  assertTransparent,
  BREAKING_PROMPT,
  FAILING_PROMPT,
  HELD_ANSWERS,
  KEY_PROMPT,
  KEY_RELEASED,
  NEVER_TOLD,
  reframed,
  startRig,
  streams,
  thrownBy,
} from "./rig.ts";

/** Which policy blocked, what kind of finding it has, and the request: the same field in every format. */
export const BLOCK_NOTE = /"guardrail":\{"policies":\["test_keys"\],"kinds":\["KEY"\],"request_id":"[0-9a-f-]{36}"\}/;

/** What an application reads of an answer. */
export interface Answer {
  readonly text: string;
  /** Of the calls that it would run. */
  readonly inputs: readonly unknown[];
  /** It is told that the filter has ended the answer. */
  readonly isFiltered: boolean;
}

export type Hear = (piece: string) => void;

/** How a client is used, and how it tells what the gate did. */
export interface ClientKit {
  /** Calls that send a prompt, besides those below. */
  readonly asks: readonly ((url: string, prompt: string) => Promise<unknown>)[];
  /** Asks for a whole answer, with a tool on offer. */
  readonly whole: (url: string, prompt: string) => Promise<Answer>;
  /** Ways to read the answer as a stream, with a tool on offer. Throws where the client is told that the stream is broken off. */
  readonly streams: readonly ((url: string, prompt: string, hear: Hear) => Promise<Answer>)[];
  /** Asks without a second try, for a client that would go by a 503 alone; absent: none does. */
  readonly asksOnce?: (url: string, prompt: string) => Promise<unknown>;
  /** How its provider writes a stream. */
  readonly wire: WireKit;
  /** Text that stands for an answer blocked in band; absent: none does. */
  readonly refusalText?: string;
  readonly assertBlocked: (error: unknown) => void;
  readonly assertUnavailable: (error: unknown) => void;
  /** The end of a stream that was broken off; `code` says why. */
  readonly assertBrokenOff: (error: unknown, code: string) => void;
}

export const CALL_PROMPT = "please call a tool";
/** The mock's call repeats it in its arguments. */
export const KEY_CALL_PROMPT = `please call a tool with ${TEST_KEY} in it`;

/** Each call is refused before the provider is asked, and none is tried again. */
export async function assertRefusedOnce(
  calls: readonly ((url: string) => Promise<unknown>)[],
  assertRefused: (error: unknown) => void,
): Promise<void> {
  await using rig = await startRig();
  for (const [at, call] of calls.entries()) {
    assertRefused(await thrownBy(call(rig.gate.url)));
    assert.equal(rig.gate.tries(), at + 1);
  }
  assert.equal(rig.upstream.seen.length, 0);
  assertNoLeak(rig.gate);
}

/** What every client must meet at the gate, whatever provider it speaks to. */
export function describeClient(name: string, kit: ClientKit): void {
  describe(`${name} at the gate`, () => {
    describeRefusals(kit);
    describeStreams(kit);

    test("sees masks where values stood, in texts and in calls", async () => {
      await using rig = await startRig({ policies: ANSWERS_ONLY });
      for (const read of [kit.whole, ...kit.streams]) {
        const { text } = await read(rig.gate.url, `write to ${TEST_MAIL} or ${TEST_MAIL}`, () => {});
        assert.equal(text, "You said: write to <MAIL_1> or <MAIL_1>");
        const { inputs } = await read(rig.gate.url, `${CALL_PROMPT} for ${TEST_MAIL}`, () => {});
        assert.deepEqual(inputs, [{ query: "You said: please call a tool for <MAIL_1>" }]);
      }
    });
  });
}

function describeRefusals(kit: ClientKit): void {
  const { assertBlocked, assertUnavailable } = kit;

  test("takes a blocked prompt once, however it asks", async () => {
    let heard = "";
    const hear = (piece: string): void => void (heard += piece);
    const calls = [...kit.asks, kit.whole, ...kit.streams];
    await assertRefusedOnce(
      calls.map((call) => (url) => call(url, KEY_PROMPT, hear)),
      assertBlocked,
    );
    assert.equal(heard, "");
  });

  test("is told of a failing guard by a 503, never by a policy's 400", async () => {
    const calls = kit.asksOnce === undefined ? [...kit.asks, kit.whole, ...kit.streams] : [kit.asksOnce];
    await assertRefusedOnce(
      calls.map((call) => (url) => call(url, FAILING_PROMPT, () => {})),
      assertUnavailable,
    );
  });

  test("takes a blocked whole answer once, or reads it in band as filtered", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    await using inBand = await startRig({ policies: ANSWERS_ONLY, over: { blockedResponse: "in_band" } });
    for (const prompt of [KEY_PROMPT, KEY_CALL_PROMPT]) {
      assertBlocked(await thrownBy(kit.whole(rig.gate.url, prompt)));
      const { refusalText: text = "" } = kit;
      assert.deepEqual(await kit.whole(inBand.gate.url, prompt), { text, inputs: [], isFiltered: true });
      assert.match(inBand.gate.exchanges.at(-1)?.told().toString() ?? "", BLOCK_NOTE);
    }
    for (const { gate, upstream } of [rig, inBand]) {
      assert.deepEqual([gate.tries(), upstream.seen.length], [2, 2]);
      assertNoLeak(gate);
    }
  });
}

/** Why a stream breaks off, how that is told, and what must not be read of it. */
const BREAKS = [
  { why: "its guard fails", prompt: FAILING_PROMPT, code: "guardrail_unavailable", never: "explode" },
  { why: "its provider breaks off", prompt: BREAKING_PROMPT, code: "upstream_disconnected", never: NEVER_TOLD },
];

function describeStreams(kit: ClientKit): void {
  test("reads any framing that is allowed, the same as without the gate", async () => {
    const text = "grüße 😀 an alle";
    const script = streams(reframed(kit.wire.stream([Array.from(text)])));
    for (const read of kit.streams) {
      const pieces: string[] = [];
      const answers: Answer[] = [];
      const run = async (url: string): Promise<unknown> =>
        answers.push(await read(url, "hi", (piece) => pieces.push(piece))) > 0;
      await assertTransparent(run, { script });
      const answer = { text, inputs: [], isFiltered: false };
      assert.deepEqual([answers, pieces.join("")], [[answer, answer], text + text]);
    }
  });

  test("keeps the beginning of a stream that is blocked, ended by the filter", async () => {
    await using rig = await startRig({ policies: ANSWERS_ONLY });
    for (const [at, read] of kit.streams.entries()) {
      const answer = await read(rig.gate.url, KEY_PROMPT, () => {});
      assert.deepEqual(answer, { text: KEY_RELEASED, inputs: [], isFiltered: true });
      assert.equal(rig.gate.tries(), at + 1);
      assert.match(rig.gate.exchanges[at]?.told().toString() ?? "", BLOCK_NOTE);
    }
    assertNoLeak(rig.gate);
  });

  test("reads past signs of life while an answer is held, and a block behind them", async () => {
    await using rig = await startRig({ policies: HELD_ANSWERS, isSlow: true });
    for (const read of kit.streams) {
      const calm = await read(rig.gate.url, "hello", () => {});
      assert.deepEqual(calm, { text: "You said: hello", inputs: [], isFiltered: false });
      const blocked = await read(rig.gate.url, KEY_PROMPT, () => {});
      assert.deepEqual(blocked, { text: KEY_RELEASED, inputs: [], isFiltered: true });
    }
    for (const { told } of rig.gate.exchanges) assert.match(told().toString(), /: keep-alive/);
    assert.equal(rig.gate.tries(), 2 * kit.streams.length);
    assertNoLeak(rig.gate);
  });

  for (const { why, prompt, code, never } of BREAKS)
    test(`reads the beginning of a stream when ${why}, is told of it, and does not try again`, async () => {
      for (const read of kit.streams) {
        await using rig = await startRig({ policies: ANSWERS_ONLY });
        let heard = "";
        const error = await thrownBy(read(rig.gate.url, prompt, (piece) => (heard += piece)));
        kit.assertBrokenOff(error, code);
        assert.match(heard, /^You said: a calm beginning/);
        assert.ok(!heard.includes(never));
        assert.equal(rig.gate.tries(), 1);
      }
    });
}

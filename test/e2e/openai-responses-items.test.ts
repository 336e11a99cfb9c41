import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import { streamText } from "ai";
import fc from "fast-check";
import OpenAI from "openai";
import { placesIn, seedsOf } from "../support/cuts.ts";
import { TEST_KEY } from "../support/proxy.ts";
import { ITEM_KINDS } from "../support/wire/openai-responses-items.ts";
import {
  completed,
  created,
  eventsOf,
  openAiResponsesKit as kit,
  responseEvents,
} from "../support/wire/openai-responses.ts";
import { relayed } from "../support/wire/relayed.ts";

const word = fc.constantFrom(" jane@acme.test ", "words ", "héllo ", "😀", '"', "AK12 ", "a\n");
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(""));
const itemOf = fc.record({
  kind: fc.constantFrom(...ITEM_KINDS),
  text,
  size: fc.integer({ min: 1, max: 9 }),
  /** One in six holds a key. */
  luck: fc.integer({ min: 0, max: 5 }),
});

/** Placeholders are numbered in the order of decisions, and estimates count what was decided. */
const comparable = (wire: string): string =>
  wire.replaceAll(/_\d+>/g, ">").replaceAll(/"(?:output|total)_tokens":\d+/g, '"tokens":0');

/** What the clients make of a stream. */
async function consume(wire: string): Promise<{ status: string; finishReason: string; errors: readonly unknown[] }> {
  const headers = { "content-type": "text/event-stream" };
  const fetch = (): Promise<Response> => Promise.resolve(new Response(wire, { headers }));
  const client = new OpenAI({ apiKey: "x", fetch });
  const final = await client.responses.stream({ model: "m", input: "x" }).finalResponse();
  const errors: unknown[] = [];
  const model = createOpenAI({ apiKey: "x", fetch }).responses("m");
  const result = streamText({ model, prompt: "hi", onError: ({ error }) => void errors.push(error) });
  await result.consumeStream();
  return { status: final.status ?? "", finishReason: await result.finishReason, errors };
}

describe("streams of items of every kind", () => {
  test("leave the same however they are cut, without a match, and every client takes them", async () => {
    let blocked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(itemOf, { minLength: 1, maxLength: 5 }), seedsOf(20), async (items, seeds) => {
        const built = items.map(({ kind, text: safe, size, luck }, index) =>
          kind(luck === 0 ? `${safe} ${TEST_KEY} x` : safe, index, size),
        );
        const echo = { instructions: "be kind" };
        const events = [...created(echo), ...built.flatMap((one) => one.events)];
        const parts = responseEvents([
          ...events,
          completed(
            built.map(({ item }) => item),
            echo,
          ),
        ]);
        const bytes = Buffer.from(parts.join(""));
        const cuts = placesIn(bytes.length, seeds);
        const { text: wire, state } = await relayed(kit, bytes, { cuts, count: 1 });
        const whole = await relayed(kit, bytes, { cuts: [], count: 1 });
        assert.equal(comparable(wire), comparable(whole.text));
        assert.ok(!wire.includes(TEST_KEY.slice(0, 6)) && !wire.includes("acme.test"));
        const numbers = eventsOf(wire).map((event) => event.sequence_number);
        assert.deepEqual(
          numbers,
          numbers.map((_, at) => at),
        );
        const { status, finishReason, errors } = await consume(wire);
        assert.deepEqual(errors, []);
        assert.equal(status, state.kind === "blocked" ? "incomplete" : "completed");
        if (state.kind !== "blocked") return;
        assert.equal(finishReason, "content-filter");
        blocked += 1;
      }),
      { numRuns: 80 },
    );
    assert.ok(blocked > 5);
  });

  test("resume in the middle: what the pieces do not tell, the copies do", async () => {
    const [kind = assert.fail()] = ITEM_KINDS;
    for (const [safe, expected] of [
      ["write to jane@acme.test now", "completed"],
      [`the key is ${TEST_KEY} here`, "incomplete"],
    ] as const) {
      const { events, item } = kind(safe, 0, 4);
      const parts = responseEvents([...created(), ...events, completed([item])]);
      for (let from = 0; from < parts.length; from++) {
        const bytes = Buffer.from(parts.slice(from).join(""));
        const { text: wire } = await relayed(kit, bytes, { cuts: [], count: 1 });
        const last = eventsOf(wire).at(-1);
        assert.equal(last.response.status, expected);
        assert.ok(!JSON.stringify(last).includes("acme.test") && !JSON.stringify(last).includes(TEST_KEY));
        // Nor does the rest of a match leave that begins before.
        assert.ok(expected === "completed" || !wire.includes(TEST_KEY.slice(4, 8)));
      }
    }
  });
});

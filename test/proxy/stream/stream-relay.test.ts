import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { SSE } from "../../../src/codecs/framing/framing.ts";
import { StreamRelay } from "../../../src/proxy/stream/stream-relay.ts";
import { openStreamChecks } from "../../../src/proxy/stream/stream-checks.ts";
import type { StreamChecks } from "../../../src/proxy/stream/stream-contract.ts";
import { seedsOf, splitText } from "../../support/cuts.ts";
import { runs } from "../../support/runs.ts";
import { anthropicKit } from "../../support/wire/anthropic-messages.ts";
import { geminiKit } from "../../support/wire/gemini.ts";
import type { WireKit } from "../../support/wire/kit.ts";
import { openAiChatKit } from "../../support/wire/openai-chat.ts";
import { openAiResponsesKit } from "../../support/wire/openai-responses.ts";
import { openExchange, relayed, requestOf } from "../../support/wire/relayed.ts";
import { escapedSentence } from "../../support/wire/texts.ts";

describe("StreamRelay", () => {
  for (const kit of [openAiChatKit, anthropicKit, geminiKit, openAiResponsesKit] satisfies WireKit[])
    test(`writes the same bytes of ${kit.codec.format} whether events come all at once or byte by byte`, async () => {
      await fc.assert(
        fc.asyncProperty(escapedSentence, seedsOf(30), async (text, cuts) => {
          const bytes = Buffer.from(kit.stream([splitText(text, cuts)]).join(""));
          const atOnce = await relayed(kit, bytes, { cuts: [], count: 1 });
          const single = Array.from({ length: bytes.length }, (_, at) => at);
          assert.deepEqual(atOnce, await relayed(kit, bytes, { cuts: single, count: 1 }));
        }),
        { numRuns: runs(60) },
      );
    });

  /** Releases all it is told, and notes how much it is told at once. */
  function open(now: () => number, yieldToLoop?: () => Promise<void>) {
    const told: number[] = [];
    const held: number[] = [];
    let decided = 0;
    const release = (text: string) => ({ decided: (decided += text.length), edits: [], stop: null });
    const never = (): never => assert.fail();
    const checks: StreamChecks = {
      push: (_, text) => {
        told.push(text.length);
        return release(text);
      },
      end: () => release(""),
      endPart: never,
      wholes: never,
      refusal: never,
      meter: { now, released: (heldMs) => held.push(heldMs) },
    };
    const request = requestOf(openAiChatKit);
    const relay = new StreamRelay({
      codec: openAiChatKit.codec.openStream(request, SSE),
      checks,
      request,
      textMaxChars: 1_000_000,
      bufferedMaxChars: 1_000_000,
      passesUnread: false,
      endsOnce: true,
      ...(yieldToLoop === undefined ? {} : { yieldToLoop }),
    });
    return { relay, told, held };
  }

  const eventsOf = (pieces: readonly string[]) => {
    const parsed = SSE.open({ eventMaxBytes: 1_000_000 }).push(Buffer.from(openAiChatKit.stream([pieces]).join("")));
    assert.ok(parsed.ok);
    return parsed.events;
  };

  test("judges neighbouring pieces together, without a promise while nothing is waited for", () => {
    const { relay, told } = open(() => 0);
    const events = eventsOf(["a", "b", "c", "d"]).slice(0, -2);
    assert.equal(relay.push(events), null);
    assert.deepEqual(told, [4]);
    assert.deepEqual(relay.takeReady(), events);
  });

  test("lets others have a turn where much text comes at once, and all of it leaves", async () => {
    let turns = 0;
    const { relay, told } = open(
      () => 0,
      async () => void (turns += 1),
    );
    const events = eventsOf(Array.from({ length: 50 }, () => "x".repeat(1000)));
    await relay.push(events);
    assert.deepEqual(told.slice(0, 2), [17_000, 17_000]);
    assert.equal(turns, 2);
    assert.deepEqual(relay.takeReady(), events);
  });

  test("tells the usage that stands right behind a block", async () => {
    const blocked = { decided: 0, edits: [], stop: { kind: "block", policies: ["p"], kinds: ["K"] } } as const;
    const checks: StreamChecks = {
      push: () => blocked,
      end: () => blocked,
      endPart: () => blocked,
      wholes: () => assert.fail(),
      refusal: () => ({ message: "no", policies: ["p"], kinds: ["K"], requestId: "r" }),
      meter: { now: () => 0, released: () => {} },
    };
    const request = { ...requestOf(openAiChatKit), includeUsage: true };
    const bounds = { textMaxChars: 1_000_000, bufferedMaxChars: 1_000_000, passesUnread: false, endsOnce: true };
    const relay = new StreamRelay({ codec: openAiChatKit.codec.openStream(request, SSE), checks, request, ...bounds });
    const usage = { prompt_tokens: 900, completion_tokens: 2, total_tokens: 902 };
    const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
    const told = [
      { ...chunk, choices: [{ index: 0, delta: { content: "no" }, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      { ...chunk, choices: [], usage },
    ].map((data) => `data: ${JSON.stringify(data)}\n\n`);
    await relay.push(SSE.open({ eventMaxBytes: 1_000_000 }).push(Buffer.from(told.join(""))).events);
    assert.equal(relay.state.kind, "blocked");
    assert.ok(relay.refusal().some(({ data }) => data?.includes(JSON.stringify(usage)) === true));
  });

  test("tells for how long each event with text was held", () => {
    let nowMs = 10;
    const { relay, held } = open(() => nowMs);
    void relay.push(eventsOf(["a", "b"]).slice(0, -2));
    nowMs = 13;
    relay.takeReady();
    assert.deepEqual(held.slice(-2), [3, 3]);
  });

  test("ends a stream that opens texts without end", async () => {
    const request = requestOf(openAiChatKit);
    const relay = new StreamRelay({
      codec: openAiChatKit.codec.openStream(request, SSE),
      checks: openStreamChecks(openExchange("/v1/chat/completions"), { remembers: false }),
      request,
      textMaxChars: 1_000_000,
      bufferedMaxChars: 1_000_000_000,
      passesUnread: false,
      endsOnce: true,
    });
    let count = 0;
    for (; relay.state.kind === "open" && count < 100_000; count++) {
      const data = JSON.stringify({ choices: [{ index: 0, delta: { [`field_${count}`]: "x" } }] });
      const { events } = SSE.open({ eventMaxBytes: 1_000_000 }).push(Buffer.from(`data: ${data}\n\n`));
      await relay.push(events);
      relay.takeReady();
    }
    assert.deepEqual(relay.state, { kind: "unread", reason: "too many texts" });
    assert.ok(count < 40_000, String(count));
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openAiChat } from "../../src/codecs/openai-chat.ts";
import type { CompletionRequest } from "../../src/codecs/codec.ts";
import { SseParser } from "../../src/codecs/sse-parser.ts";
import { maskText, PlaceholderBook } from "../../src/core/masks.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { openIngress, openProxyExchange, type ProxyExchange } from "../../src/proxy/context.ts";
import { findRoute } from "../../src/proxy/route.ts";
import { openChecks } from "../../src/proxy/stream-checks.ts";
import { StreamRelay } from "../../src/proxy/stream-relay.ts";
import { Text } from "../../src/text/text.ts";
import { createManualClock } from "../support/clock.ts";
import { makeAsset } from "../support/config.ts";
import { makeRuntime, makeUpstream, TEST_KEY, TEST_POLICIES } from "../support/proxy.ts";
import { chatChunk, STREAM_END } from "../support/upstream.ts";

const clock = createManualClock();
const runtime = makeRuntime({ upstreams: [makeUpstream("mock")], assets: [makeAsset("demo-chatbot", TEST_POLICIES)] });

function openExchange(): ProxyExchange {
  const route = findRoute(runtime, "POST", "/v1/chat/completions");
  assert.ok(route);
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const limiter = { take: () => ({ admitted: true, limit: 1, remaining: 1, resetSeconds: 1 }) };
  const caller = { id: "id", notes: {} };
  // The relay and its checks use neither request nor response.
  const none = {} as never;
  return openProxyExchange(
    openIngress(route, { request: none, runtime, deps: { clock, logger, limiter }, caller }),
    none,
  );
}

function requestOf(count: number): CompletionRequest {
  const read = openAiChat.readRequest({ messages: [{ role: "user", content: "hi" }], n: count, stream: true });
  assert.ok(read.ok);
  return read.value;
}

/** Runs bytes, cut where `cuts` says, through parser, codec, guard and queue. */
async function relayed(
  bytes: Buffer,
  cuts: readonly number[],
  count: number,
): Promise<{ text: string; state: StreamRelay["state"] }> {
  const request = requestOf(count);
  const relay = new StreamRelay({
    codec: openAiChat.openStream(request),
    checks: openChecks(openExchange()),
    request,
    textMaxChars: 100_000,
    heldMaxChars: 1_000_000,
    passesUnread: false,
  });
  const parser = new SseParser({ eventMaxBytes: 100_000 });
  let text = "";
  for (const [at, cut] of [...cuts, bytes.length].entries()) {
    const parsed = parser.push(bytes.subarray(cuts[at - 1] ?? 0, cut));
    assert.ok(parsed.ok);
    await relay.push(parsed.events);
    text += relay.take();
    if (relay.state.kind !== "open") break;
  }
  if (relay.state.kind === "open") {
    await relay.end();
    text += relay.take();
  }
  const { state } = relay;
  return { text: state.kind === "blocked" ? text + state.refusal : text, state };
}

interface Delta {
  readonly content?: string;
  readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
}

function channelText(stream: string, index: number, pick: (delta: Delta) => string | null | undefined): string {
  const events = stream.split("\n\n").filter((event) => event.startsWith("data: {"));
  const choices = events.flatMap((event) => JSON.parse(event.slice(6)).choices as { index: number; delta: Delta }[]);
  return choices.map((choice) => (choice.index === index ? (pick(choice.delta) ?? "") : "")).join("");
}

const content = (delta: Delta): string | undefined => delta.content;
const args = (delta: Delta): string | undefined => delta.tool_calls?.[0]?.function.arguments;

/** Placeholder numbers follow the order of decisions, which interleaving may change; types and places may not. */
const unnumbered = (text: string): string => text.replaceAll(/<([A-Z]+)_\d+>/g, "<$1>");

async function whole(text: string): Promise<string> {
  const guards: readonly Guard[] = runtime.assets.get("demo-chatbot")?.guards ?? [];
  const signal = new AbortController().signal;
  const { violations } = await evaluate(guards, new Text(text), { side: "output", origin: "assistant", clock, signal });
  const masks = violations.filter(({ policy }) => policy.mask).flatMap((violation) => violation.masks);
  return unnumbered(maskText(text, masks, new PlaceholderBook()) ?? text);
}

const word = fc.constantFrom(
  "jane@acme.test",
  "bob@x.test",
  "a@b.test",
  "@",
  ".test",
  "héllo",
  "😀",
  " ",
  "\n",
  '"',
  "x@y",
  "AK12",
  "plain words ",
  "jane",
);
const sentence = fc.array(word, { maxLength: 14 }).map((words) => words.join(""));
const cutsOf = fc.array(fc.nat(), { maxLength: 30 });

/** Cuts a text at any place between characters. */
function split(text: string, seeds: readonly number[]): readonly string[] {
  const characters = Array.from(text);
  const places = [...new Set(seeds.map((seed) => seed % (characters.length + 1)))].toSorted((a, b) => a - b);
  return [...places, characters.length].map((place, at) => characters.slice(places[at - 1] ?? 0, place).join(""));
}

const bytePlaces = (length: number, seeds: readonly number[]): readonly number[] =>
  [...new Set(seeds.map((seed) => seed % (length + 1)))].toSorted((a, b) => a - b);

describe("StreamRelay", () => {
  test("releases the masked whole text of every choice, however events and bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(sentence, cutsOf), { minLength: 1, maxLength: 3 }),
        cutsOf,
        fc.boolean(),
        async (choices, seeds, single) => {
          const queues = choices.map(([text, cuts], index) => [
            chatChunk({ index, delta: { role: "assistant", content: "" } }),
            ...split(text, cuts).map((piece) => chatChunk({ index, delta: { content: piece } })),
            chatChunk({ index, finish: "stop" }),
          ]);
          const parts: string[] = [];
          // Choices come interleaved, one event of each in turn.
          for (let turn = 0; queues.some((queue) => turn < queue.length); turn++)
            parts.push(...queues.flatMap((queue) => queue[turn] ?? []));
          const bytes = Buffer.from(parts.join("") + STREAM_END);
          const cuts = single ? Array.from({ length: bytes.length }, (_, at) => at) : bytePlaces(bytes.length, seeds);
          const { text, state } = await relayed(bytes, cuts, choices.length);
          assert.equal(state.kind, "open");
          for (const [index, [original]] of choices.entries()) {
            assert.equal(unnumbered(channelText(text, index, content)), await whole(original));
          }
          assert.ok(text.endsWith(STREAM_END));
        },
      ),
      { numRuns: 400 },
    );
  });

  test("releases masked tool arguments that parse to the masked values", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom("a", "b", "c"), sentence),
        cutsOf,
        cutsOf,
        async (value, cuts, seeds) => {
          const raw = JSON.stringify(value);
          const pieces = split(raw, cuts).map((piece) =>
            chatChunk({ delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } }),
          );
          const bytes = Buffer.from([...pieces, chatChunk({ finish: "tool_calls" }), STREAM_END].join(""));
          const { text } = await relayed(bytes, bytePlaces(bytes.length, seeds), 1);
          const released = JSON.parse(channelText(text, 0, args)) as Record<string, string>;
          assert.deepEqual(Object.keys(released), Object.keys(value));
          for (const [key, original] of Object.entries(value))
            assert.equal(unnumbered(released[key] ?? ""), await whole(original));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("releases the text before a blocked match and nothing behind it, however the stream is cut", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, sentence, cutsOf, cutsOf, async (before, after, cuts, seeds) => {
        const original = `${before} ${TEST_KEY} ${after}`;
        const pieces = split(original, cuts).map((piece) => chatChunk({ delta: { content: piece } }));
        const bytes = Buffer.from([...pieces, chatChunk({ finish: "stop" }), STREAM_END].join(""));
        const { text, state } = await relayed(bytes, bytePlaces(bytes.length, seeds), 1);
        assert.equal(state.kind, "blocked");
        const released = unnumbered(channelText(text, 0, content));
        assert.equal(released, await whole(`${before} `));
        assert.match(text, /"finish_reason":"content_filter"\}\]\}\n\ndata: \[DONE\]\n\n$/);
      }),
      { numRuns: 300 },
    );
  });

  test("leaves a stream without a match byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), cutsOf, async (pieces, seeds) => {
        fc.pre(!/@|AK|explode/.test(pieces.join("")));
        const bytes = Buffer.from(
          [...pieces.map((piece) => chatChunk({ delta: { content: piece } })), STREAM_END].join(""),
        );
        const { text } = await relayed(bytes, bytePlaces(bytes.length, seeds), 1);
        assert.equal(text, bytes.toString());
      }),
      { numRuns: 100 },
    );
  });
});

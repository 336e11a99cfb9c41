import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anthropicMessages } from "../../../src/codecs/anthropic/anthropic-messages.ts";
import type { CompletionCodec, RequestTarget } from "../../../src/codecs/codec.ts";
import { gemini } from "../../../src/codecs/gemini/gemini-format.ts";
import { openAiChat } from "../../../src/codecs/openai/openai-chat.ts";
import { openAiCompletions } from "../../../src/codecs/openai/openai-completions.ts";
import { openAiInputs } from "../../../src/codecs/openai/openai-inputs.ts";
import { openAiResponses } from "../../../src/codecs/openai-responses/openai-responses.ts";
import type { Json } from "../../../src/core/model.ts";
import { inOrder, type Steps } from "../../../src/core/steps.ts";

/** What a large request says is found a step at a time, and it is what would be found at once. */

const times = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Of each thing. */
const MANY = 3000;
const text = (index: number): string => `text ${index}`;
const parts = times(MANY, (index) => ({ type: "text", text: text(index) }));
const tools = times(MANY, (index) => ({
  type: "function",
  function: { name: `tool_${index}`, description: "Looks." },
}));
const free = { free: times(MANY, (index) => ({ [`k ${index}`]: text(index) })) };
const said = times(MANY, (index) => ({ role: index % 2 === 0 ? "user" : "assistant", content: text(index) }));

const FORMATS: readonly (readonly [name: string, codec: CompletionCodec, path: string, body: Json])[] = [
  [
    "chat",
    openAiChat,
    "/v1/chat/completions",
    { messages: [...said, { role: "user", content: parts }], tools, documents: tools, ...free },
  ],
  [
    "messages",
    anthropicMessages,
    "/v1/messages",
    { messages: [...said, { role: "user", content: parts }], tools, metadata: free, ...free },
  ],
  [
    "responses",
    openAiResponses,
    "/v1/responses",
    { input: said, tools, prompt: { id: "p", variables: free }, ...free },
  ],
  [
    "gemini",
    gemini,
    "/v1beta/models/m:generateContent",
    { contents: times(MANY, (index) => ({ role: "user", parts: [{ text: text(index) }] })), tools, ...free },
  ],
  [
    "embedded contents",
    gemini,
    "/v1beta/models/m:batchEmbedContents",
    { requests: times(MANY, (index) => ({ content: { parts: [{ text: text(index) }] } })) },
  ],
  ["inputs", openAiInputs, "/v1/embeddings", { input: times(MANY, text), ...free }],
  ["reranked", openAiInputs, "/v1/rerank", { query: "q", documents: tools, ...free }],
  ["completions", openAiCompletions, "/v1/completions", { prompt: times(MANY, text), ...free }],
];

describe("a large request", () => {
  for (const [name, codec, path, body] of FORMATS)
    test(`is read a step at a time: ${name}`, () => {
      const target: RequestTarget = { method: "POST", path, query: "", readsTools: true };
      const whole = codec.readRequest(body, target);
      const walks: Steps<void>[] = [];
      const read = codec.readRequest(body, { ...target, later: (steps) => void walks.push(steps) });
      assert.ok(whole.ok && read.ok);
      const { slots } = read.value;
      assert.equal(slots.length, 0, "nothing is walked before its turn");
      let before = 0;
      let most = 0;
      const steps = inOrder(walks);
      for (let step = steps.next(); step.done !== true; step = steps.next()) {
        most = Math.max(most, slots.length - before);
        before = slots.length;
      }
      assert.ok(slots.length >= MANY);
      assert.ok(most <= 512, `${most} texts in one step`);
      assert.deepEqual(slots, whole.value.slots);
      assert.deepEqual(read.value.unreadParts, whole.value.unreadParts);
    });
});

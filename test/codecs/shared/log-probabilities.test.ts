import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, test } from "node:test";
import {
  looseTokenSteps,
  mayHoldTokens,
  repeats,
  withoutLooseTokens,
} from "../../../src/codecs/shared/log-probabilities.ts";
import type { Json } from "../../../src/core/model.ts";
import { placesIn } from "../../support/cuts.ts";

const bytesOf = (text: string): number[] => [...Buffer.from(text)];

describe("log probabilities", () => {
  test("repeat a text however it is cut into tokens, within its characters too", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat(), { maxLength: 8 }), (text, seeds) => {
        const bytes = Buffer.from(text.toWellFormed());
        const cuts = placesIn(bytes.length, seeds);
        const content = [...cuts, bytes.length].map((end, at) => {
          const own = bytes.subarray(cuts[at - 1] ?? 0, end);
          return { token: own.toString(), bytes: [...own], logprob: -0.1, top_logprobs: [] };
        });
        const isWhole = content.every(
          ({ token, bytes: own }) => own.length <= 8 || Buffer.from(token).equals(Buffer.from(own)),
        );
        fc.pre(isWhole);
        assert.ok(repeats({ content }, { message: { content: text.toWellFormed() } }));
      }),
    );
  });

  test("repeat texts of every shape that formats have", () => {
    const tokens = [{ token: "h" }, { token: "i" }];
    const cases: readonly (readonly [Json, Record<string, Json>])[] = [
      [{ content: tokens, refusal: null }, { delta: { content: "hi" } }],
      [{ content: null, refusal: tokens }, { message: { refusal: "hi" } }],
      [
        { content: [{ token: "Hm." }, ...tokens, { token: "<|eot_id|>" }] },
        { message: { reasoning_content: "Hm.", content: "hi" } },
      ],
      [
        { tokens: ["h", "i"], token_logprobs: [-1, -2], top_logprobs: [{ h: -1, "\n": -2 }], text_offset: [0, 1] },
        { text: "hi" },
      ],
      [tokens, { type: "output_text", text: "hi" }],
      [tokens, { transcript: " hi " }],
      [
        { chosenCandidates: tokens, topCandidates: [{ candidates: tokens }] },
        { content: { parts: [{ text: "h" }, { text: "i" }] } },
      ],
      [[], {}],
      [null, {}],
      [true, {}],
    ];
    for (const [logprobs, around] of cases) assert.ok(repeats(logprobs, around), JSON.stringify(logprobs));
  });

  test("that say anything else are taken out, and nothing else is", () => {
    const spoken = { token: "hi", bytes: bytesOf("hi") };
    const loose: readonly Json[] = [
      [{ token: "ho" }],
      [spoken, spoken],
      [{ ...spoken, bytes: bytesOf("ho") }],
      [{ ...spoken, top_logprobs: [{ token: "words of somebody" }] }],
      [{ ...spoken, top_logprobs: [{ token: "a", bytes: bytesOf("words of somebody") }] }],
      [{ ...spoken, note: "words of somebody" }],
    ];
    for (const logprobs of loose) {
      const body = { output: [{ text: "hi", logprobs, kept: [1] }], logprobs: null };
      assert.deepEqual(withoutLooseTokens(body), { output: [{ text: "hi", logprobs: [], kept: [1] }], logprobs: null });
      const chat = { choices: [{ message: { content: "hi" }, logprobs: { content: logprobs } }] };
      assert.deepEqual(withoutLooseTokens(chat), { choices: [{ message: { content: "hi" }, logprobs: null }] });
      const gemini = {
        candidates: [{ content: { parts: [{ text: "hi" }] }, logprobsResult: { chosenCandidates: logprobs } }],
      };
      assert.deepEqual(withoutLooseTokens(gemini), { candidates: [{ content: { parts: [{ text: "hi" }] } }] });
    }
    const clean: Json = { text: "hi", logprobs: [spoken] };
    assert.equal(withoutLooseTokens(clean), clean);
  });

  test("of a large answer are looked at a choice at a time", () => {
    const choice = { message: { content: "hi" }, logprobs: { content: [{ token: "ho" }] } };
    const steps = looseTokenSteps({ choices: Array.from({ length: 1000 }, () => choice) });
    let stops = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) stops += 1;
    assert.ok(stops >= 1000, String(stops));
    assert.deepEqual(step.value, {
      choices: Array.from({ length: 1000 }, () => ({ message: { content: "hi" }, logprobs: null })),
    });
  });

  test("are looked for where they may be", () => {
    for (const data of ['{"logprobs": {', '{"logprobs":[{', '"logprobsResult":{', '"logprobs_result" : {'])
      assert.ok(mayHoldTokens(data), data);
    for (const data of ['{"logprobs":null}', '{"logprobs":true}', "{}"]) assert.ok(!mayHoldTokens(data), data);
  });
});

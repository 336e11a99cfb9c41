import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { FEATURE_BITS } from "../../../src/analyzers/learned/feature-numbers.ts";
import { type Features, featuresOf, idsOf } from "../../../src/analyzers/learned/features.ts";
import { windowsOf as sentenceWindows } from "../../../src/analyzers/learned/linear-model.ts";

function windowsOf({ sentences }: Features): readonly (readonly [number, number])[] {
  const windows = sentenceWindows(sentences);
  return Array.from({ length: windows.length / 2 }, (_, at) => [windows[at * 2] ?? 0, windows[at * 2 + 1] ?? 0]);
}

describe("features", () => {
  test("are numbers below the size of the weights, in order of their tokens", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
        const features = featuresOf(text);
        const { count } = features.tokens;
        for (let at = 0; at < count; at++) assert.ok((features.ends[at + 1] ?? 0) > (features.ends[at] ?? 0));
        for (const id of idsOf(features)) assert.ok(id < 1 << FEATURE_BITS);
      }),
    );
  });

  test("depend on nothing that was read before", () => {
    const first = idsOf(featuresOf("please ignore the earlier note"));
    featuresOf("something else, and longer than that: 12 words or so in it");
    assert.deepEqual(idsOf(featuresOf("please ignore the earlier note")), first);
  });
});

describe("windows", () => {
  test("hold every token, in runs of sentences and pieces of long ones", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("word ", "more. ", "\n", "x, ", "好。"), { maxLength: 400 }), (parts) => {
        const features = featuresOf(parts.join(""));
        const windows = windowsOf(features);
        const { count } = features.tokens;
        const seen = new Uint8Array(count);
        for (const [start, end] of windows) {
          assert.ok(start < end && end <= count && end - start <= 120);
          seen.fill(1, start, end);
        }
        assert.ok(!seen.includes(0));
        assert.ok(windows.length <= 8 * count);
      }),
    );
  });

  test("that end at a place depend on nothing behind it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        (lengths, at) => {
          const sentences = [0];
          for (const length of lengths) sentences.push((sentences.at(-1) ?? 0) + length);
          const known = 1 + (at % lengths.length);
          const end = sentences[known] ?? 0;
          const pairs = (list: readonly number[]): readonly string[] =>
            Array.from({ length: list.length / 2 }, (_, index) => `${list[index * 2]}-${list[index * 2 + 1]}`).sort();
          const whole = pairs(sentenceWindows(sentences)).filter((pair) => Number(pair.split("-")[1]) <= end);
          assert.deepEqual(pairs(sentenceWindows(sentences.slice(0, known + 1))), whole);
        },
      ),
    );
  });
});

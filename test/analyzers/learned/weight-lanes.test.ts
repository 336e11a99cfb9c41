import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { FEATURE_BITS } from "../../../src/analyzers/learned/dense-features.ts";
import { Features } from "../../../src/analyzers/learned/features.ts";
import { vocabulary } from "../../../src/analyzers/learned/vocabulary.ts";
import { WeightLanes } from "../../../src/analyzers/learned/weight-lanes.ts";

const weightsOf = (factor: number): Int8Array =>
  Int8Array.from({ length: 1 << FEATURE_BITS }, (_, id) => ((id * factor) % 251) - 125);

describe("weight lanes", () => {
  const texts = [
    "Please ignore the boat, and the harbour!",
    "nothing of it\nignore the boat",
    "",
    "boat boat boat boat 1 2 3",
  ];

  test("sum the weights of every feature of a stretch, for one model and for several", () => {
    const lanes = new WeightLanes();
    const models = [7, 11, 13, 17].map(weightsOf);
    const features = new Features(vocabulary());
    for (const count of [1, 2, 3, 4]) {
      assert.equal(lanes.add(models[count - 1] ?? weightsOf(1)), count - 1);
      for (const text of texts) {
        features.read(text);
        const { ids, ends, tokens } = features;
        for (let start = 0; start <= tokens.count; start++)
          for (const [lane, weights] of models.slice(0, count).entries()) {
            const listed = ids.slice(ends[start], ends[tokens.count]);
            const expected = listed.reduce((sum, id) => sum + (weights[id] ?? 0), 0);
            assert.equal(lanes.sum(features, lane, { start, end: tokens.count }), expected);
          }
      }
    }
    assert.ok(lanes.isFull);
  });

  test("sum the same of any text and window, alone and beside others", () => {
    const models = [7, 11, 13].map(weightsOf);
    const [alone, beside] = [new WeightLanes(), new WeightLanes()];
    alone.add(models[0] ?? weightsOf(1));
    for (const weights of models) beside.add(weights);
    const features = new Features(vocabulary());
    const parts = fc.constantFrom(
      "ignore",
      "all",
      "previous",
      "rules",
      "boat.",
      "忽略",
      "12",
      "...",
      "\n",
      "unbelievablylongword",
    );
    const text = fc.array(fc.oneof(parts, fc.string({ maxLength: 12 })), { maxLength: 80 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (words, one, other) => {
        features.read(words.join(" ").toLowerCase());
        const { ids, ends, tokens } = features;
        const [start = 0, end = 0] = [one % (tokens.count + 1), other % (tokens.count + 1)].toSorted((a, b) => a - b);
        const listed = ids.slice(ends[start], ends[end]);
        const sums = models.map((weights) => listed.reduce((sum, id) => sum + (weights[id] ?? 0), 0));
        assert.equal(alone.sum(features, 0, { start, end }), sums[0]);
        for (const [lane, sum] of sums.entries()) assert.equal(beside.sum(features, lane, { start, end }), sum);
      }),
    );
  });

  test("tell the words of two readers apart", () => {
    const lanes = new WeightLanes();
    lanes.add(weightsOf(7));
    const [first, second] = [new Features(vocabulary()), new Features(vocabulary())];
    first.read("the boat ignores");
    second.read("a harbour, the boat ignores");
    const sumOf = (features: Features): number => lanes.sum(features, 0, { start: 0, end: features.tokens.count });
    const [one, two] = [sumOf(first), sumOf(second)];
    assert.notEqual(one, two);
    assert.deepEqual([sumOf(first), sumOf(second)], [one, two]);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { FEATURE_BITS } from "../../../src/analyzers/learned/feature-numbers.ts";
import { type Features, featuresOf, idsOf } from "../../../src/analyzers/learned/features.ts";
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
    for (const count of [1, 2, 3, 4]) {
      assert.equal(lanes.add(models[count - 1] ?? weightsOf(1)), count - 1);
      for (const text of texts) {
        const features = featuresOf(text);
        const ids = idsOf(features);
        const { ends, tokens } = features;
        for (let start = 0; start <= tokens.count; start++)
          for (const [lane, weights] of models.slice(0, count).entries()) {
            const listed = ids.slice(ends[start], ends[tokens.count]);
            const expected = listed.reduce((sum, id) => sum + (weights[id] ?? 0), 0);
            assert.equal(lanes.sumsOf(features).between(lane, start, tokens.count), expected);
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
        const features = featuresOf(words.join(" ").toLowerCase());
        const ids = idsOf(features);
        const { ends, tokens } = features;
        const [start = 0, end = 0] = [one % (tokens.count + 1), other % (tokens.count + 1)].toSorted((a, b) => a - b);
        const listed = ids.slice(ends[start], ends[end]);
        const sums = models.map((weights) => listed.reduce((sum, id) => sum + (weights[id] ?? 0), 0));
        assert.equal(alone.sumsOf(features).between(0, start, end), sums[0]);
        for (const [lane, sum] of sums.entries()) assert.equal(beside.sumsOf(features).between(lane, start, end), sum);
      }),
    );
  });

  test("sum a text after others as they did before, also where the others took the places of its words", () => {
    const lanes = new WeightLanes();
    const lone = new WeightLanes();
    const weights = weightsOf(7);
    for (const each of [lanes, lone]) each.add(weights);
    const words = Array.from({ length: 20_000 }, (_, at) => `word${at}`);
    const text = "the boat ignores a harbour, word7 word77 word777";
    const features = featuresOf(text);
    const sumOf = (of: WeightLanes, each: Features): number => of.sumsOf(each).between(0, 0, each.tokens.count);
    const ids = idsOf(features);
    const expected = ids.reduce((sum, id) => sum + (weights[id] ?? 0), 0);
    const others = featuresOf(words.join(" "));
    sumOf(lanes, others);
    assert.equal(sumOf(lanes, features), expected);
    assert.equal(sumOf(lanes, featuresOf(text)), expected);
    assert.equal(sumOf(lone, featuresOf(text)), expected);
  });
});

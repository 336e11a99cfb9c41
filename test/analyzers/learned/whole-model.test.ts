import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { FEATURE_BITS, NO_FEATURE } from "../../../src/analyzers/learned/feature-numbers.ts";
import { dampingOf } from "../../../src/analyzers/learned/damping.ts";
import { featuresOf, idsOf } from "../../../src/analyzers/learned/features.ts";
import { LENGTH_CLASSES, LinearModel, WEIGHTS_VERSION } from "../../../src/analyzers/learned/linear-model.ts";
import { type StoredWhole, WHOLE_BITS, WholeModel } from "../../../src/analyzers/learned/whole-model.ts";

const SCALE = 0.25;

function storedBy(weightOf: (id: number) => number): { readonly whole: StoredWhole; readonly weights: Int8Array } {
  const weights = Int8Array.from({ length: 1 << WHOLE_BITS }, (_, id) => weightOf(id));
  const data = Buffer.from(weights.buffer);
  const digest = createHash("sha256").update(data).digest("hex");
  return { whole: { scale: SCALE, floor: -1000, digest, data: data.toString("base64") }, weights };
}

const sentence = "the ferry left on time, and the letters lay unread. ";

describe("the model of whole texts", () => {
  const { whole, weights } = storedBy((id) => ((id * 7) % 23) - 11);
  const model = new WholeModel(whole);

  test("sums all features of a text, by their last bits", () => {
    const features = featuresOf(sentence.repeat(5));
    const ids = idsOf(features);
    const sum = ids.reduce((total, id) => total + (weights[id & ((1 << WHOLE_BITS) - 1)] ?? 0), 0);
    const { count } = features.tokens;
    const segments = model.read(features, 0, count);
    assert.ok(Math.abs(segments.at(0) - sum * SCALE * dampingOf(ids.length)) < 1e-9);
    assert.equal(segments.at(0), segments.at(count - 1));
  });

  test("reads a long text in equal segments, each for itself", () => {
    const features = featuresOf(sentence.repeat(600));
    const { count } = features.tokens;
    const half = Math.ceil(count / 2);
    assert.ok(count > 4000 && count <= 8000);
    const segments = model.read(features, 0, count);
    assert.equal(segments.at(half - 1), model.read(features, 0, half).at(0));
    assert.equal(segments.at(half), model.read(features, half, count).at(half));
  });

  test("refuses weights of another size", () => {
    assert.throws(() => new WholeModel({ ...whole, data: "AAAA" }), TypeError);
  });
});

describe("a model of windows with one of whole texts", () => {
  const zero = Buffer.alloc(1 << FEATURE_BITS).toString("base64");
  const windows = {
    version: WEIGHTS_VERSION,
    seed: 1,
    digest: "",
    scale: 1,
    biases: Array.from({ length: LENGTH_CLASSES }, () => 0),
    slope: 1,
    center: 0,
    thresholds: { high: 0.1, medium: 0.2, low: 0.6 },
    data: zero,
  };

  test("adds both, of a part of a text what stands in it", () => {
    const { whole } = storedBy(() => 1);
    const model = new LinearModel({ ...windows, whole });
    const features = featuresOf(sentence.repeat(4));
    assert.ok(features.ends.every((end) => end < NO_FEATURE));
    const { count } = features.tokens;
    const expected = (from: number, to: number): number => {
      const size = (features.ends[to] ?? 0) - (features.ends[from] ?? 0);
      return 1 / (1 + Math.exp(-size * SCALE * dampingOf(size)));
    };
    const least = features.sentences[1] ?? 0;
    const until = features.sentences[3] ?? 0;
    assert.equal(model.judge(features)?.score, expected(0, count));
    assert.equal(model.judge(features, { from: least, until, least })?.score, expected(least, until));
    const [first] = model.judgeAll(features, null, { isTool: false, min: 0, max: 3 });
    assert.equal(first?.score, expected(0, count));
    assert.equal(new LinearModel(windows).judge(features)?.score, 0.5);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { featuresOf, idsOf } from "../../../src/analyzers/learned/features.ts";
import { LABEL_BITS, LabelModel } from "../../../src/analyzers/learned/label-model.ts";
import { dampingOf } from "../../../src/analyzers/learned/damping.ts";

const NAMES = ["one", "two", "three"];
const weights = Int8Array.from({ length: NAMES.length << LABEL_BITS }, (_, at) => ((at * 7919) % 251) - 125);
const model = new LabelModel({
  names: NAMES,
  biases: [-1, 0, 2],
  scale: 0.01,
  data: Buffer.from(weights.buffer).toString("base64"),
});

describe("a model of labels", () => {
  test("sums the weights of all features of a window", () => {
    const text = fc.array(
      fc.oneof(
        fc.constantFrom("ignore", "the", "boat", "previous", "instructions.", "12", "忽略", "...", "\n"),
        fc.string(),
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (parts, one, other) => {
        const features = featuresOf(parts.join(" ").toLowerCase());
        const ids = idsOf(features);
        const { ends, tokens } = features;
        const [start = 0, end = 0] = [one % (tokens.count + 1), other % (tokens.count + 1)].toSorted((a, b) => a - b);
        const listed = ids.slice(ends[start], ends[end]);
        const expected = [-1, 0, 2].map((bias, label) => {
          const sum = listed.reduce(
            (all, id) => all + (weights[(id % (1 << LABEL_BITS)) * NAMES.length + label] ?? 0),
            0,
          );
          return 1 / (1 + Math.exp(-(sum * 0.01 * dampingOf(listed.length) + bias)));
        });
        const judged = model.judge(features, start, end);
        for (const [label, likely] of judged.entries()) assert.ok(Math.abs(likely - (expected[label] ?? 0)) < 1e-12);
      }),
    );
  });

  test("sums as exactly where labels are many and features more than are summed at once", () => {
    const count = 9;
    const many = Int8Array.from({ length: count << LABEL_BITS }, (_, at) => [-128, 127, (at * 31) % 127][at % 3] ?? 0);
    const labels = new LabelModel({
      names: Array.from({ length: count }, (_, label) => String(label)),
      biases: Array.from({ length: count }, () => 0),
      scale: 0.001,
      data: Buffer.from(many.buffer).toString("base64"),
    });
    const features = featuresOf(Array.from({ length: 90 }, (_, at) => `harbour${at} ignore previous boats`).join(" "));
    const ids = idsOf(features);
    const { tokens } = features;
    assert.ok(ids.length > 1000);
    for (const [label, likely] of labels.judge(features, 0, tokens.count).entries()) {
      const sum = ids.reduce((all, id) => all + (many[(id % (1 << LABEL_BITS)) * count + label] ?? 0), 0);
      assert.ok(Math.abs(likely - 1 / (1 + Math.exp(-(sum * 0.001 * dampingOf(ids.length))))) < 1e-12);
    }
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyzerOf, macroF1, measure, readTexts, topicsOf } from "../../../tools/eval/topics.ts";

describe("topics in texts of our own", () => {
  for (const half of ["dev", "held"])
    test(`are told apart: ${half}`, () => {
      const texts = readTexts(half);
      const figures = measure(texts, analyzerOf(topicsOf(texts)));
      assert.ok(macroF1(figures) >= 0.75, String(macroF1(figures)));
      const { found, of } = figures.harmless;
      assert.ok(found / of <= 0.04, String(found));
      const nearMisses = figures.byKind.get("x");
      assert.ok(nearMisses !== undefined && nearMisses.found / nearMisses.of <= 0.15);
    });

  test("have twenty-four topics of eighteen texts in each half, and none twice", () => {
    const all = ["dev", "held"].map(readTexts);
    for (const texts of all) {
      assert.equal(topicsOf(texts).length, 24);
      for (const topic of topicsOf(texts)) assert.equal(texts.filter((text) => text.topic === topic).length, 18, topic);
    }
    const texts = all.flat().map(({ text }) => text);
    assert.equal(new Set(texts).size, texts.length);
  });
});

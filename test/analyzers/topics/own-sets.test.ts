import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readForeign, readSeeds } from "../../../tools/train/topics/seeds.ts";
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

  test("have no turn of phrase of the lists in the half that is held back", () => {
    const turns = readSeeds().flatMap((seed) => seed.turns);
    const plain = (text: string): string => ` ${(text.toLowerCase().match(/[a-z0-9']+/g) ?? []).join(" ")} `;
    for (const { text } of readTexts("held"))
      for (const turn of turns) assert.equal(plain(text).includes(plain(turn)), false, turn);
  });
});

describe("the lists of subjects", () => {
  test("have a name once, and words in fourteen languages for fifteen of them", () => {
    const names = readSeeds().map((seed) => seed.names[0] ?? "");
    assert.equal(new Set(names).size, names.length);
    const foreign = readForeign();
    assert.equal(foreign.size, 15);
    for (const [name, { names: others, strong, weak }] of foreign) {
      assert.ok(names.includes(name), name);
      // Thirteen languages with a name each at least.
      assert.ok(others.length >= 13 && strong.length >= 52 && weak.length >= 26, name);
    }
  });
});

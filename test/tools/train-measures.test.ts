import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ownSnippets } from "../../tools/train/learned/code.ts";
import { errorsOf, macroOf } from "../../tools/train/learned/measures.ts";
import { injectionOrigin, sourceOrigins } from "../../tools/train/learned/origins.ts";
import { plainSamplesOf } from "../../tools/train/learned/plain.ts";
import { randomOf, shuffled } from "../../tools/train/learned/random.ts";
import type { Row } from "../../tools/train/learned/rows.ts";

const row = (source: string, label: 0 | 1, more: Partial<Row> = {}): Row => ({
  text: "one two",
  source,
  label,
  lang: "en",
  kind: "",
  categories: [],
  ...more,
});

describe("origins of training texts", () => {
  test("hold a family with all its collections, and our texts with what was made of them", () => {
    assert.equal(injectionOrigin(row("garak", 1)), injectionOrigin(row("gptfuzz", 1)));
    assert.equal(injectionOrigin(row("made", 1, { kind: "adv_suffix" })), injectionOrigin(row("jailtrickbench", 1)));
    assert.equal(injectionOrigin(row("synth_benign", 0)), injectionOrigin(row("synth_attack", 1)));
    assert.equal(injectionOrigin(row("made", 1, { kind: "indirect" })), injectionOrigin(row("own_calm", 0)));
    assert.equal(injectionOrigin(row("clinc_oos", 0)), null);
  });

  test("are the sources elsewhere, unless these have harmless texts only", () => {
    const originOf = sourceOrigins([row("a", 1), row("a", 0), row("b", 0)]);
    assert.deepEqual([row("a", 0), row("b", 0), row("own_attack", 1)].map(originOf), ["a", null, "our own texts"]);
  });
});

describe("measures of training", () => {
  const sets = [
    { positives: [3, 2, 0], negatives: [1, 0, -1, -2] },
    { positives: [5], negatives: [4, 6, 7, 8] },
  ];

  test("are means over sets, each against its own negatives", () => {
    const { recalls, auc } = macroOf(sets, [0, 0.5]);
    assert.deepEqual(recalls, [1 / 3, 0.5]);
    assert.equal(auc, (10.5 / 12 + 0.25) / 2);
  });

  test("have no error where all sets are alike, and one where they differ", () => {
    const alike = { positives: [1, 1], negatives: [0, 0] };
    assert.deepEqual(errorsOf([alike, alike], [0.5]), { recalls: [0], auc: 0 });
    assert.ok(errorsOf(sets, [0.5]).auc > 0);
  });
});

describe("the simplest model's texts", () => {
  test("have runs of three words and n-grams of three to five letters, each once", () => {
    const sizeOf = (text: string): number => plainSamplesOf([row("a", 0, { text })])[0]?.ids.length ?? 0;
    // 1 + 2 + 3 runs; "ab cd ef" has 6 + 5 + 4 n-grams.
    assert.equal(sizeOf("ab cd ef"), 6 + 15);
    assert.equal(sizeOf("ab cd ef\nab cd ef") < 2 * sizeOf("ab cd ef") + 20, true);
    assert.equal(sizeOf(" "), 0);
  });
});

describe("snippets of this repository", () => {
  test("are the same in every run, and those held back are of other files", () => {
    const [learned, held] = [ownSnippets("learned"), ownSnippets("held")];
    assert.ok(learned.length > 500 && held.length > 100, `${learned.length} ${held.length}`);
    assert.deepEqual(ownSnippets("learned"), learned);
    const known = new Set(learned.map(({ text }) => text));
    assert.ok(held.every(({ text, label }) => label === 0 && !known.has(text)));
  });

  test("are drawn in an order that a seed decides", () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    assert.deepEqual(shuffled(randomOf(1), items), shuffled(randomOf(1), items));
    assert.notDeepEqual(shuffled(randomOf(1), items), items);
    assert.deepEqual(
      [...shuffled(randomOf(2), items)].sort((a, b) => a - b),
      items,
    );
  });
});

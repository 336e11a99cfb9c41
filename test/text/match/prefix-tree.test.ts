import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { KeywordAutomaton, type KeywordHit } from "../../../src/text/match/automaton.ts";
import { PrefixTree } from "../../../src/text/match/prefix-tree.ts";
import { RawText } from "../../../src/text/units.ts";

/** Lower case, and `é` counts as `e`. */
const FOLD = Uint16Array.from({ length: 256 }, (_, code) =>
  code === 0xe9 ? 0x65 : String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

function hitsAt(tree: PrefixTree, text: string, start: number, end = text.length): readonly KeywordHit[] {
  const hits: KeywordHit[] = [];
  tree.find(new RawText(text).units, { start, end }, hits);
  return hits;
}

describe("PrefixTree", () => {
  test("finds what begins at a place, the shortest first, and nothing that ends behind the end", () => {
    const tree = new PrefixTree(["id", "id card", "card", "identity"], FOLD);
    assert.deepEqual(hitsAt(tree, "my Id card", 3), [
      { keyword: 0, start: 3, end: 5 },
      { keyword: 1, start: 3, end: 10 },
    ]);
    assert.deepEqual(hitsAt(tree, "my Id card", 3, 9), [{ keyword: 0, start: 3, end: 5 }]);
    assert.deepEqual(hitsAt(tree, "my Id card", 4), []);
    assert.equal(hitsAt(tree, "idéntity", 0).at(-1)?.keyword, 3);
  });

  test("finds at all places together what the automaton finds", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "e", " "), minLength: 1, maxLength: 9 });
    const text = fc.string({ unit: fc.constantFrom("a", "A", "b", "B", "e", "é", " ", "z", "漢"), maxLength: 40 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), text, (keywords, raw) => {
        // Of a row of one character the automaton tells no more than its beginning.
        const rows = /(.)\1{5}/.test(raw.toLowerCase());
        fc.pre(!rows);
        const tree = new PrefixTree(keywords, FOLD);
        const found = Array.from(raw, (_, at) => hitsAt(tree, raw, at)).flat();
        found.sort((a, b) => a.end - b.end || a.start - b.start);
        assert.deepEqual(found, new KeywordAutomaton(keywords, FOLD).scan(new RawText(raw)));
      }),
    );
  });

  test("takes no keyword in capitals or beyond ASCII", () => {
    for (const keyword of ["Id", "é", ""]) assert.throws(() => new PrefixTree([keyword], FOLD), TypeError);
  });
});

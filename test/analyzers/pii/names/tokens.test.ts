import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { hashWord, kindOf, prepareCharacters, WORD_MIN } from "../../../../src/analyzers/pii/names/characters.ts";
import { attributes, Lexicon } from "../../../../src/analyzers/pii/names/lexicon.ts";
import { isCandidate } from "../../../../src/analyzers/pii/names/runs.ts";
import { nameModel } from "../../../../src/analyzers/pii/names/model.ts";
import { CANDIDACY, SHAPE, Tokens } from "../../../../src/analyzers/pii/names/tokens.ts";

prepareCharacters();
const { lexicon } = nameModel();

function read(raw: string, capacity = 64): Tokens {
  const tokens = new Tokens(capacity);
  tokens.read(raw, lexicon, { from: 0, to: raw.length });
  return tokens;
}

const wordsOf = ({ raw, start, end, count }: Tokens): readonly string[] =>
  Array.from({ length: count }, (_, at) => raw.slice(start[at], end[at]));

describe("Tokens", () => {
  const unit = fc.constantFrom("a", "b", "M", "Z", "é", "\u0301", "7", " ", ".", "-", "\n", "漢", "ö");
  const text = fc.string({ unit, maxLength: 60 });

  test("splits a text into the runs of letters, digits and marks", () => {
    fc.assert(
      fc.property(text, (raw) => {
        const expected = raw.match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? [];
        const tokens = read(raw);
        assert.deepEqual(wordsOf(tokens), expected);
        for (const [at, word] of expected.entries()) {
          assert.equal(tokens.hash[at], hashWord(word) | 0);
          assert.equal(tokens.shape[at] === SHAPE.lower, /^[\p{Ll}\p{M}]*\p{Ll}[\p{Ll}\p{M}]*$/u.test(word));
        }
      }),
    );
  });

  test("steps over the letter of an escape, and stops where there is no room", () => {
    assert.deepEqual(wordsOf(read(String.raw`one\nTwo\tThree \nine`)), ["one", "Two", "Three", "nine"]);
    assert.deepEqual(wordsOf(read("one two three four", 3)), ["one", "two", "three"]);
  });

  test("reads a text that goes on as if it were new", () => {
    fc.assert(
      fc.property(text, text, (raw, more) => {
        const tokens = read(raw, 128);
        tokens.read(raw + more, lexicon, { from: 0, to: raw.length + more.length });
        const fresh = read(raw + more, 128);
        assert.deepEqual(wordsOf(tokens), wordsOf(fresh));
        for (let at = 0; at < fresh.count; at++)
          assert.equal(isCandidate(tokens, at), isCandidate(fresh, at), `${raw}|${more} ${at}`);
      }),
    );
  });

  test("sets aside at once only words that are no candidates when they are asked about", () => {
    const words = fc.constantFrom("maria", "paris", "name", "is", "my", "the", "schmidt", "in", "name:", "Berlin", "ö");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (list) => {
        const tokens = read(list.join(" "));
        const plain = Array.from(tokens.candidacy.subarray(0, tokens.count), (known) => known === CANDIDACY.no);
        tokens.candidacy.fill(0);
        for (const [at, isPlain] of plain.entries()) if (isPlain) assert.equal(isCandidate(tokens, at), false);
      }),
    );
  });
});

describe("Lexicon", () => {
  test("remembers what it has found and forgets it when a word is added", () => {
    const small = new Lexicon(new Uint32Array(64));
    const hash = hashWord("paris");
    assert.equal(small.lookup(hash), 0);
    assert.equal(small.insert(hash, 5), true);
    assert.equal(small.lookup(hash), 5);
    assert.equal(small.lookup(hash), 5);
    for (const odd of [0, 1, -1]) assert.equal(small.lookup(odd), 0);
  });

  test("tells rare names from words", () => {
    for (let packed = 0; packed < 1 << 16; packed += 7) {
      const { common, small, role, isName } = attributes;
      const isRare = role(packed) === 0 && common(packed) < 2 && small(packed) < 2 && isName(packed);
      assert.equal(attributes.isRareName(packed), isRare);
    }
  });
});

test("every kind but signs and space is part of a word", () => {
  assert.deepEqual(
    Array.from(" \n.7aZ\u0301漢", (unit) => kindOf(unit.charCodeAt(0)) >= WORD_MIN),
    [false, false, false, true, true, true, true, true],
  );
});

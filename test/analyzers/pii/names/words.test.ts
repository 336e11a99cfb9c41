import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { nameModel } from "../../../../src/analyzers/pii/names/decoder.ts";
import { attributes, Lexicon } from "../../../../src/analyzers/pii/names/lexicon.ts";
import { isCandidate } from "../../../../src/analyzers/pii/names/runs.ts";
import { CANDIDACY, NameWords, NextSign, SHAPE } from "../../../../src/analyzers/pii/names/words.ts";
import { hashWord, Words } from "../../../../src/text/tokens.ts";
import { runs } from "../../../support/runs.ts";
import { RawText } from "../../../../src/text/units.ts";

const { lexicon } = nameModel();

const read = (raw: string): NameWords => new NameWords(new Words(new RawText(raw)), lexicon);

describe("words of names", () => {
  const unit = fc.constantFrom("a", "b", "M", "Z", "é", "\u0301", "7", " ", ".", "-", "\n", "漢", "ö");
  const text = fc.string({ unit, maxLength: 60 });

  test("have a shape: small, capital, digits", () => {
    const { shape, count } = read("maria Maria MARIA M. McDonald 42 漢字");
    const { lower, capital, allCapital, initial, twoCapital, digits, uncased } = SHAPE;
    assert.deepEqual([...shape.subarray(0, count)], [lower, capital, allCapital, initial, twoCapital, digits, uncased]);
  });

  test("go on with a text as if it were new", () => {
    fc.assert(
      fc.property(text, text, (raw, more) => {
        const words = new Words(new RawText(raw));
        const known = new NameWords(words, lexicon);
        for (let at = 0; at < known.count; at++) isCandidate(known, at);
        words.goOn(new RawText(raw + more));
        known.goOn();
        const fresh = read(raw + more);
        assert.equal(known.count, fresh.count);
        for (const column of ["start", "end", "hash", "attributes", "shape", "gap", "labelled"] as const)
          assert.deepEqual(
            [...known[column].subarray(0, known.count)],
            [...fresh[column].subarray(0, fresh.count)],
            column,
          );
        for (let at = 0; at < fresh.count; at++)
          assert.equal(isCandidate(known, at), isCandidate(fresh, at), `${raw}|${more} ${at}`);
      }),
    );
  });

  test("set aside at once only those that are no candidates when they are asked about", () => {
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

describe("NextSign", () => {
  const raws = fc.array(fc.constantFrom("a", "bc", "*", "<"), { maxLength: 20 }).map((pieces) => pieces.join(""));
  const stretches = fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 10 });

  test("says of any stretch whether the sign stands in it, whatever was asked before", () => {
    fc.assert(
      fc.property(raws, stretches, (raw, list) => {
        const star = new NextSign("*", raw);
        for (const [start, length] of list) {
          const end = start + length;
          assert.equal(star.isIn(start, end), raw.slice(start, end).includes("*"), `${raw} ${start} ${end}`);
        }
      }),
      { numRuns: runs(1000) },
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

  test("distinguishes names from words that are names as well", () => {
    for (let packed = 0; packed < 1 << 16; packed += 7) {
      const { small, role, isName } = attributes;
      const isOnly = role(packed) === 0 && small(packed) < 2 && isName(packed);
      assert.equal(attributes.isOnlyName(packed), isOnly);
    }
  });
});

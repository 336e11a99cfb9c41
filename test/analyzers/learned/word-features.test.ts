import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Tokens } from "../../../src/analyzers/learned/tokens.ts";
import {
  letterCount,
  OWN_MAX,
  wordFeature,
  writeLetters,
  writeOwn,
} from "../../../src/analyzers/learned/word-features.ts";

const text = fc
  .array(fc.oneof(fc.constantFrom("a", "an", "the", "boat", "всё", "한국어", "שלום"), fc.string({ maxLength: 16 })))
  .map((parts) => parts.join(" "));

describe("features of a word", () => {
  const tokens = new Tokens();

  test("are as many as are counted, and fit where they are written", () => {
    const features = new Uint32Array(64);
    fc.assert(
      fc.property(text, (written) => {
        tokens.read(written);
        for (let at = 0; at < tokens.count; at++) {
          const length = (tokens.ends[at] ?? 0) - (tokens.starts[at] ?? 0);
          const count = letterCount(tokens, at);
          assert.equal(writeLetters(tokens, at, { features, from: 3 }), 3 + count);
          assert.ok(count <= length + 1);
          if (length <= 16) assert.ok(1 + count <= OWN_MAX);
        }
      }),
    );
  });

  test("of its own begin with the word and go on with its letters", () => {
    tokens.read("the harbour");
    const [own, letters] = [new Uint32Array(OWN_MAX), new Uint32Array(OWN_MAX)];
    const count = writeOwn(tokens, 1, own);
    const end = writeLetters(tokens, 1, { features: letters, from: 0 });
    assert.deepEqual([...own.subarray(0, count)], [wordFeature(tokens.hashes[1] ?? 0), ...letters.subarray(0, end)]);
    // Six stretches of four letters, the edges included.
    assert.equal(count, 7);
  });
});

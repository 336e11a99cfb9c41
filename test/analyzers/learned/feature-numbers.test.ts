import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  conceptFeature,
  FEATURE_BITS,
  FEATURES_END,
  farFeature,
  hashedFeature,
  hashedShape,
  letterCount,
  nearFeature,
  NO_FEATURE,
  OWN_MAX,
  readShapes,
  SHAPES,
  shapesFeature,
  wordFeature,
  writeLetters,
  writeOwn,
} from "../../../src/analyzers/learned/feature-numbers.ts";
import { mix } from "../../../src/analyzers/learned/hash-table.ts";
import { MARK, Tokens, WORD } from "../../../src/text/tokens.ts";

const MARKS = ["([{<", ")]}>", "\"'`", ".!?,;:", "\\/|", "=+-*%$#@&^~_"];

/** The number that the models were trained with: kind, 32 where no space stands before it, 64 for several marks. */
function plainShape(text: string, { starts, ends, kinds }: Tokens, at: number): number {
  const [start = 0, end = 0, kind = 0] = [starts[at], ends[at], kinds[at]];
  const glue = at > 0 && start === ends[at - 1] ? 32 : 0;
  if (kind === WORD) return glue + (end - start <= 3 ? 8 : 9);
  if (kind !== MARK) return glue + 10 + kind;
  const index = MARKS.findIndex((marks) => marks.includes(text.charAt(start)));
  return glue + (index < 0 ? 7 : index + 1) + (end - start > 1 ? 64 : 0);
}

describe("shapes of tokens", () => {
  test("are those that the models were trained with", () => {
    const part = fc.oneof(
      fc.constantFrom("a", "word", "12", "忽", "\n", " ", "((", "))", "...", "—", "—\u2014", "\\", "_", "="),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join("").toLowerCase();
        const tokens = new Tokens(text);
        const shapes = new Uint8Array(tokens.count);
        readShapes(tokens, shapes);
        for (let at = 0; at < tokens.count; at++) {
          assert.ok((shapes[at] ?? 0) > 0 && (shapes[at] ?? 0) < SHAPES);
          assert.equal(hashedShape(shapes[at] ?? 0), plainShape(text, tokens, at));
        }
      }),
    );
  });

  test("nothing stands for no token", () => {
    assert.equal(hashedShape(0), 0);
  });
});

const hashed = (hash: number): number => hash & ((1 << FEATURE_BITS) - 1);
const concept = fc.integer({ min: 0, max: 127 });
const shape = fc.integer({ min: 0, max: SHAPES - 1 });

describe("dense features", () => {
  test("stand for the hashes that the models were trained with", () => {
    fc.assert(
      fc.property(concept, concept, fc.tuple(shape, shape, shape), (one, other, shapes) => {
        const pair = mix(one + 1, other + 1);
        const [two, before, last] = shapes.map(hashedShape);
        const triple = ((two ?? 0) << 16) | ((before ?? 0) << 8) | (last ?? 0);
        assert.equal(hashedFeature(conceptFeature(one)), hashed(mix(one + 1, 6)));
        assert.equal(hashedFeature(nearFeature(one, other)), hashed(mix(pair, 7)));
        assert.equal(hashedFeature(farFeature(one, other)), hashed(mix(pair, 8)));
        assert.equal(hashedFeature(shapesFeature(...shapes)), hashed(mix(triple, 11)));
      }),
    );
  });

  test("have a number each, behind those of all hashes", () => {
    const numbers = new Set<number>();
    for (let one = 0; one < 128; one++) {
      numbers.add(conceptFeature(one));
      for (let other = 0; other < 128; other++) numbers.add(nearFeature(one, other)).add(farFeature(one, other));
    }
    for (let triple = 0; triple < SHAPES ** 3; triple++)
      numbers.add(
        shapesFeature(Math.floor(triple / SHAPES ** 2), Math.floor(triple / SHAPES) % SHAPES, triple % SHAPES),
      );
    assert.equal(numbers.size, 128 + 2 * 128 ** 2 + SHAPES ** 3);
    assert.equal(Math.min(...[...numbers].slice(0, 1000)), 1 << FEATURE_BITS);
    for (const number of numbers) assert.ok(number >= 1 << FEATURE_BITS && number < NO_FEATURE);
    assert.equal(NO_FEATURE + 1, FEATURES_END);
  });

  test("leave hashes as they are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: (1 << FEATURE_BITS) - 1 }), (id) => assert.equal(hashedFeature(id), id)),
    );
  });
});

const text = fc
  .array(fc.oneof(fc.constantFrom("a", "an", "the", "boat", "всё", "한국어", "שלום"), fc.string({ maxLength: 16 })))
  .map((parts) => parts.join(" "));

describe("features of a word", () => {
  test("are as many as are counted, and fit where they are written", () => {
    const features = new Uint32Array(64);
    fc.assert(
      fc.property(text, (written) => {
        const tokens = new Tokens(written);
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
    const tokens = new Tokens("the harbour");
    const [own, letters] = [new Uint32Array(OWN_MAX), new Uint32Array(OWN_MAX)];
    const count = writeOwn(tokens, 1, own);
    const end = writeLetters(tokens, 1, { features: letters, from: 0 });
    assert.deepEqual([...own.subarray(0, count)], [wordFeature(tokens.hashes[1] ?? 0), ...letters.subarray(0, end)]);
    // Six stretches of four letters, the edges included.
    assert.equal(count, 7);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  conceptFeature,
  FEATURE_BITS,
  FEATURES_END,
  farFeature,
  hashedFeature,
  NO_FEATURE,
  nearFeature,
  shapesFeature,
} from "../../../src/analyzers/learned/dense-features.ts";
import { mix } from "../../../src/analyzers/learned/hash-table.ts";
import { hashedShape, SHAPES } from "../../../src/analyzers/learned/token-shapes.ts";

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

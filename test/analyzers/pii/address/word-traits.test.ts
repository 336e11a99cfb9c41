import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { formAt } from "../../../../src/analyzers/pii/address/word-forms.ts";
import {
  BEFORE,
  BEHIND,
  COMPOUND,
  isPlain,
  MARK,
  mayBeName,
  PARTICLE,
  RARE,
  STRANGER,
  SURELY_BEFORE,
  traitsOf,
  UNIT,
} from "../../../../src/analyzers/pii/address/word-traits.ts";
import {
  isMark,
  isParticle,
  isSureBefore,
  isUnit,
  KINDS,
  STRANGER_SET,
} from "../../../../src/analyzers/pii/address/words.ts";
import { unitsOf } from "../../../../src/text/units.ts";
import { runs } from "../../../support/runs.ts";

const traitsIn = (word: string): number => traitsOf(unitsOf(word), 0, word.length);
const has = (word: string, trait: number): boolean => (traitsIn(word) & trait) !== 0;

/** Fails where a word is something that its traits rule out. */
function check(word: string): void {
  const form = formAt(word, 0, word.length);
  const { bare, kind } = form;
  const isBoth = kind === "both";
  const claims: readonly (readonly [isSo: boolean, trait: number])[] = [
    [isBoth || kind === "before" || kind === "beforeUnsure", BEFORE],
    [isBoth || kind === "behind" || kind === "behindUnsure", BEHIND],
    [isSureBefore(bare), SURELY_BEFORE],
    [form.isRare, RARE],
    [isUnit(bare), UNIT],
    [isMark(bare), MARK],
    [form.isParticle && !/^[dl]['’]/.test(bare), PARTICLE],
    [form.isStranger, STRANGER],
    [form.isCompound, COMPOUND],
  ];
  for (const [isSo, trait] of claims) assert.ok(!isSo || has(word, trait), `${word} ${trait}`);
  const traits = traitsIn(word);
  if (isPlain(traits)) assert.ok(!form.isName && !form.isNumber && !form.isParticle && /^[a-z]/.test(word), word);
  const isWritten = form.isName && /^\p{L}[\p{L}\p{M}'’.-]+$/u.test(word) && /\p{Ll}|[^\0-\u024f]/u.test(word);
  assert.ok(!isWritten || mayBeName(traits), word);
}

describe("traitsOf", () => {
  test("lacks nothing that the lists say of a word, in any case, with a point or without", () => {
    for (const word of [...KINDS.keys(), ...STRANGER_SET])
      for (const written of [word, `${word}.`, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)])
        check(written);
  });

  test("lacks nothing that is asked of any word", () => {
    const piece = fc.constantFrom(..."street strasse gatan Main main d' L' O' de The 12 a B - . / é ß ул и".split(" "));
    const words = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
    fc.assert(fc.property(words, check), { numRuns: runs(3000) });
  });

  test("tells most words from those of the lists", () => {
    const others = Array.from({ length: 26 ** 3 }, (_, at) =>
      [at % 26, Math.trunc(at / 26) % 26, Math.trunc(at / 676)]
        .map((letter) => String.fromCharCode(97 + letter))
        .join(""),
    );
    const taken = others.filter((word) => !isParticle(word) && has(word, BEFORE | BEHIND | UNIT));
    assert.ok(taken.length < others.length / 8, String(taken.length));
  });
});

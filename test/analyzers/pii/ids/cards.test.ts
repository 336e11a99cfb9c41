import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { idCards } from "../../../../src/analyzers/pii/ids/cards.ts";

const FRANCE = { country: "FR", name: "France" };
const CARD = `
# A comment.
FR_NIF tax number of a person (SPI)
  form d{13} | d ddd
  strong d ddd
  label numéro fiscal, spi
  found 3023217600053, 1 234 ≠ 97019
  tax, national; check isTaxpayer; checkAlone isTaxpayer; alone; weak; https://example.org/a;b
`;
const isTaxpayer = (): boolean => true;

describe("a card of an identifier", () => {
  test("says what its detector reads", () => {
    assert.deepEqual(idCards(FRANCE, CARD, { isTaxpayer }), [
      {
        id: "FR_NIF",
        name: "France: tax number of a person (SPI)",
        country: "FR",
        forms: ["d{13}", "d ddd"],
        strong: ["d ddd"],
        labels: ["numéro fiscal", "spi"],
        examples: ["3023217600053", "1 234"],
        misses: ["97019"],
        categories: ["tax", "national"],
        check: isTaxpayer,
        checkAlone: isTaxpayer,
        isAlone: true,
        isWeak: true,
        source: "https://example.org/a;b",
      },
    ]);
  });

  test("may leave out what is optional", () => {
    const [rule] = idCards(
      { country: null },
      "PIN secret number\n  form dddd\n  label pin\n  found 1234\n  https://example.org/",
    );
    assert.equal(rule?.name, "secret number");
    assert.deepEqual([rule?.misses, rule?.categories, rule?.check, rule?.strong], [[], [], undefined, undefined]);
  });

  const WRONG: readonly (readonly [string, string, RegExp])[] = [
    ["  label numéro fiscal, spi\n", "", /FR_NIF has no label/],
    ["  strong", "  storng", /FR_NIF has a field storng/],
    ["check isTaxpayer", "check isTaxpayr", /FR_NIF names no check: check isTaxpayr/],
    ["tax,", "taks,", /FR_NIF has a category taks/],
    ["https:", "http:", /FR_NIF names no source/],
  ];
  for (const [from, to, message] of WRONG)
    test(`is refused: ${message.source}`, () => {
      assert.throws(() => idCards(FRANCE, CARD.replace(from, to), { isTaxpayer }), { name: "TypeError", message });
    });
});

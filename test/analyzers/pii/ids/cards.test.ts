import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { idCards } from "../../../../src/analyzers/pii/ids/cards.ts";

const CARD = `
# A comment.
= FR France
FR_NIF tax number of a person (SPI); tax, national; alone; weak; https://example.org/a;b
  form d{13} | *d ddd; check isTaxpayer; checkAlone isTaxpayer
  found 3023217600053, 1 234 ≠ 97019; label numéro fiscal, spi
`;
const isTaxpayer = (): boolean => true;

describe("a card of an identifier", () => {
  test("says what its detector reads", () => {
    assert.deepEqual(idCards(CARD, { isTaxpayer }), [
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
    const [rule] = idCards("= -\nPIN secret number; https://example.org/\n  form dddd; label pin; found 1234");
    assert.equal(rule?.name, "secret number");
    assert.equal(rule?.country, null);
    assert.deepEqual([rule?.misses, rule?.categories, rule?.check, rule?.strong], [[], [], undefined, undefined]);
  });

  test("names pages that document many identifiers by a word", () => {
    const sourceOf = (source: string): string | undefined =>
      idCards(CARD.replace("https://example.org/a;b", source), { isTaxpayer })[0]?.source;
    assert.equal(sourceOf("wiki SIREN_code"), "https://en.wikipedia.org/wiki/SIREN_code");
    assert.match(sourceOf("prado FRA") ?? "", /^https:.*\/FRA\/index\.html$/);
    assert.match(sourceOf("tin") ?? "", /^https:.*numbers\/$/);
    assert.match(sourceOf("tin France") ?? "", /^https:.*\/France-TIN\.pdf$/);
  });

  const WRONG: readonly (readonly [string, string, RegExp])[] = [
    ["; label numéro fiscal, spi\n", "\n", /FR_NIF has no label/],
    ["label", "lable", /FR_NIF has no label/],
    ["; label", "; lable x; label", /FR_NIF has a field or category lable x/],
    ["check isTaxpayer", "check isTaxpayr", /FR_NIF has a check that cannot be read: isTaxpayr/],
    ["check isTaxpayer", "check luhn, pads 9", /FR_NIF has a check that cannot be read: pads 9/],
    ["tax,", "taks,", /FR_NIF has a field or category taks/],
    ["https:", "http:", /FR_NIF has a field or category http:/],
    ["; https://example.org/a;b", "", /FR_NIF names no source/],
    ["spi\n", "spi\nFR_AAA a; wiki A\n  form d; found 1; label a\n", /FR_AAA stands after a later id/],
  ];
  for (const [from, to, message] of WRONG)
    test(`is refused: ${message.source}, for ${to.slice(0, 24)}`, () => {
      assert.throws(
        () =>
          idCards(
            CARD.replace(from, () => to),
            { isTaxpayer },
          ),
        { name: "TypeError", message },
      );
    });
});

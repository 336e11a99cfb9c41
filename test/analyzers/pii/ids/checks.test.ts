import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compileCheck, type Check } from "../../../../src/analyzers/pii/ids/checks.ts";

const fail = (term: string): never => {
  throw new TypeError(term);
};
const compile = (text: string, own: Readonly<Record<string, Check>> = {}): Check => compileCheck(text, own, fail);

/** Terms, a number for which they hold, and the nearest one for which they do not. */
const TERMS: readonly (readonly [terms: string, hit: string, miss: string])[] = [
  ["luhn", "79927398713", "79927398714"],
  ["varied", "0001", "0000"],
  ["mixed", "A1", "AB"],
  ["lettered", "A1", "1A"],
  ["mod1110", "33392005961", "33392005962"],
  ["/^[^0]/", "10", "01"],
  ["range 1 05..12", "912", "913"],
  ["range 0 005..012", "0059", "0049"],
  ["date DDMMYY", "290224", "290223"],
  ["date YYYYMMDD at 1", "x20240229", "x20230229"],
  ["weights 7,1,3 0123456789", "1111", "1112"],
  ["weights 0,2 0-9", "019", "018"],
  ["weightsFromRight 2,3,4 0K987654321", "1082", "1080"],
  ["rounds 1,2,3 3,4,5 0123456789-", "1001", "1002"],
  ["rounds 1,2,3 3,4,5 7123456789-", "3217", "3210"],
  ["sum 3,7,1 mod 10", "013", "014"],
  ["sum 3,7,1 mod 10 = 3", "100", "200"],
  ["values 7,3 mod 10", "A0", "A1"],
  ["mod 97 = 1", "98", "97"],
  ["drop EL|GR, /^1/", "GR1", "GR2"],
  ["pad 4, /^00/", "12", "1234"],
  ["first 2, /^..$/, varied", "120", "110"],
  ["last 2, varied", "112", "122"],
  ["/^1/, last 1, /0/", "10", "11"],
  ["/^1/ or /^2/, varied", "21", "22"],
];

describe("checks as cards write them", () => {
  for (const [terms, hit, miss] of TERMS)
    test(`${terms}: ${hit}, not ${miss}`, () => {
      assert.equal(compile(terms)(hit), true);
      assert.equal(compile(terms)(miss), false);
    });

  test("may name a check of their own", () => {
    assert.equal(compile("varied, isMine", { isMine: (compact) => compact === "12" })("12"), true);
    assert.equal(compile("varied, isMine", { isMine: (compact) => compact === "12" })("13"), false);
  });

  test("say which term they cannot read", () => {
    assert.throws(() => compile("varied, isMin"), { message: "isMin" });
  });
});

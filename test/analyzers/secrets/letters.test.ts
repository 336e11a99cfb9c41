import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inAscii, isLetterBeyond } from "../../../src/analyzers/secrets/letters.ts";

describe("letters beyond ASCII", () => {
  test("are those of keyboards, no quotation marks and no composed scripts", () => {
    for (const letter of "\u00fc\u00df\u00f1\u00a7\u20ac\u0436\u03b1")
      assert.ok(isLetterBeyond(letter.charCodeAt(0)), letter);
    for (const letter of "a\u00ab\u201c\u5bc6\u3002\u00a0") assert.ok(!isLetterBeyond(letter.charCodeAt(0)), letter);
  });

  test("become letters of the same case", () => {
    assert.equal(inAscii("Contrase\u00f1a2"), "Contrasena2");
    assert.match(inAscii("\u0416\u0436 9"), /^[A-Z][a-z] 9$/);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { heldForName, namedBefore } from "../../../src/analyzers/secrets/detectors/trailing-label.ts";
import { Reading } from "../../../src/text/reading.ts";

const password = ["Kd9vq", "Lm2!x"].join("");
const named = (raw: string, word: string): string | null => {
  const match = namedBefore(new Reading(raw), raw.indexOf(word));
  return match === null ? null : raw.slice(match.start, match.end);
};

describe("namedBefore", () => {
  test("finds the password that is named after it", () => {
    assert.equal(named(`use "${password}" as the new password`, "password"), password);
    assert.equal(named(`${password} ist das Passwort`, "Passwort"), password);
  });

  test("takes no word, address or file for one", () => {
    for (const value of ["e-mail", "B2B-Login", "Anna99@shop.test", "Setup_2.exe"])
      assert.equal(named(`${value} is the password`, "password"), null, value);
  });
});

test("heldForName holds the last word, and a password that may be named yet", () => {
  assert.equal(heldForName(new Reading(`see ${password} as the pass`)), 4);
  assert.equal(heldForName(new Reading("some words")), 5);
  assert.equal(heldForName(new Reading(`see ${password}, some words `)), `see ${password}, some words `.length);
});

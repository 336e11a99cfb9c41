import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scorePassphrase } from "../../../src/analyzers/secrets/passphrase.ts";

describe("scorePassphrase", () => {
  test("takes words with a digit and another sign of choice", () => {
    for (const value of [
      "correct Horse 9 battery!",
      "Blue Tiger 42 jumps",
      "red Kayak 19 lamp!",
      "moss 7tin Gr\u00fcn kite",
    ])
      assert.ok(scorePassphrase(value) >= 0.5, value);
  });

  test("refuses what forms, messages and sentences say", () => {
    for (const value of [
      "Please enter your password",
      "Must be at least 8 characters!",
      "Only 3 tries left!",
      "Step 2 Verification Code",
      "Passwort (mind. 8 Zeichen)",
      "coming soon",
      "Test 12 Passed! 3",
      "${A} b 9X",
    ])
      assert.equal(scorePassphrase(value), 0, value);
  });
});

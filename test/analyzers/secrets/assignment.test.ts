import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assignedAt, neighbourAt, restOfName, spacedAt } from "../../../src/analyzers/secrets/assignment.ts";
import { Reading } from "../../../src/text/reading.ts";

const asked = { isPassword: false };

describe("values behind a name", () => {
  test("an operator gives the value without quotes and punctuation", () => {
    for (const [raw, text] of [
      ['key = "abc"', "abc"],
      ["key: abc, next", "abc"],
      ["key=abc&next=1", "abc"],
      ['key: string = "abc"', "abc"],
      ["key is abc.", "abc"],
    ] as const)
      assert.equal(assignedAt(new Reading(raw), 3, asked)?.text, text, raw);
  });

  test("a space gives the value of an option", () => {
    assert.equal(spacedAt(new Reading("--key abc"), 5, "assigned", asked)?.text, "abc");
    assert.equal(spacedAt(new Reading("--key --next"), 5, "assigned", asked), null);
  });

  test("a neighbour is a long run with a digit, and no digest, id or code", () => {
    const run = "q7Rk2mVx9LpT4wZb8N";
    assert.equal(neighbourAt(new Reading(`key for the shop: ${run}`), 3)?.link, "linked");
    assert.equal(neighbourAt(new Reading(`key ${run}`), 3)?.link, "near");
    assert.equal(neighbourAt(new Reading(`key, I think, ${run}`), 3)?.link, "beside");
    assert.equal(neighbourAt(new Reading(`key sha256 ${run}`), 3), null);
    assert.equal(neighbourAt(new Reading(`key ${run}(1)`), 3), null);
  });

  test("the rest of the name goes with the word", () => {
    assert.equal(restOfName("tokenType: x", 5), "Type");
  });
});

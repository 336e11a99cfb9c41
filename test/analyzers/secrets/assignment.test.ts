import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  assignedAt,
  mayAssign,
  neighbourAt,
  OPERATOR,
  operatorEnd,
  restOfName,
  saidAt,
  spacedAt,
} from "../../../src/analyzers/secrets/assignment.ts";
import { Reading } from "../../../src/text/reading.ts";
import * as fc from "fast-check";
import { runs } from "../../support/runs.ts";

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

describe("saidAt", () => {
  test("finds where a sentence gives the password", () => {
    for (const between of [
      " is now ",
      " for the box is ",
      " was reset to ",
      " will be ",
      " wurde auf ",
      " sera ",
      " ha sido cambiada a ",
    ])
      assert.equal(saidAt(`password${between}x`, 8), 8 + between.length, between);
  });

  test("finds nothing where it gives none", () => {
    for (const raw of ["password must be x", "password, and x", "password = x"]) assert.equal(saidAt(raw, 8), -1, raw);
  });
});

const restBehind = (raw: string): string | null => {
  const end = operatorEnd(raw, "key".length);
  return end < 0 ? null : raw.slice(end);
};

describe("operators", () => {
  test("stand between a name and its value", () => {
    for (const raw of [
      "key=x9",
      "key: x9",
      "key is x9",
      'key", "value": x9',
      "key 12: x9",
      "key\t->\tx9",
      "key\uff1ax9",
    ])
      assert.equal(restBehind(raw), "x9", raw);
    assert.equal(restBehind('key, "x9"'), '"x9"');
  });

  test("are no words, numbers and commas of a sentence", () => {
    for (const raw of ["key", "key ", "key 12", "key for it", "key iso", "key, and", "key;\nx", "key.", "key%"])
      assert.equal(restBehind(raw), null, raw);
  });

  test("are never missed by the first look", () => {
    const piece = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom(..." |\t|\n|\r\n|\\n|\\|\"|'|`|)|]|*|#|7|12|:|=|>|<|-|!|?||{|(|[|,|;|=>".split("|")),
      },
      fc.constantFrom(
        ..."is|was|to|lautet|\u00e8|\u306f|value|default|</a>|<b>|string|(x)|Bearer |now|x|\u00a0|\u2116".split("|"),
      ),
      fc.string({ maxLength: 2, unit: "binary" }),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => `key${pieces.join("")}`);
    fc.assert(
      fc.property(text, (raw) => {
        OPERATOR.lastIndex = 3;
        if (OPERATOR.test(raw)) assert.ok(mayAssign(raw, 3), JSON.stringify(raw));
      }),
      { numRuns: runs(5000) },
    );
  });
});

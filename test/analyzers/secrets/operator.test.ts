import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { mayAssign, OPERATOR, operatorEnd } from "../../../src/analyzers/secrets/operator.ts";
import { runs } from "../../support/runs.ts";

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

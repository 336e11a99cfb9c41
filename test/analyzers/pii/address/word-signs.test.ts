import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isWordCode } from "../../../../src/analyzers/pii/address/word-signs.ts";

const areAll = (signs: string): readonly boolean[] => Array.from(signs, (sign) => isWordCode(sign.charCodeAt(0)));

describe("isWordCode", () => {
  test("takes letters of any script, digits, and the signs inside of words", () => {
    assert.ok(areAll("azAZ09-./'éЖ路ªº°’№").every(Boolean));
  });

  test("takes no punctuation, of typography and of East Asia neither, and no emoji", () => {
    assert.ok(!areAll(" ,:;#(\n«—“…،؟、。\u{1f600}\0").some(Boolean));
  });
});

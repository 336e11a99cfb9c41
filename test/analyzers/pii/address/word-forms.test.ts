import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Form, formAt } from "../../../../src/analyzers/pii/address/word-forms.ts";

const formOf = (word: string): Form => formAt(word, 0, word.length);

describe("formOf", () => {
  test("tells what a word is, wherever it stands", () => {
    assert.equal(formOf("Street").kind, "behind");
    assert.ok(formOf("hauptstr.").isCompound);
    assert.ok(formOf("Creek").isRare && formOf("Creek").isName);
    assert.ok(formOf("12-14").isNumber && formOf("12-14").isOpener);
    assert.ok(formOf("elm").isSmallName && !formOf("the").isSmallName && !formOf("el").isSmallName);
    assert.ok(formOf("Perseverancia").isPlainName && !formOf("May").isPlainName && !formOf("BMW").isPlainName);
    assert.ok(formOf("Yesterday").endsAddress && !formOf("NO").endsAddress);
  });

  test("is the same for the same short word, and remembers no long one", () => {
    assert.equal(formOf("Street"), formOf("Street"));
    assert.notEqual(formOf("Donaudampfschiffstrasse"), formOf("Donaudampfschiffstrasse"));
  });
});

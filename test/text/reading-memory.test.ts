import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forgetTexts, Remembered } from "../../src/text/reading-memory.ts";

describe("what a reader remembers of the last text", () => {
  test("is kept until texts are forgotten", () => {
    const remembered = new Remembered(() => ({ text: "" }));
    remembered.known.text = "a text";
    assert.equal(remembered.known.text, "a text");
    forgetTexts();
    assert.equal(remembered.known.text, "");
  });

  test("is cleared where its buffers serve again", () => {
    const remembered = new Remembered(
      () => ({ text: "" }),
      (known) => (known.text = "cleared"),
    );
    const { known } = remembered;
    for (const text of ["one", "two"]) {
      remembered.known.text = text;
      forgetTexts();
      assert.equal(known.text, "cleared");
    }
    assert.equal(remembered.known, known);
  });
});

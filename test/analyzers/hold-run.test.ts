import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { holdRun, holdValue, runStart, unseenLength } from "../../src/analyzers/hold-run.ts";

const BODY = "q7Rk2mVx9LpT";

describe("holdRun", () => {
  const hold = holdRun({ maxLength: 60, keywordMax: 4 });

  test("holds an incomplete keyword, at most up to the last space", () => {
    assert.equal(hold("some words fk", [], 0), 11);
    assert.equal(hold("some long-word-here", [], 0), 15);
    assert.equal(hold("the end. ", [], 0), 9);
  });

  test("holds a token from its keyword while the run goes on", () => {
    const hit = { keyword: 0, start: 4, end: 7 };
    assert.equal(hold(`key fk-${BODY}`, [hit], 0), 4);
    assert.equal(hold(`key fk-${BODY} and`, [hit], 0), 20);
  });

  test("is one function for lengths of the same order", () => {
    assert.equal(hold, holdRun({ maxLength: 50, keywordMax: 3 }));
  });
});

describe("holdValue", () => {
  test("holds nothing until there is a label near the end", () => {
    const hold = holdValue({ maxLength: 20, gap: 10 });
    assert.equal(hold("plain words", [], 0), 11);
    assert.equal(hold("label = abc", [{ keyword: 0, start: 0, end: 5 }], 0), 8);
    assert.equal(hold("label is far away from abc", [{ keyword: 0, start: 0, end: 5 }], 0), 26);
  });
});

describe("unseenLength", () => {
  test("says what the functions hold without a keyword", () => {
    const raw = "some long-word-here";
    for (const hold of [holdRun({ maxLength: 60, keywordMax: 4 }), holdValue({ maxLength: 20, gap: 10 })])
      assert.equal(hold(raw, [], 0), runStart(raw, unseenLength(hold) ?? Number.NaN));
    assert.equal(
      unseenLength((text) => text.length),
      undefined,
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { holdRun, holdToken, holdValue, runStart, tokenStart, unseenBy } from "../../src/analyzers/hold-run.ts";
import { Reading } from "../../src/text/reading.ts";

const BODY = "q7Rk2mVx9LpT";

describe("holdRun", () => {
  const hold = holdRun({ maxLength: 60, keywordMax: 4 });

  test("holds an incomplete keyword, at most up to the last space", () => {
    assert.equal(hold(new Reading("some words fk"), [], 0), 11);
    assert.equal(hold(new Reading("some long-word-here"), [], 0), 15);
    assert.equal(hold(new Reading("the end. "), [], 0), 9);
  });

  test("holds a token from its keyword while the run goes on", () => {
    const hit = { keyword: 0, start: 4, end: 7 };
    assert.equal(hold(new Reading(`key fk-${BODY}`), [hit], 0), 4);
    assert.equal(hold(new Reading(`key fk-${BODY} and`), [hit], 0), 20);
  });

  test("is one function for lengths of the same order", () => {
    assert.equal(hold, holdRun({ maxLength: 50, keywordMax: 3 }));
  });
});

describe("holdValue", () => {
  test("holds nothing until there is a label near the end", () => {
    const hold = holdValue({ maxLength: 20, gap: 10 });
    assert.equal(hold(new Reading("plain words"), [], 0), 11);
    assert.equal(hold(new Reading("label = abc"), [{ keyword: 0, start: 0, end: 5 }], 0), 8);
    assert.equal(hold(new Reading("label is far away from abc"), [{ keyword: 0, start: 0, end: 5 }], 0), 26);
  });
});

describe("holdToken", () => {
  test("holds the trailing run without spaces, up to its bound", () => {
    assert.equal(holdToken(100)(new Reading("mail jane@ex"), [], 0), 5);
    assert.equal(holdToken(100)(new Reading("mail\u3000jane@ex"), [], 0), 5);
    assert.equal(holdToken(10)(new Reading("x".repeat(50)), [], 0), 40);
  });

  test("asks another function where keywords stand", () => {
    const hold = holdToken(10, () => 3);
    assert.equal(hold(new Reading("mail jane"), [], 0), 5);
    assert.equal(hold(new Reading("mail jane"), [{ keyword: 0, start: 0, end: 4 }], 0), 3);
  });
});

describe("unseenBy", () => {
  test("says what the functions hold without a keyword", () => {
    const raw = "some long-w\u00f6rd-here";
    const holds = [holdRun({ maxLength: 60, keywordMax: 4 }), holdValue({ maxLength: 20, gap: 10 }), holdToken(12)];
    for (const hold of holds) {
      const unseen = unseenBy(hold);
      const start = unseen?.kind === "token" ? tokenStart : runStart;
      assert.equal(hold(new Reading(raw), [], 0), start(raw, unseen?.bound ?? Number.NaN));
    }
    assert.equal(
      unseenBy(({ raw }) => raw.length),
      undefined,
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lazy } from "../../src/core/lazy.ts";

describe("lazy", () => {
  test("makes a value when it is first asked for, and once", () => {
    let made = 0;
    const value = lazy(() => {
      made += 1;
      return undefined;
    });
    assert.equal(made, 0);
    value();
    value();
    assert.equal(made, 1);
  });

  test("makes it the next time when it could not be made", () => {
    let calls = 0;
    const value = lazy(() => {
      calls += 1;
      if (calls === 1) throw new Error("not yet");
      return calls;
    });
    assert.throws(value, /not yet/);
    assert.equal(value(), 2);
  });
});

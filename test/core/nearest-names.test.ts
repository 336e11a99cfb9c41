import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hintOf, nearestName, nearestNames } from "../../src/core/nearest-names.ts";

describe("nearestNames", () => {
  const options = ["body_max_bytes", "host", "port", "headers_timeout_ms"];
  test("sees through another habit of writing", () =>
    assert.equal(nearestName("bodyMaxBytes", options), "body_max_bytes"));
  test("sees through a slip", () => assert.equal(nearestName("hots", ["hosts"]), "hosts"));
  test("completes what was cut", () => assert.equal(nearestName("headers_timeout", options), "headers_timeout_ms"));
  test("knows a word of a longer name", () =>
    assert.deepEqual(nearestNames("ADDRESS", ["URL", "EMAIL_ADDRESS", "STREET_ADDRESS"]), [
      "EMAIL_ADDRESS",
      "STREET_ADDRESS",
    ]));
  test("sees through a slip in a word of a longer name", () =>
    assert.deepEqual(nearestNames("adress", ["URL", "EMAIL_ADDRESS"]), ["EMAIL_ADDRESS"]));
  test("knows a stretch of a longer name", () =>
    assert.deepEqual(nearestNames("MAIL", ["MA_IF", "EMAIL_ADDRESS", "URL"]), ["MA_IF", "EMAIL_ADDRESS"]));
  test("names a spelling before a longer name", () =>
    assert.deepEqual(nearestNames("SSN", ["US_SSN", "SS", "SIN"]), ["SS", "SIN", "US_SSN"]));
  test("names three at most", () =>
    assert.equal(nearestNames("TIN", ["A_TIN", "B_TIN", "C_TIN", "D_TIN", "E_TIN"]).length, 3));
  test("guesses nothing from afar", () => assert.equal(nearestName("colour", options), null));
  test("guesses nothing from two letters", () => assert.equal(nearestName("xy", ["id"]), null));
  test("guesses nothing from no letters", () => assert.equal(nearestName("-", ["a"]), null));
  test("bears a word of any length", () => assert.equal(nearestName("x".repeat(1_000_000), options), null));
});

describe("hintOf", () => {
  test("is a question with every name", () => {
    assert.equal(hintOf([]), "");
    assert.equal(hintOf(["a"]), "; did you mean a?");
    assert.equal(hintOf(["a", "b", "c"]), "; did you mean a, b or c?");
  });
});

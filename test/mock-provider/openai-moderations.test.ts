import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { callMock } from "./call.ts";

const PATH = "/v1/moderations";

describe("the mock's moderations", () => {
  test("flag nothing, one result a text", async () => {
    const { json } = await callMock(PATH, { input: ["I will hurt you", "hello"] });
    assert.equal(json.results.length, 2);
    for (const result of json.results) {
      assert.equal(result.flagged, false);
      assert.ok(Object.keys(result.categories).length > 10);
      assert.ok(Object.values(result.categories).every((flag) => flag === false));
      assert.deepEqual(Object.keys(result.category_scores), Object.keys(result.categories));
    }
    assert.equal((await callMock(PATH, { input: "one" })).json.results.length, 1);
  });

  test("judge parts together", async () => {
    const input = [
      { type: "text", text: "a" },
      { type: "image_url", image_url: { url: "data:," } },
    ];
    assert.equal((await callMock(PATH, { input })).json.results.length, 1);
  });

  test("refuse what is no input", async () => {
    for (const input of [undefined, 1, [], ["a", {}]]) {
      assert.equal((await callMock(PATH, { input })).status, 400);
    }
  });
});

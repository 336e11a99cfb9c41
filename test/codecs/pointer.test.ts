import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Json } from "../../src/core/model.ts";
import { getAt, join, setAt, withoutElements } from "../../src/codecs/pointer.ts";

const BODY: Json = JSON.parse('{"a":[{"b":"x"},2],"c/d":{"~e":"y"},"__proto__":{"p":"z"},"other":{"kept":true}}');

describe("pointer", () => {
  test("reads what stands at a pointer", () => {
    assert.equal(getAt(BODY, "/a/0/b"), "x");
    assert.equal(getAt(BODY, "/c~1d/~0e"), "y");
    assert.equal(getAt(BODY, "/__proto__/p"), "z");
    assert.equal(getAt(BODY, ""), BODY);
    for (const missing of ["/a/2", "/a/-", "/a/01", "/x", "/a/0/b/c", "/toString"])
      assert.equal(getAt(BODY, missing), undefined);
  });

  test("writes along the path only and leaves the original alone", () => {
    const before = JSON.stringify(BODY);
    const changed = setAt(BODY, "/a/0/b", "new");
    assert.equal(JSON.stringify(BODY), before);
    assert.equal(getAt(changed, "/a/0/b"), "new");
    assert.equal(getAt(changed, "/other"), getAt(BODY, "/other"));
    assert.equal(JSON.stringify(changed), before.replace('"x"', '"new"'));
  });

  test("takes elements out of lists, and leaves the original alone", () => {
    const body: Json = { a: [{ b: [1, 2, 3] }, 4, 5], c: [6] };
    const before = JSON.stringify(body);
    assert.deepEqual(withoutElements(body, ["/a/0/b/0", "/a/0/b/2", "/c/0", "/c/7", "/x/0"]), {
      a: [{ b: [2] }, 4, 5],
      c: [],
    });
    assert.equal(JSON.stringify(body), before);
    assert.equal(withoutElements(body, []), body);
  });

  test("treats __proto__ as a field", () => {
    const changed = setAt(BODY, "/__proto__/p", "new");
    assert.equal(JSON.stringify(changed), JSON.stringify(BODY).replace('"z"', '"new"'));
    assert.equal(Object.getPrototypeOf(changed), Object.prototype);
  });

  test("changes nothing where nothing stands", () => {
    assert.equal(JSON.stringify(setAt(BODY, "/a/9", 1)), JSON.stringify(BODY));
    assert.equal(JSON.stringify(setAt(BODY, "/nope/x", 1)), JSON.stringify(BODY));
  });

  test("escapes what it joins", () => {
    assert.equal(join(join("", "c/d"), "~e"), "/c~1d/~0e");
    assert.equal(join("/a", 0), "/a/0");
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { toPlain } from "../../../src/analyzers/pii/plain.ts";

describe("toPlain", () => {
  test("writes full-width characters, typographic spaces and hyphens in ASCII", () => {
    assert.equal(toPlain("ｊａｎｅ＠ｅｘａｍｐｌｅ．ｏｒｇ"), "jane@example.org");
    assert.equal(toPlain("（０３）１２３４－５６７８"), "(03)1234-5678");
    assert.equal(toPlain("DE89\u00a03704\u202f0044"), "DE89 3704 0044");
    assert.equal(toPlain("536\u201122\u20138726"), "536-22-8726");
  });

  test("leaves prose alone, em dashes and the marks of other scripts too", () => {
    for (const raw of ["plain ASCII, with - and @", "a break — and back", "港は、とても静か。「はい」", "Grüße"])
      assert.equal(toPlain(raw), raw);
  });

  test("keeps every offset and changes nothing twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (raw) => {
        const plain = toPlain(raw);
        assert.equal(plain.length, raw.length);
        assert.equal(toPlain(plain), plain);
      }),
    );
  });
});

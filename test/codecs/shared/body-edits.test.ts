import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { BodyEdits, getAt, withTexts } from "../../../src/codecs/shared/body-edits.ts";
import { BODY, type Pointer } from "../../../src/codecs/shared/pointer.ts";
import type { Json } from "../../../src/core/model.ts";
import { at } from "../../support/pointers.ts";

const GIVEN: Json = JSON.parse('{"a":[{"b":"x"},2],"c/d":{"~e":"y"},"__proto__":{"p":"z"},"other":{"kept":true}}');

describe("edits", () => {
  test("read what stands at a pointer", () => {
    assert.equal(getAt(GIVEN, at("/a/0/b")), "x");
    assert.equal(getAt(GIVEN, at("/c~1d/~0e")), "y");
    assert.equal(getAt(GIVEN, at("/__proto__/p")), "z");
    assert.equal(getAt(GIVEN, BODY), GIVEN);
    for (const missing of ["/a/2", "/a/-", "/x", "/a/0/b/c", "/toString"])
      assert.equal(getAt(GIVEN, at(missing)), undefined);
  });

  test("write along the path only and leave the original alone", () => {
    const before = JSON.stringify(GIVEN);
    const changed = new BodyEdits().set(at("/a/0/b"), "new").of(GIVEN);
    assert.equal(JSON.stringify(GIVEN), before);
    assert.equal(getAt(changed, at("/a/0/b")), "new");
    assert.equal(getAt(changed, at("/other")), getAt(GIVEN, at("/other")));
    assert.equal(JSON.stringify(changed), before.replace('"x"', '"new"'));
    assert.equal(new BodyEdits().set(BODY, "all").of(GIVEN), "all");
  });

  test("take elements out of lists after all other changes, and leave the original alone", () => {
    const body: Json = { a: [{ b: ["1", "2", "3"] }, 4, 5], c: [6] };
    const before = JSON.stringify(body);
    const removed = ["/a/0/b/0", "/a/0/b/2", "/c/0", "/c/7", "/x/0"].map(at);
    const change = { pointer: at("/a/0/b/1"), isValue: false, text: "new" };
    assert.deepEqual(withTexts(body, [change], removed), { a: [{ b: ["new"] }, 4, 5], c: [] });
    assert.equal(JSON.stringify(body), before);
    assert.equal(withTexts(body, []), body);
  });

  test("treat __proto__ as a field", () => {
    const changed = new BodyEdits().set(at("/__proto__/p"), "new").of(GIVEN);
    assert.equal(JSON.stringify(changed), JSON.stringify(GIVEN).replace('"z"', '"new"'));
    assert.equal(Object.getPrototypeOf(changed), Object.prototype);
  });

  test("change nothing where nothing stands", () => {
    assert.equal(JSON.stringify(new BodyEdits().set(at("/a/9"), 1).of(GIVEN)), JSON.stringify(GIVEN));
    assert.equal(JSON.stringify(new BodyEdits().set(at("/nope/x"), 1).of(GIVEN)), JSON.stringify(GIVEN));
  });

  test("parse the text of a value back, numbers as they were written", () => {
    const change = { pointer: at("/other"), isValue: true, text: '{"n":1234567890123456789}' };
    assert.match(JSON.stringify(withTexts(GIVEN, [change])), /"other":\{"n":1234567890123456789\}/);
    assert.deepEqual(getAt(withTexts(GIVEN, [{ ...change, text: "" }]), at("/other")), {});
  });

  test("set a value and what stands in it", () => {
    const edits = new BodyEdits().set(at("/other"), { kept: "a", more: "b" }).set(at("/other/kept"), "c");
    assert.deepEqual(getAt(edits.of(GIVEN), at("/other")), { kept: "c", more: "b" });
  });

  test("together do what they do one by one, whichever pointers name a place", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, seed) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generator makes JSON
        const body = JSON.parse(JSON.stringify(value)) as Json;
        const chosen = stringsOf(body, BODY).filter((_, index) => (index + seed) % 3 > 0);
        const fresh = ({ parent, token }: Pointer): Pointer => (parent === null ? BODY : fresh(parent).child(token));
        const edits = new BodyEdits();
        let single = body;
        for (const [index, pointer] of chosen.entries()) {
          edits.set(index % 2 === 0 ? pointer : fresh(pointer), `new ${index}`);
          single = new BodyEdits().set(pointer, `new ${index}`).of(single);
        }
        assert.equal(JSON.stringify(edits.of(body)), JSON.stringify(single));
      }),
    );
  });
});

function stringsOf(value: Json, pointer: Pointer): readonly Pointer[] {
  if (typeof value === "string") return [pointer];
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([token, child]) => stringsOf(child, pointer.child(token)));
}

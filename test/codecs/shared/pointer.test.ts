import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BODY, joinName } from "../../../src/codecs/shared/pointer.ts";
import { at } from "../../support/pointers.ts";

describe("a pointer", () => {
  test("has its name as JSON Pointer, escaped", () => {
    assert.equal(BODY.name, "");
    assert.equal(BODY.child("c/d").child("~e").child(0).name, "/c~1d/~0e/0");
  });

  test("knows the places around it", () => {
    const place = at("/a/0/b");
    assert.equal(place.depth, 3);
    assert.equal(place.at(1), at("/a"));
    assert.equal(place.at(9), place);
    assert.deepEqual(
      [1, 2, 3, 4].map((depth) => place.tokenAt(depth)),
      ["a", 0, "b", null],
    );
  });

  test("is an element of a list, also of one that is written as an object", () => {
    for (const token of [0, 12, "0", "12"]) assert.ok(BODY.child(token).isElement, String(token));
    for (const token of ["", "a", "1a", "-1", "1234567890"]) assert.ok(!BODY.child(token).isElement, token);
  });

  test("has a name of bounded length, another one for another place", () => {
    const long = "k".repeat(1_000_000);
    const names = [long, `${long}k`, `x${long}`].map((key) => BODY.child("a").child(key).name);
    const below = ["b", "c"].map((key) => BODY.child("a").child(long).child(key).name);
    const all = [...names, ...below];
    assert.equal(new Set(all).size, all.length);
    for (const name of all) assert.ok(name.startsWith("/a/") && name.length < 600, `${name.length}`);
    let deep = BODY;
    for (let depth = 0; depth < 128; depth++) deep = deep.child("k".repeat(500));
    assert.ok(deep.name.length < 600);
    assert.equal(joinName(below[0] ?? "", 0), `${below[0]}/0`);
  });
});

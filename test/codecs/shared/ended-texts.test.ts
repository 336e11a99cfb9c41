import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { EndedTexts, TextTail } from "../../../src/codecs/shared/ended-texts.ts";

const text = (piece: string): { readonly text: string; readonly kind: "text" } => ({ text: piece, kind: "text" });

describe("EndedTexts", () => {
  test("tells late text what came before it, once an end", () => {
    const texts = new EndedTexts();
    assert.deepEqual(texts.add("a", text("x")), { channel: "a", before: "" });
    assert.deepEqual(texts.end(), ["a"]);
    assert.deepEqual(texts.end(), []);
    assert.deepEqual(texts.add("a", text("y")), { channel: "a~1", before: "x" });
    assert.deepEqual(texts.add("a", text("z")), { channel: "a~1", before: "" });
    assert.deepEqual(texts.end(), ["a~1"]);
    assert.deepEqual(texts.add("a", text("")), { channel: "a~2", before: "xyz" });
  });

  test("keeps open what is to go on", () => {
    const texts = new EndedTexts();
    for (const name of ["a", "b"]) texts.add(name, text("x"));
    assert.deepEqual(
      texts.end((name) => name === "a"),
      ["b"],
    );
    assert.deepEqual(texts.add("a", text("y")), { channel: "a", before: "" });
  });
});

describe("TextTail", () => {
  const before = (value: string, kind: "json" | "text"): string => {
    const tail = new TextTail();
    tail.add(value);
    return tail.before(kind);
  };

  test("is nothing behind a JSON value that is whole", () => {
    assert.equal(before('{"a":1}', "json"), "");
    for (const broken of ['{"a":"AK12', "AK12", "12"]) assert.equal(before(broken, "json"), broken);
    assert.equal(before('{"a":1}', "text"), '{"a":1}');
  });

  test("is bounded", () => {
    const tail = new TextTail();
    for (let at = 0; at < 10; at++) tail.add(String(at).repeat(5000));
    const kept = tail.before("text");
    assert.equal(kept, "8".repeat(3192) + "9".repeat(5000));
  });
});

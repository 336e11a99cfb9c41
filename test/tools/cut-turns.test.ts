import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAt, SENTENCES, WORDS } from "../../tools/eval/cut-turns.ts";

test("a text is cut into messages of about equal length, between words or sentences", () => {
  assert.deepEqual(cutAt("one two three four", WORDS, 2), [["one two", "three four"]]);
  assert.deepEqual(cutAt("aaaa bbbb cccc", WORDS, 3), [["aaaa", "bbbb", "cccc"]]);
  assert.deepEqual(cutAt("It is. So it is! Why? Yes.", SENTENCES, 2), [["It is. So it is!", "Why? Yes."]]);
});

test("a text without such places is not cut", () => {
  assert.deepEqual(cutAt("one two three four", SENTENCES, 2), []);
  assert.deepEqual(cutAt("aaaa bbbb", WORDS, 3), []);
});

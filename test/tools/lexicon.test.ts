import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LEXICON, lexiconFile } from "../../tools/train/lexicon.ts";

test("the lexicon is committed as its word lists make it: run `npm run train`", () => {
  assert.ok(readFileSync(LEXICON, "utf8") === lexiconFile());
});

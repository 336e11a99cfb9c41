import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reordersIn } from "../../../src/text/fold/bidi.ts";
import { RawText } from "../../../src/text/units.ts";

const reorders = (raw: string, from = 0, until = raw.length) => reordersIn(new RawText(raw), { from, until });

describe("controls that reorder text", () => {
  for (const raw of [
    "invoice\u202efdp.exe",
    "\u202eolleh ym dneirf\u202c",
    "/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin admins only */",
    "''' then \u2067''' ;return",
    "\u202dשלום לכולם\u202c",
    "x = \u202bsome words and more",
  ])
    test(`move letters in ${JSON.stringify(raw)}`, () => assert.ok((reorders(raw)?.letters ?? 0) >= 8));

  for (const raw of [
    "plain",
    "\u202aC:\\Users\\Jane",
    "Hello \u2068Jane\u2069 and \u2067דני\u2069",
    "\u202bHello\u202c",
    "\u202eשלום\u202c",
    "\u202dabc def\u202c",
    "اتصل \u2066+966 50 123\u2069",
    "\u202b\u202c\u202e\u202c",
    "a\u202eb",
  ])
    test(`move none in ${JSON.stringify(raw)}`, () => assert.equal(reorders(raw), null));

  test("are told by their places, of the line with most of them", () => {
    const raw = "one \u202etwo\u202c\nand \u202efour five six\u202c end";
    const start = raw.lastIndexOf("\u202e");
    assert.deepEqual(reorders(raw), { letters: 16, spans: [{ start, end: start + 1 }] });
    assert.deepEqual(reorders(raw, 0, 12)?.spans, [{ start: 4, end: 5 }]);
    assert.equal(reorders(raw, raw.length - 2), null);
  });
});

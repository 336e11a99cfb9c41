import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { KeyRedaction } from "../../src/proxy/key-redaction.ts";

const KEY = "sk-sk-sk-abs";
const STARS = "*".repeat(KEY.length);

test("an upstream's key is overwritten in its answers, however they are cut, and nothing else is", () => {
  const piece = fc.oneof(
    fc.constantFrom(KEY, "sk-", "sk-sk-", "s", "ab", KEY.slice(0, -1)),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(12)), (pieces, cuts) => {
      const text = pieces.join("");
      const redaction = KeyRedaction.of(KEY);
      assert.ok(redaction);
      const bytes = Buffer.from(text);
      const got: Buffer[] = [];
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        got.push(redaction.push(Buffer.from(bytes.subarray(at, at + cut))));
        at = Math.min(bytes.length, at + cut);
      }
      got.push(redaction.end());
      assert.equal(Buffer.concat(got).toString(), text.replaceAll(KEY, STARS));
    }),
  );
});

test("in headers too, and a key that may be a word is left alone", () => {
  const headers = { "x-auth": `Bearer ${KEY}`, "set-cookie": ["a=b", `k=${KEY}`], other: "c", none: undefined };
  assert.deepEqual(KeyRedaction.of(KEY)?.headers(headers), {
    "x-auth": `Bearer ${STARS}`,
    "set-cookie": ["a=b", `k=${STARS}`],
    other: "c",
    none: undefined,
  });
  assert.deepEqual([KeyRedaction.of(null), KeyRedaction.of("example")], [null, null]);
});

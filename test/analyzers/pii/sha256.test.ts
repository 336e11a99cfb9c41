import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { sha256 } from "../../../src/analyzers/pii/sha256.ts";

describe("sha256", () => {
  test("agrees with the platform for every length that one block holds", () => {
    for (let length = 0; length <= 55; length++) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 37 + length * 11) & 0xff);
      const expected = createHash("sha256").update(message).digest("hex");
      assert.equal(Buffer.from(sha256(message)).toString("hex"), expected, String(length));
    }
  });

  test("refuses longer messages", () => {
    assert.throws(() => sha256(new Uint8Array(56)), RangeError);
  });
});

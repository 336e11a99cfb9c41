import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { announcement, mayBeAnnounced } from "../../../../src/analyzers/pii/address/labels.ts";
import { RUN_MAX } from "../../../../src/analyzers/pii/address/tokens.ts";
import { runs } from "../../../support/runs.ts";

const PIECES = [
  "address: ",
  "e-mail address ",
  "wallet address ",
  "I live at ",
  "12 ",
  "Main ",
  "road ",
  "адрес ",
  "lives",
  ", ",
  "\n",
  "<ADDRESS_1>",
];

describe("mayBeAnnounced", () => {
  test("says no only where nothing announces an address, wherever its words begin", () => {
    const text = fc
      .array(fc.constantFrom(...PIECES, "x".repeat(50)), { maxLength: 14 })
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, fc.nat(600), fc.nat(RUN_MAX), (raw, place, reach) => {
        const at = Math.min(place, raw.length);
        if (mayBeAnnounced(raw, at)) return;
        assert.deepEqual(announcement(raw, at, Math.max(0, at - reach)), { kind: "none", start: at });
      }),
      { numRuns: runs(3000) },
    );
  });

  test("sees a label before the words of an address", () => {
    assert.ok(mayBeAnnounced("address: 12 Main Street", 9));
    assert.ok(!mayBeAnnounced("12 Main Street 12 Main Street", 15));
  });
});

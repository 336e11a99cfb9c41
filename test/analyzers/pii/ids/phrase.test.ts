import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Parting } from "../../../../src/analyzers/pii/ids/parting.ts";
import { Phrase } from "../../../../src/analyzers/pii/ids/parting.ts";
import { runs } from "../../../support/runs.ts";
import { RawText } from "../../../../src/text/units.ts";

/** What belongs to one phrase, by a pattern. */
const isOfPhrase = (between: string): boolean => !/[\n;:,|=]|[.!?] /.test(between);

describe("Phrase", () => {
  test("ends where a pattern sees another one, and is parted where the text between says so", () => {
    const piece = fc.constantFrom(
      "1",
      "234",
      "a",
      " ",
      ".",
      "? ",
      "!",
      "\n",
      ",",
      "|",
      "****",
      "*",
      "<",
      "<IBAN_1>",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), fc.nat(40), fc.nat(40), (parts, from, reach) => {
        const raw = parts.join("");
        const start = Math.min(from, raw.length);
        const highest = Math.min(raw.length, start + reach);
        const phrase = new Phrase(new RawText(raw), start, start + reach);
        for (let at = start; at <= highest; at++) {
          const place = `${JSON.stringify(raw)} from ${start} to ${at}`;
          assert.equal(at <= phrase.end, isOfPhrase(raw.slice(start, at)), place);
          if (at <= phrase.end)
            assert.equal(phrase.isParted(at), new Parting(new RawText(raw), at).isAfter(start), place);
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Parting } from "../../../../src/analyzers/pii/ids/parting.ts";
import { runs } from "../../../support/runs.ts";
import { RawText } from "../../../../src/text/units.ts";

/** More than four digits, or a mask, wholly between. */
const isParted = (between: string): boolean =>
  (between.match(/\d/g)?.length ?? 0) > 4 || /<[A-Z][A-Z0-9_]{1,60}(?:_h:[0-9a-f]{8})?>|\*{4}/.test(between);

describe("Parting", () => {
  test("says of every beginning, asked in any order, what the text between says", () => {
    const piece = fc.constantFrom("1", "23", "a", " ", "*", "****", "<", "<IBAN_1>", ">", "é");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 16 }),
        fc.array(fc.nat(60), { maxLength: 6 }),
        fc.nat(60),
        (parts, starts, to) => {
          const raw = parts.join("");
          const end = Math.min(to, raw.length);
          const parting = new Parting(new RawText(raw), end);
          for (const start of starts.filter((at) => at <= end))
            assert.equal(parting.isAfter(start), isParted(raw.slice(start, end)), `${raw} from ${start} to ${end}`);
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isName } from "../../../src/text/tables/fields.ts";
import { HEADER_MAX, namesIn } from "../../../src/text/tables/column-headers.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

/** The names of a line that has no quotes, as a plain split has them. */
function plainNames(line: string, sign: string): readonly string[] | null {
  const names = line.split(sign).map((name) => name.trim());
  const filled = names.filter((name) => name !== "");
  return line.length <= HEADER_MAX && filled.length > 1 && filled.every(isName) ? names : null;
}

describe("names of columns", () => {
  test("are those of a plain split", () => {
    const part = fc.constantFrom("id", " name", "Tel.", "2a", "", " ", ",", ",", "x".repeat(39));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
        const line = parts.join("");
        const read = namesIn(new Reading(`ab\n${line}\nmore`), { start: 3, end: 3 + line.length });
        assert.deepEqual(
          read?.headers.map(({ name }) => name) ?? null,
          line.includes(",") ? plainNames(line, ",") : null,
        );
        if (read !== null) assert.equal(read.sign, ",");
      }),
      { numRuns: runs(2000) },
    );
  });

  test("stand where they say, without quotes around them", () => {
    const raw = '| "first name" | **ssn** | |';
    const read = namesIn(new Reading(raw), { start: 0, end: raw.length });
    assert.deepEqual(
      read?.headers.map(({ start, end, name }) => [raw.slice(start, end), name]),
      [
        ["", ""],
        ["first name", "first name"],
        ["ssn", "ssn"],
        ["", ""],
        ["", ""],
      ],
    );
  });
});

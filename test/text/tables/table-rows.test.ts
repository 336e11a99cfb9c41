import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { narrow } from "../../../src/text/tables/fields.ts";
import { Reading } from "../../../src/text/reading.ts";
import { RowReader } from "../../../src/text/tables/table-rows.ts";
import { runs } from "../../support/runs.ts";

const COLUMNS = ["a", "b", "c"].map((name) => ({ name }));
const table = { sign: ",", rows: null, end: 1000, headers: COLUMNS };
const line = fc
  .array(fc.constantFrom("x", "12", ",", ",", '"', " ", "'"), { maxLength: 20 })
  .map((list) => list.join(""));

/** Fields as a plain split has them: a comma within quotes parts nothing. */
function split(text: string): readonly string[] {
  const fields = [""];
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === "," && !isQuoted) fields.push("");
    else fields.push(`${fields.pop() ?? ""}${sign}`);
  }
  return fields;
}

describe("rows", () => {
  test("have the fields of a plain split", () => {
    fc.assert(
      fc.property(line, line, fc.boolean(), (before, text, isEnd) => {
        const raw = `${before}\n${text}${isEnd ? "" : "\n"}`;
        const start = before.length + 1;
        const reader = new RowReader(new Reading(raw));
        const fields = split(text);
        assert.equal(reader.read(table, start).count, fields.length);
        let at = start;
        for (const [column, field] of fields.slice(0, COLUMNS.length).entries()) {
          const read = reader.field(column);
          const inner = { start: at, end: at + field.length };
          narrow(raw, inner);
          assert.deepEqual(read === null ? null : { start: read.start, end: read.end }, inner);
          if (field.length > 0) assert.equal(reader.columnOf(at), column);
          at += field.length + 1;
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  test("are read again for another table", () => {
    const reader = new RowReader(new Reading("1;2\n"));
    assert.equal(reader.read({ ...table, sign: ";" }, 0).count, 2);
    assert.equal(reader.read({ ...table }, 0).count, 1);
  });
});

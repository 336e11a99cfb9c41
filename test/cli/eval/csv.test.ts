import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readCsv } from "../../../src/cli/eval/csv.ts";
import { runs } from "../../support/runs.ts";

const read = (source: string, delimiter: "," | "\t" = ",") =>
  [...readCsv(source, delimiter)].map((record) =>
    record.kind === "cells" ? [record.line, ...record.cells] : [record.line, record.reason],
  );

describe("comma-separated values", () => {
  test("are cells of records, with the line that each begins in", () => {
    assert.deepEqual(read('\uFEFFtext,label\r\n"a, ""b""\nc",1\r\n\r\n,0\nlast,"x"'), [
      [1, "text", "label"],
      [2, 'a, "b"\nc', "1"],
      [5, "", "0"],
      [6, "last", "x"],
    ]);
    assert.deepEqual(read("a,b\tc\n", "\t"), [[1, "a,b", "c"]]);
    assert.deepEqual(read("a,\n"), [[1, "a", ""]]);
  });

  test("end where a quote is wrong, with its line", () => {
    assert.deepEqual(read('a\n"b\nc'), [
      [1, "a"],
      [2, "a quoted cell does not end"],
    ]);
    for (const wrong of ['"a"b,c', 'a"b,c'])
      assert.deepEqual(read(wrong), [[1, "a cell with quotes must be in quotes as a whole"]]);
  });

  test("give back any cells that were written as they should be", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ") });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(table, fc.constantFrom("\n", "\r\n"), (rows, end) => {
        const written = rows.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(",")).join(end);
        assert.deepEqual(
          [...readCsv(written, ",")].map((record) => record.kind === "cells" && record.cells),
          rows,
        );
      }),
      { numRuns: runs(300) },
    );
  });
});

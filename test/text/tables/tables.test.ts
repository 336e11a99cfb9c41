import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { runs } from "../../support/runs.ts";
import { cellAt, columnHeader, openCell, rowAt, tablesOf, windowStart } from "../../../src/text/tables/tables.ts";
import { Reading } from "../../../src/text/reading.ts";

const headerOf = (raw: string, value: string): string | null => columnHeader(new Reading(raw), raw.lastIndexOf(value));

describe("tables", () => {
  test("begin with a line of names, and rows of as many fields follow", () => {
    const found: readonly (readonly [raw: string, value: string, header: string | null])[] = [
      ["name,ssn\nAnna,123\n", "123", "ssn"],
      ["name,ssn\nAnna,123", "123", "ssn"],
      ["name,ssn\r\nAnna,123\r\n", "123", "ssn"],
      ["ssn,name\n123,Anna\n", "123", "ssn"],
      ["ssn,name\n123", "123", null],
      ["name\tssn\nAnna\t123\n", "123", "ssn"],
      ["name;ssn\nAnna, Maria;123\n", "123", "ssn"],
      ['name,ssn\n"Lopez, Anna",123\n', "123", "ssn"],
      ['"name","ssn"\n"Anna","123"\n', "123", "ssn"],
      ["| name | **ssn** |\n|---|:-:|\n| Anna | `123` |\n", "123", "ssn"],
      [" name | ssn \n------+-----\n Anna | 123 \n", "123", "ssn"],
      ["name,ssn\nAnna,(123) 4\n", "123", "ssn"],
      ["name,ssn\nAnna,no 123\n", "123", null],
      ["name,ssn\nAnna,123,4\n", "4", null],
      ["name,ssn\n\nAnna,123\n", "123", null],
      ["name,ssn\na,b,c\nAnna,123\n", "123", null],
      ["Dear all.\nAnna,123\n", "123", null],
      ["I met Anna, who is tall.\nAnna,123\n", "123", null],
      ["a=1, b=2\nAnna,123\n", "123", null],
      ["f(a, b)\nAnna,123\n", "123", null],
      [`${"name,".repeat(60)}ssn\n${"x,".repeat(60)}123\n`, "123", null],
      [`name,ssn\n${"x".repeat(2100)},123\n`, "123", null],
      ["name,ssn\n1,2\nphone,id\nAnna,123\n", "123", "ssn"],
      ["name,\nAnna,123\n", "123", null],
      ["INSERT INTO t (name, ssn) VALUES ('Anna','123');", "123", "ssn"],
      ["insert into `t` (`name`, `ssn`)\nvalues\n  ('Lopez, Anna', 7),\n  (NOW(1, 2), 123);", "123", "ssn"],
      ["INSERT INTO t (\n  name,\n  ssn\n) VALUES (\n  'O''Neil',\n  '123'\n);", "123", "ssn"],
      ["INSERT INTO t (name, ssn) VALUES ('Anna','9'); (1,123)", "123", null],
      ["INSERT INTO t (name, ssn) VALUES ('Anna','123", "123", null],
      ["INSERT INTO t (name, ssn) SELECT 1, 123", "123", null],
      ["name,ssn\nINSERT INTO t (a, id) VALUES (1, 123)", "123", "id"],
    ];
    for (const [raw, value, header] of found) assert.equal(headerOf(raw, value), header, raw.slice(0, 60));
  });

  test("hold for any number of rows", () => {
    const raw = `name,ssn\n${"Anna,456\n".repeat(10_000)}Anna,123\n`;
    assert.equal(headerOf(raw, "123"), "ssn");
    assert.equal(tablesOf(new Reading(raw)).length, 1);
  });

  test("do not stand in views of another text", () => {
    const table = "name,ssn\nAnna,123\n";
    const { plain } = new Reading(`\u200b${table}`);
    assert.equal(plain?.text, table);
    assert.equal(columnHeader(plain.view, table.indexOf("123")), null);
  });

  test("leave a field open until its end is seen, words of prose excepted", () => {
    const open: readonly (readonly [raw: string, held: string])[] = [
      ["name,ssn\nAnna,12", "12"],
      ["name,ssn\nAnna,12 3", "12 3"],
      ['name,ssn\nAnna,"12"', '"12"'],
      ["name,ssn\nAnna,12\n", ""],
      ["name,ssn\nAn", "An"],
      ["name,ssn\nAnd so it", ""],
      ["name,ssn\nAnna,1,2", ""],
      ["no table\nAn", ""],
    ];
    for (const [raw, held] of open) assert.equal(raw.slice(openCell(new Reading(raw))), held, raw);
  });

  test("keep their header for a window", () => {
    const rows = "Anna,456\n".repeat(20);
    const raw = `Text.\nname,ssn\n${rows}and so on\nend`;
    const at = (place: number): string => {
      const { header, from } = windowStart(new Reading(raw), place);
      return `${header}|${raw.slice(from, from + 12)}`.replaceAll("\n", "/");
    };
    assert.equal(at(2), "|xt./name,ssn");
    assert.equal(at(raw.indexOf("ssn")), "|name,ssn/Ann");
    assert.equal(at(raw.indexOf("Anna") + 2), "|name,ssn/Ann");
    assert.equal(at(raw.indexOf("Anna") + 11), "name,ssn/|Anna,456/Ann");
    assert.equal(at(raw.indexOf("so on")), "name,ssn/|and so on/en");
    assert.equal(at(raw.indexOf("end") + 1), "|nd");
  });

  test("keep the header of a statement for a window", () => {
    const raw = `INSERT INTO t (name, ssn) VALUES ${"('Anna','456'), ".repeat(20)}('Ida','123');\nend`;
    const { header, from } = windowStart(new Reading(raw), raw.indexOf("Ida"));
    assert.equal(header, "INSERT INTO t (name, ssn) VALUES ");
    assert.ok(raw.slice(from).startsWith("('Ida'"));
    assert.deepEqual(windowStart(new Reading(raw), raw.indexOf("end") + 1), {
      header: "",
      from: raw.indexOf("end") + 1,
    });
  });

  test("are not opened for a window by the end of a word", () => {
    const raw = "They reinsert into t (name, ssn) values ('Anna', '456')";
    assert.deepEqual(tablesOf(new Reading(raw)), []);
    for (const at of [1, 6, 7, 8]) {
      const { header, from } = windowStart(new Reading(raw), at);
      assert.deepEqual(tablesOf(new Reading(header + raw.slice(from))), []);
    }
    for (const end of ["ins", "insert"]) {
      const { from } = windowStart(new Reading(`They re${end}`), 7);
      assert.equal(from, 6);
    }
  });

  test("are not seen in the rest of a line that is no header", () => {
    const raw = `It was: name,ssn\nAnna,123\n`;
    assert.equal(headerOf(raw, "123"), null);
    assert.deepEqual(windowStart(new Reading(raw), raw.indexOf("name")), { header: "", from: 0 });
  });

  test("have no value from a statement on", () => {
    const open = "name\tphone\nAnna\t12 34";
    assert.equal(headerOf(open, "12 34"), "phone");
    assert.equal(headerOf(`${open}. INSERT INTO t (a, b) VALUES ('x', 'y')`, "12 34"), null);
    const inside = "a,b,phone\nThen: INSERT INTO t (c, d) VALUES ('x','12 34');\n";
    const cells = tablesOf(new Reading(inside)).flatMap((table) =>
      Array.from(table.headers.keys(), (column) => {
        const cell = cellAt(new Reading(inside), table, { row: table.rowsFrom, column });
        return cell?.isClosed === true ? [inside.slice(cell.start, cell.end)] : [];
      }),
    );
    assert.deepEqual(cells.flat(), ["x", "12 34"]);
  });

  test("tell the header of a number, in whatever order they are asked", () => {
    const raw = "id,ssn\n1,23\na,b,c\nid,phone\n4,56\nx\nid,tel\n7,89\n8,90\nthe end 11";
    const numbers = Array.from(raw.matchAll(/\d+/g), ({ index }) => index);
    // A text between makes the next one be read anew.
    const alone = (at: number): string | null => (
      columnHeader(new Reading("none"), 0),
      columnHeader(new Reading(raw), at)
    );
    const headers = new Map(numbers.map((at) => [at, alone(at)]));
    assert.deepEqual([...headers.values()], ["id", "ssn", "id", "phone", "id", "tel", "id", "tel", null]);
    for (const first of numbers)
      for (const second of numbers) {
        columnHeader(new Reading(raw), first);
        assert.equal(columnHeader(new Reading(raw), second), headers.get(second), `${second} behind ${first}`);
      }
  });

  test("have rows that begin behind the last line end, however far", () => {
    const line = fc.tuple(fc.constantFrom("x", "1,2", ""), fc.constantFrom(0, 3, 2046, 2047, 2048, 2049, 5000));
    const table = { start: 0, rowsFrom: 0, end: 100_000, sign: ",", rows: null, headers: [] };
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), fc.nat(12_000), (lines, pick) => {
        const raw = lines.map(([text, count]) => text + "-".repeat(count)).join("\n");
        const at = Math.min(pick, raw.length);
        assert.equal(rowAt(new Reading(raw), table, at), raw.slice(0, at).lastIndexOf("\n") + 1);
      }),
      { numRuns: runs(500) },
    );
  });
});

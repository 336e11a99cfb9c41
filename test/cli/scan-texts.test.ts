import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { systemClock } from "../../src/cli/process.ts";
import { defaultGuards, locate, renderScan, scanJson, scanText, LineIndex } from "../../src/cli/scan-texts.ts";
import fc from "fast-check";

const scan = (text: string, side: "input" | "output" = "input") =>
  scanText(text, { guards: defaultGuards(), side, clock: systemClock });

describe("scan", () => {
  test("prints a caret line that stands exactly under the span", async () => {
    const text = "first line\n\tmail jane.doe@example.org now";
    const lines = renderScan("note.txt", text, await scan(text)).split("\n");
    const at = lines.findIndex((line) => line.includes("EMAIL_ADDRESS"));
    const excerpt = lines[at + 1] ?? "";
    const caret = lines[at + 2] ?? "";
    assert.match(lines[at] ?? "", /note\.txt:2:7/);
    assert.equal(excerpt.slice(caret.indexOf("^"), caret.lastIndexOf("^") + 1), "jane.doe@example.org");
  });

  test("crops a long line around the span", () => {
    const text = `${"a ".repeat(500)}TARGET${" b".repeat(500)}`;
    const { excerpt, caret, line, column } = locate(text, { start: 1000, end: 1006 });
    assert.deepEqual([line, column], [1, 1001]);
    assert.ok(excerpt.length <= 100);
    assert.equal(excerpt.slice(caret.indexOf("^"), caret.lastIndexOf("^") + 1), "TARGET");
  });

  test("shows control characters as a mark, so that a text cannot drive the terminal", () => {
    const { excerpt } = locate("x\u001b[31mRED", { start: 0, end: 1 });
    assert.ok(!excerpt.includes("\u001b"));
  });

  test("says that a clean text passed and prints nothing else", async () => {
    assert.equal(renderScan("-", "the boats leave at seven", await scan("the boats leave at seven")), "-: passed\n");
  });

  test("prints JSON with offsets and without the matched text", async () => {
    const text = "mail jane.doe@example.org now";
    const json = scanJson({ name: "-" }, await scan(text));
    assert.ok(!json.includes("jane.doe"));
    const parsed: unknown = JSON.parse(json);
    assert.partialDeepStrictEqual(parsed, {
      verdict: "flagged",
      policies_violated: [{ policy_name: "pii_detection", findings: [{ kind: "EMAIL_ADDRESS", start: 5, end: 25 }] }],
    });
  });
});

describe("LineIndex", () => {
  test("counts lines and UTF-16 columns from 1", () => {
    const lines = new LineIndex("ab\n😀c\r\n\nd");
    const places = [0, 2, 3, 5, 8, 9, 10].map((at) => Object.values(lines.positionOf(at)).join(":"));
    assert.deepEqual(places, ["1:1", "1:3", "2:1", "2:3", "3:1", "4:1", "4:2"]);
  });

  test("says what cutting the text at line feeds says", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "é", "\r") }), fc.nat(), (raw, at) => {
        const offset = at % (raw.length + 1);
        const before = raw.slice(0, offset).split("\n");
        assert.deepEqual(new LineIndex(raw).positionOf(offset), {
          line: before.length,
          column: (before.at(-1)?.length ?? 0) + 1,
        });
      }),
    );
  });
});

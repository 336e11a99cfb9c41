import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ANSWER, EITHER, PROMPT } from "../../../src/cli/calibrate/text-lines.ts";
import { readRows } from "../../../src/cli/eval/rows.ts";

const read = (source: string, name = "rows.jsonl") => [...readRows(name, source, 40)];
const lines = (...values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join("\n");
const rows = (source: string, name?: string) =>
  read(source, name).flatMap((line) => (line.kind === "row" ? [line.row] : []));
const reasons = (source: string, name?: string) =>
  read(source, name).flatMap((line) => (line.kind === "problem" ? [`${line.line}: ${line.reason}`] : []));

describe("labelled rows", () => {
  test("have a text and a label in any of their shapes", () => {
    const found = rows(
      lines(
        { text: "a", label: 1 },
        { prompt: "b", label: "Benign" },
        { input: "c", expected: true },
        { response: "d", label: "toxic", policy_name: "toxicity_detection" },
        {
          messages: [
            { role: "system", content: "s" },
            { role: "user", content: "e" },
          ],
          label: 0,
        },
        { text: "f g", entities: [{ start: 0, end: 1, type: "PERSON" }] },
        { text: "h", entities: [] },
      ),
    );
    assert.deepEqual(
      found.map(({ texts, label }) => [...texts.map(({ text, views }) => [text, views]), label]),
      [
        [["a", EITHER], true],
        [["b", [PROMPT]], false],
        [["c", [PROMPT]], true],
        [["d", [ANSWER]], true],
        [["e", [PROMPT]], false],
        [["f g", EITHER], null],
        [["h", EITHER], null],
      ],
    );
    assert.equal(found[3]?.policyName, "toxicity_detection");
    assert.deepEqual(found[5]?.entities, [{ start: 0, end: 1, type: "PERSON", isOptional: false }]);
  });

  test("may be a table with a header, whose rows have the lines they begin in", () => {
    const table = 'id,Text,label\n1,"two\nlines",1\n2,calm,no\n';
    assert.deepEqual(
      rows(table, "rows.csv").map(({ line, texts, label }) => [line, texts[0]?.text, label]),
      [
        [2, "two\nlines", true],
        [4, "calm", false],
      ],
    );
    const [marked] = rows('text\tentities\nAnn\t"[{""start"":0,""end"":3,""type"":""PERSON""}]"', "rows.TSV");
    assert.deepEqual(marked?.entities, [{ start: 0, end: 3, type: "PERSON", isOptional: false }]);
  });

  test("that cannot be used are reported with line and reason, without their words", () => {
    const shape = "must be an object with text, prompt, input, response or messages, and a label, expected or entities";
    const place = { start: 0, end: 3, type: "X" };
    const source = [
      '{"text": "hunter2',
      lines(
        { text: "hunter2" },
        { label: 1 },
        [],
        { text: "hunter2", label: "hunter2" },
        { text: 7, label: 1 },
        { text: "x".repeat(41), label: 1 },
        { text: "ab", entities: [place] },
        { text: "abc", prompt: "abc", entities: [place] },
        { text: "abc", entities: [{ ...place, start: 3 }] },
        { text: "a", label: 1, policy_name: "hunter2" },
      ),
    ].join("\n");
    const found = reasons(source);
    assert.deepEqual(found, [
      "1: must be valid JSON",
      `2: ${shape}`,
      `3: ${shape}`,
      `4: ${shape}`,
      "5: label must be 1 or 0, true or false, or a word such as attack or benign",
      "6: text: must be a text",
      "7: must hold texts of at most 40 characters",
      "8: entities.0: must lie in the text, with start before end",
      "9: entities need exactly one text",
      "10: entities.0: must lie in the text, with start before end",
      "11: policy_name must be the name of a policy",
    ]);
    assert.ok(!found.join().includes("hunter2"));
  });

  test("of a table without a column that is needed, or of another width, are reported", () => {
    assert.deepEqual(reasons("text,name\na,b\n", "rows.csv"), [
      "1: the header must name a column label, expected or entities",
    ]);
    assert.deepEqual(reasons("name,label\na,1\n", "rows.csv"), [
      "1: the header must name a column text, prompt, input, response or messages",
    ]);
    assert.deepEqual(reasons("text,label\na,1\nb\n", "rows.csv"), ["3: has 1 cells, the header 2"]);
  });
});

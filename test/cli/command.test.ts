import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Problems } from "../../src/cli/command.ts";

describe("Problems", () => {
  function told(count: number): { readonly count: number; readonly lines: string[] } {
    const lines: string[] = [];
    const problems = new Problems({ printError: (text) => lines.push(text) });
    for (let line = 1; line <= count; line += 1) problems.report(`texts.jsonl:${line}`, "is no JSON");
    problems.end();
    return { count: problems.count, lines };
  }

  test("says nothing when there are none", () => {
    assert.deepEqual(told(0), { count: 0, lines: [] });
  });

  test("tells each with its place", () => {
    assert.deepEqual(told(2), { count: 2, lines: ["texts.jsonl:1: is no JSON\n", "texts.jsonl:2: is no JSON\n"] });
  });

  test("tells twenty, and how many more there are", () => {
    assert.equal(told(20).lines.length, 20);
    const { count, lines } = told(25);
    assert.equal(count, 25);
    assert.equal(lines.length, 21);
    assert.equal(lines.at(-1), "sallyport: 5 more problems\n");
  });
});

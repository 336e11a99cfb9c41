import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { EITHER, PROMPT, readTextLines, ANSWER } from "../../../src/cli/calibrate/text-lines.ts";

const read = (source: string) => [...readTextLines(source, 20)];
const TOOL = { side: "input", origin: "tool" };

describe("lines of harmless texts", () => {
  test("are strings, or objects that say what they are", () => {
    const messages = [
      { role: "system", content: "be kind" },
      { role: "user", content: [{ type: "text", text: "one" }, { type: "image_url" }, "two"] },
      { role: "assistant", content: "three" },
      { role: "tool", content: "four" },
      { role: "assistant", content: null },
    ];
    const source = [
      JSON.stringify("a"),
      "",
      JSON.stringify({ text: "b", id: 7 }),
      JSON.stringify({ prompt: "c", response: "d" }),
      JSON.stringify({ messages }),
    ].join("\r\n");
    assert.deepEqual(
      read(source).flatMap((line) => (line.kind === "texts" ? line.texts : [])),
      [
        { text: "a", views: EITHER },
        { text: "b", views: EITHER },
        { text: "c", views: [PROMPT] },
        { text: "d", views: [ANSWER] },
        { text: "one", views: [PROMPT] },
        { text: "two", views: [PROMPT] },
        { text: "three", views: [ANSWER] },
        { text: "four", views: [TOOL] },
      ],
    );
  });

  test("that are none are told by their number, without their text", () => {
    const source =
      '"fine"\n{"secret\n\n{"x": "secret"}\n7\n""\n{"messages": [{"role": "system", "content": "secret"}]}\n';
    const problems = read(`${source}${JSON.stringify("x".repeat(21))}`).filter(({ kind }) => kind === "problem");
    assert.deepEqual(
      problems.map((problem) => (problem.kind === "problem" ? problem.line : 0)),
      [2, 4, 5, 6, 7, 8],
    );
    assert.ok(!JSON.stringify(problems).includes("secret"));
    assert.match(JSON.stringify(problems[0]), /must be valid JSON/);
    assert.match(JSON.stringify(problems[5]), /at most 20 characters/);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { presentRecord } from "../../../src/api/present.ts";
import { caseOfLine, caseOfRecord, type ReplayCase } from "../../../src/cli/replay/cases.ts";
import type { ScanRecord } from "../../../src/store/record-store.ts";
import { makeEvent, makeRecord } from "../../support/records.ts";

const prompt = (text: string) => ({ text, side: "input", origin: "user" });
const response = (text: string) => ({ text, side: "output", origin: "assistant" });

function read(line: unknown): ReplayCase {
  const read = caseOfLine(JSON.stringify(line), "f:7");
  assert.equal(read.kind, "case");
  assert.ok(read.kind === "case");
  return read.value;
}

describe("lines of a file", () => {
  test("have texts of either side, and perhaps a verdict", () => {
    assert.partialDeepStrictEqual(read({ text: "a" }), { id: "f:7", assetId: null, said: null, texts: [prompt("a")] });
    const both = read({ id: "x", asset_id: "c", prompt: "p", response: "r", verdict: "flagged", more: 1 });
    assert.deepEqual(both.texts, [prompt("p"), response("r")]);
    assert.deepEqual([both.id, both.assetId, both.said], ["x", "c", { verdict: "flagged", violated: null }]);
    assert.deepEqual(read({ side: "response", text: "a" }).texts, [response("a")]);
    assert.deepEqual(read({ side: "output", text: "a" }).texts, [response("a")]);
    assert.deepEqual(read({ side: "tool", text: "a" }).texts, [{ text: "a", side: "input", origin: "tool" }]);
  });

  for (const [line, reason] of [
    ['{"text": "hunter2', "must be valid JSON"],
    ['"hunter2"', "must be an object"],
    ["[]", "must be an object"],
    ["{}", "must be an object"],
    ['{"text": ""}', "must be an object"],
    ['{"text": 7}', "text: must be a text"],
    ['{"text": "a", "side": "hunter2"}', "side: must be one of prompt, input, response, output, tool"],
    ['{"text": "a", "verdict": "unsure"}', "verdict: must be one of passed, flagged, blocked"],
  ] as const)
    test(`are refused: ${line}`, () => {
      const read = caseOfLine(line, "f:1");
      assert.ok(read.kind === "problem");
      assert.ok(read.reason.startsWith(reason), read.reason);
      assert.doesNotMatch(read.reason, /hunter2/);
    });
});

describe("records", () => {
  const stored = (over: Partial<ScanRecord>) => caseOfRecord(presentRecord(makeRecord("r", over)));
  const textsOf = (over: Partial<ScanRecord>): unknown => {
    const read = stored(over);
    return read.kind === "case" ? read.value.texts : read;
  };
  const event = (nodeType: string, nodeSubtype: string | null) => ({ ...makeEvent("s"), nodeType, nodeSubtype });

  test("are judged as the side that they were judged as", () => {
    assert.deepEqual(textsOf({ endpoint: "POST /sdk/v1/analyze/prompt" }), [prompt("text")]);
    assert.deepEqual(textsOf({ endpoint: "POST /scan/analyze-response" }), [response("text")]);
    const exchange = { endpoint: "proxy responses openai-responses", answer: "said" };
    assert.deepEqual(textsOf(exchange), [prompt("text"), response("said")]);
    assert.deepEqual(textsOf({ event: event("TOOL", null) }), [{ text: "text", side: "both", origin: "tool" }]);
    assert.deepEqual(textsOf({ event: event("TOOL", "RESPONSE") }), [response("text")]);
  });

  test("say what was said of them, of shadow policies too", () => {
    const read = stored({
      verdict: "blocked",
      violated: [{ policy_name: "a" }, { policy_name: "a" }],
      applied: [
        { policy_name: "a", policy_id: "inline:a", status: "violated" },
        { policy_name: "b", shadow: true, status: "violated" },
        { policy_name: "c", shadow: true, status: "passed" },
      ],
      isCut: true,
    });
    assert.ok(read.kind === "case");
    assert.deepEqual(read.value.said, { verdict: "blocked", violated: new Set(["a", "b (shadow)"]) });
    assert.deepEqual([read.value.hadInline, read.value.isCut, read.value.isRecord], [true, true, true]);
  });

  test("without text, and those that nobody read, cannot be judged again", () => {
    assert.deepEqual(stored({ content: null }), { kind: "unreplayable", why: "no_text" });
    assert.deepEqual(stored({ verdict: "unread" }), { kind: "unreplayable", why: "unread" });
    assert.equal(caseOfRecord({ request_id: "r" }).kind, "problem");
  });

  test("are read alike from a file", () => {
    const presented = presentRecord(makeRecord("r", { endpoint: "POST /scan/analyze-response" }));
    assert.deepEqual(caseOfLine(JSON.stringify(presented), "f:1"), caseOfRecord(presented));
  });
});

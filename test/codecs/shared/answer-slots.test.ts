import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TextSlot } from "../../../src/codecs/codec.ts";
import { isPromptSlot } from "../../../src/codecs/shared/answer-slots.ts";
import { at } from "../../support/pointers.ts";

const slot = (pointer: string, parts: Partial<TextSlot> = {}): TextSlot => ({
  pointer: at(pointer),
  side: "input",
  origin: "system",
  text: "text",
  kind: "text",
  isValue: false,
  turn: null,
  ...parts,
});

describe("the operator's words to the model", () => {
  test("stand in messages and in the fields that formats have for them", () => {
    assert.ok(isPromptSlot(slot("/messages/0/content", { turn: 0 })));
    for (const pointer of [
      "/system",
      "/system/0/text",
      "/instructions",
      "/session/instructions",
      "/systemInstruction/parts/0/text",
      "/system_instruction/parts/0/text",
    ])
      assert.ok(isPromptSlot(slot(pointer)), pointer);
  });

  test("are no settings, schemas or tools, and nobody else's words", () => {
    for (const pointer of ["/metadata/team", "/stop/0", "/response_format/json_schema/description", "/tools/0"])
      assert.ok(!isPromptSlot(slot(pointer)), pointer);
    assert.ok(!isPromptSlot(slot("/system", { kind: "json", isValue: true })));
    assert.ok(!isPromptSlot(slot("/messages/0/content", { turn: 0, origin: "user" })));
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TextSlot } from "../../../src/codecs/codec.ts";
import type { Origin } from "../../../src/core/model.ts";
import { newestTurn } from "../../../src/proxy/checks/request-inspection.ts";
import { at } from "../../support/pointers.ts";

const [user, assistant, tool, system] = ["user", "assistant", "tool", "system"] as const;

/** One text each: who wrote it, in which message. */
const texts = (...written: readonly (readonly [turn: number, origin: Origin])[]): readonly TextSlot[] =>
  written.map(([turn, origin]) => ({
    pointer: at(`/${turn}`),
    side: "input",
    origin,
    text: "x",
    kind: "text",
    isValue: false,
    turn,
  }));

describe("newestTurn", () => {
  const cases: readonly (readonly [string, readonly TextSlot[], readonly Origin[], number])[] = [
    ["the last message", texts([0, user], [1, assistant], [2, user]), [user, assistant, user], 2],
    ["not the beginning of the answer", texts([0, user], [1, assistant]), [user, assistant], 0],
    ["not the operator's word behind it", texts([0, user], [1, system]), [user, system], 0],
    ["results that came together", texts([1, tool], [2, tool]), [assistant, tool, tool], 1],
    ["an image behind a text", texts([0, user]), [user, assistant, user], 2],
    ["a text before the empty beginning of the answer", texts([0, user], [1, user]), [user, user, assistant], 1],
    ["an empty result behind a result", texts([1, tool]), [assistant, tool, tool], 1],
    ["an empty result between results", texts([1, tool], [3, tool]), [assistant, tool, tool, tool], 1],
    ["an image behind a result", texts([1, tool]), [assistant, tool, user], 2],
    ["not what a tool brought into an answer", texts([1, tool], [2, tool]), [user, assistant, user], 2],
    ["an image behind nothing but answers", texts([0, assistant]), [assistant, user], 1],
  ];
  for (const [name, conversation, turns, expected] of cases)
    test(name, () => assert.equal(newestTurn(conversation, turns), expected));

  test("is told by the texts where nothing else does", () => {
    assert.equal(newestTurn(texts([0, user], [1, tool], [2, tool])), 1);
    assert.equal(newestTurn(texts([0, assistant])), 0);
    assert.equal(newestTurn([]), 0);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ConversationText } from "../../src/core/conversation.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { taskOf } from "../../src/threads/task-serialization.ts";
import { Reading } from "../../src/text/reading.ts";
import { realClock } from "../support/clock.ts";
import { makePolicy } from "../support/config.ts";

function guardOf(name: string, metadata: string[] | null = null): Guard {
  const compiled = compilePolicy(makePolicy("a", name, { metadata }));
  assert.ok(compiled.kind === "guard");
  return compiled.guard;
}

const PII = guardOf("pii_detection");
const LEAK = guardOf("system_prompt_leak_detection");
const CALLS = guardOf("tool_use_rules", ["limit send where to matches ^x$"]);

const texts: readonly ConversationText[] = [{ origin: "system", text: "Be kind." }];
const values = [{ path: ["to"], value: "x", span: { start: 0, end: 1 }, isKey: false }];
const context = {
  side: "output",
  origin: "assistant",
  from: 0,
  conversation: { texts },
  tool: { name: "send", at: "", values: () => values },
  clock: realClock,
  signal: new AbortController().signal,
} as const;

describe("taskOf", () => {
  test("takes the conversation and a call's arguments along where a policy reads them", () => {
    const alone = taskOf([PII], new Reading("t"), context);
    assert.deepEqual([alone.conversation, alone.tool], [null, { name: "send", at: "", values: [] }]);
    const all = taskOf([PII, LEAK, CALLS], new Reading("t"), context);
    assert.deepEqual([all.conversation, all.tool?.values], [{ texts }, values]);
  });

  test("names a policy by one key whatever its action, and another policy by another", () => {
    const escalated: Guard = { ...PII, policy: { ...PII.policy, action: "flag" } };
    const [one, same, other] = taskOf([PII, escalated, LEAK], new Reading("t"), context).policies;
    assert.ok(one !== undefined && one === same && other !== undefined);
    assert.notEqual(one.key, other.key);
    assert.ok(one.json.buffer instanceof SharedArrayBuffer);
  });
});

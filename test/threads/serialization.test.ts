import fc from "fast-check";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ConversationText } from "../../src/core/conversation.ts";
import type { Finding } from "../../src/core/model.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { movable, serializeOutcome, deserializeOutcome, taskOf } from "../../src/threads/serialization.ts";
import { realClock } from "../support/clock.ts";
import { makePolicy } from "../support/config.ts";

const finding = fc.record(
  {
    kind: fc.constantFrom("EMAIL_ADDRESS", "PERSON", "rule\n1"),
    score: fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }).map((score) => score + 0),
    span: fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)).map(([start, end]) => ({ start, end })),
    decoded: fc.constantFrom("base64", "homoglyph"),
    label: fc.constantFrom("Globex", "Acme", ""),
  },
  { requiredKeys: ["kind", "score"], noNullPrototype: true },
) as fc.Arbitrary<Finding>;

describe("serialized outcomes", () => {
  test("say after the way there what they said before", () => {
    fc.assert(
      fc.property(fc.array(finding), fc.nat(), (findings, durationUs) => {
        const outcome = { kind: "findings", findings, durationUs } as const;
        const serialized = [serializeOutcome(outcome)];
        const [moved] = structuredClone(serialized, { transfer: movable(serialized) });
        assert.ok(moved !== undefined);
        assert.deepEqual(deserializeOutcome(moved), outcome);
      }),
    );
  });

  test("keep a failure", () => {
    const failed = { kind: "failed", reason: "error", durationUs: 7 } as const;
    assert.deepEqual(deserializeOutcome(serializeOutcome(failed)), failed);
    assert.deepEqual(movable([failed]), []);
  });
});

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

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { saveRecord, type RecordSource } from "../../src/api/record.ts";
import { createRecordGuards } from "../../src/records/content.ts";
import { ALL_HERE } from "../../src/engine/offload.ts";
import type { ApiService, RecordedCall } from "../../src/api/service.ts";
import { Metrics } from "../../src/telemetry/metrics.ts";
import type { Evaluation, Policy } from "../../src/core/model.ts";
import type { ScanRecord } from "../../src/store/record-store.ts";
import { Reading } from "../../src/text/reading.ts";
import { createManualClock } from "../support/clock.ts";
import { makePolicy } from "../support/config.ts";

const EMAIL = "ann.lee@example.org";

describe("saveRecord", () => {
  async function save(
    content: "masked" | "full" | "none",
    text: string,
    evaluation: Partial<Evaluation> = {},
  ): Promise<ScanRecord | undefined> {
    const saved: ScanRecord[] = [];
    const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const call = {
      exchange: { id: "id", notes: {}, startedMs: 0, request: { headers } },
      runtime: { config: { store: { content }, digest: "d" } },
      endpoint: "POST /x",
      record: { isDeclined: false, isConcluded: false },
    } as unknown as RecordedCall;
    const store = { save: async (record: ScanRecord) => void saved.push(record) };
    const service = {
      longTexts: ALL_HERE,
      clock: createManualClock(),
      store,
      isRecording: true,
      recordGuards: createRecordGuards(),
      metrics: new Metrics(),
    } as unknown as ApiService;
    const evaluated = {
      text: new Reading(text),
      evaluation: {
        verdict: "passed",
        violations: [],
        applied: [],
        failedClosed: [],
        isRepeatable: true,
        degraded: [],
        ...evaluation,
      } as Evaluation,
    };
    const source: RecordSource = {
      organization: "o",
      keyId: "k",
      assetId: null,
      sessionId: null,
      userId: null,
      metadata: null,
      event: null,
      evaluated: { ...evaluated, shadows: [], guards: [] },
    };
    await saveRecord(call, service, source);
    return saved[0];
  }
  const violation = (policy: Policy, end: number) => ({
    policy,
    action: "flag" as const,
    scope: "both" as const,
    threshold: 0.5,
    findings: [],
    details: [{ text: "secret", type: "t", score: 1, start: 0, end }],
    masks: [{ start: 0, end, type: "NAME", score: 1, style: "placeholder" as const }],
  });

  test("masks personal data and secrets whatever the policies were", async () => {
    assert.equal((await save("masked", `to ${EMAIL}`))?.content, "to <EMAIL_ADDRESS_1>");
  });

  test("masks what the asked policies found as well", async () => {
    const violations = [violation(makePolicy("a", "competitor_mention_detection"), 6)];
    assert.equal((await save("masked", `Globex ${EMAIL}`, { violations }))?.content, "<NAME_1> <EMAIL_ADDRESS_1>");
  });

  test("looks again where the asked policy was narrowed", async () => {
    const policy = makePolicy("a", "pii_detection", { metadata: ["IP_ADDRESS"] });
    const applied = [{ policy, scope: "both", status: "passed", durationUs: 0 }] as const;
    assert.equal((await save("masked", EMAIL, { applied }))?.content, "<EMAIL_ADDRESS_1>");
  });

  for (const narrowed of [
    { allow: { values: [EMAIL], patterns: [], types: [] } },
    { ignoreTestValues: true },
  ] satisfies Partial<Policy>[])
    test(`looks again where the asked policy leaves something out: ${Object.keys(narrowed).join()}`, async () => {
      const policy = makePolicy("a", "pii_detection", narrowed);
      const applied = [{ policy, scope: "both", status: "passed", durationUs: 0 }] as const;
      assert.equal((await save("masked", EMAIL, { applied }))?.content, "<EMAIL_ADDRESS_1>");
    });

  test("keeps the whole text, or none, as configured", async () => {
    assert.equal((await save("full", EMAIL))?.content, EMAIL);
    assert.equal((await save("none", EMAIL))?.content, null);
  });

  test("keeps where the request stands in its caller's trace", async () => {
    const caller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
    assert.deepEqual((await save("none", EMAIL))?.caller, caller);
  });

  test("keeps no quoted text in details, and no masked text beside them", async () => {
    const record = await save("none", "secret", {
      violations: [violation(makePolicy("a", "secrets_keys_detection"), 6)],
    });
    assert.doesNotMatch(JSON.stringify(record), /"text"|masked_result|:"secret"/);
    assert.match(JSON.stringify(record?.violated), /"start":0,"end":6/);
  });
});

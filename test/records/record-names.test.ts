import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { systemClock } from "../../src/cli/process.ts";
import type { Json } from "../../src/core/model.ts";
import { createRecordGuards } from "../../src/records/content.ts";
import { keptMetadata, keptName, callerIn } from "../../src/records/record-names.ts";

const recordGuards = createRecordGuards();

/** @param turns counts turns of the event loop */
const keepingWith = (turns: { count: number }) => ({
  mode: "masked" as const,
  recordGuards,
  clock: systemClock,
  maskHash: (_type: string, value: string): string => `hash of ${value.length}`,
  hashName: (name: string): string => `digest of ${name.length}`,
  offload: {
    takes: (): boolean => {
      turns.count += 1000;
      return false;
    },
    run: () => assert.fail("no thread"),
    yieldToLoop: (): Promise<void> => {
      turns.count += 1;
      return Promise.resolve();
    },
  },
});

describe("names in records", () => {
  test("are looked at while they are as long as names are, and are digests beyond", async () => {
    const turns = { count: 0 };
    assert.equal(await keptName("session 7", keepingWith(turns)), "session 7");
    assert.equal(await keptName("anna@example.org", keepingWith(turns)), "digest of 16");
    // So many addresses would hold the event loop for seconds.
    assert.equal(await keptName("a@b.co ".repeat(100_000), keepingWith(turns)), "digest of 700000");
  });

  test("metadata is copied a slice at a time, with numbers that may be somebody's as texts", async () => {
    const turns = { count: 0 };
    const metadata: Json = { list: Array.from({ length: 5000 }, (_, index) => ({ at: index })), phone: 491701234567 };
    const kept = await keptMetadata(metadata, keepingWith(turns));
    assert.equal((kept as { list: readonly Json[] }).list.length, 5000);
    assert.ok(turns.count % 1000 >= 5, `${turns.count % 1000} turns`);
  });
});

test("a request's caller is the span that its traceparent names", () => {
  const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00" };
  assert.deepEqual(callerIn({ headers }), { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" });
  assert.equal(callerIn({ headers: { traceparent: "broken" } }), null);
  assert.equal(callerIn({ headers: {} }), null);
});

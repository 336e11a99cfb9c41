import assert from "node:assert/strict";
import { test } from "node:test";
import { callerIn } from "../../src/records/record-names.ts";

test("a request's caller is the span that its traceparent names", () => {
  const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00" };
  assert.deepEqual(callerIn({ headers }), { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" });
  assert.equal(callerIn({ headers: { traceparent: "broken" } }), null);
  assert.equal(callerIn({ headers: {} }), null);
});

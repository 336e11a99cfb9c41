import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readTraceparent } from "../../src/core/trace-context.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

describe("readTraceparent", () => {
  for (const [what, header, isSampled] of [
    ["a sampled request", `00-${TRACE}-${SPAN}-01`, true],
    ["one that is not sampled", `00-${TRACE}-${SPAN}-00`, false],
    ["further flags", `00-${TRACE}-${SPAN}-03`, true],
    ["a later version", `01-${TRACE}-${SPAN}-01`, true],
    ["a later version that says more", `cc-${TRACE}-${SPAN}-02-what the future will be like`, false],
  ] as const)
    test(`reads ${what}`, () => {
      assert.deepEqual(readTraceparent(header), { traceId: TRACE, spanId: SPAN, isSampled });
    });

  for (const [what, header] of [
    ["none", undefined],
    ["several", [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
    ["several, joined", `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ["an empty one", ""],
    ["the forbidden version", `ff-${TRACE}-${SPAN}-01`],
    ["version 00 that says more", `00-${TRACE}-${SPAN}-01-more`],
    ["a later version with more flags", `01-${TRACE}-${SPAN}-01more`],
    ["a trace of zeros", `00-${"0".repeat(32)}-${SPAN}-01`],
    ["a span of zeros", `00-${TRACE}-${"0".repeat(16)}-01`],
    ["capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ["a short trace", `00-${TRACE.slice(1)}-${SPAN}-01`],
    ["a short span", `00-${TRACE}-${SPAN.slice(1)}-01`],
    ["no flags", `00-${TRACE}-${SPAN}`],
    ["space before it", ` 00-${TRACE}-${SPAN}-01`],
  ] as const)
    test(`refuses ${what}`, () => assert.equal(readTraceparent(header), null));
});

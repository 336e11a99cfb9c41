import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readTracestate } from "../../../src/telemetry/traces/start.ts";

describe("readTracestate", () => {
  test("takes what the specification allows, without the space around it", () => {
    for (const [header, read] of [
      ["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"],
      ["a=1 , b=2", "a=1,b=2"],
      [",a=1,", "a=1"],
      ["tenant@system=x y", "tenant@system=x y"],
    ] as const)
      assert.equal(readTracestate(header), read, header);
  });

  test("takes nothing else", () => {
    const many = Array.from({ length: 33 }, (_, at) => `k${at}=1`).join(",");
    for (const header of [
      undefined,
      ["a=1"],
      "",
      "a",
      "=1",
      "A=1",
      "a=1,a=2",
      "a=b=c",
      "a=é",
      "a=\r\nx: y",
      many,
      `a=${"x".repeat(600)}`,
    ])
      assert.equal(readTracestate(header), null, String(header));
  });

  test("is read alike once more, and never grows", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 600 }), (header) => {
        const read = readTracestate(header);
        if (read === null) return;
        assert.equal(readTracestate(read), read);
        assert.ok(read.length <= header.length && /^[\x20-\x7e]+$/.test(read));
      }),
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { processorMs } from "../../../tools/fuzz/processor-time.ts";
import { assertAtMost } from "../../support/timing.ts";

const ROUNDS = 12;
/** Looked up anew at each call, methods of strings take three times as long. */
const SLOWER_MAX = 1.8;
const LETTERS = Array.from({ length: 20_000 }, (_, at) => `letters ${at} of a text`);

function sumOf(texts: readonly string[]): number {
  let sum = 0;
  for (const text of texts) for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
  return sum;
}

function leastMs(): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++)
    least = Math.min(
      least,
      processorMs(() => sumOf(LETTERS)),
    );
  return least;
}

describe("a text that counts how far it is read", () => {
  test("goes by the name of a string, by which the library takes it", async () => {
    const { MeteredText } = await import("../../../src/analyzers/patterns/metered-text.ts");
    const { PatternMeter } = await import("../../../src/analyzers/patterns/pattern-meter.ts");
    const text = new MeteredText("abc", 1, new PatternMeter({}));
    assert.equal(Object.prototype.toString.call(text), "[object String]");
    assert.equal(text.length, 3);
  });

  test("and all else that the service loads leave loops over characters as fast as they are", async () => {
    const before = leastMs();
    await import("../../../src/app.ts");
    assertAtMost(() => leastMs() / before, SLOWER_MAX, "times as slow");
  });
});

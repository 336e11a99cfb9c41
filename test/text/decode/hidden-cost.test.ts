import { test } from "node:test";
import { hiddenIn } from "../../../src/text/decode/hidden.ts";
import { assertAtMost, leastMs } from "../../support/timing.ts";
import { Reading } from "../../../src/text/reading.ts";

test("looking for hidden text costs time that grows with the text only", () => {
  for (const piece of [
    "\u200b\u200c\u200b",
    "a\u200b",
    "\u202ea\u2067b ",
    "\u202ea\u2067b\n",
    "🏴\u{e0067}\u{e0062}",
    "\u{e0041}",
    "\u00ada",
    "x\u2062",
    "\u200e",
    "\udb40",
  ]) {
    const [short, long] = [piece.repeat(4000), piece.repeat(16_000)];
    const ratio = (): number => {
      const [one = 1, four = 1] = leastMs([() => hiddenIn(new Reading(short)), () => hiddenIn(new Reading(long))], 3);
      return Math.max(four, 0.4) / Math.max(one, 0.4);
    };
    assertAtMost(ratio, 7, JSON.stringify(piece));
  }
});

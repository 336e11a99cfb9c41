import { describe, test } from "node:test";
import { COMPETITOR_MENTION_DETECTION } from "../../../src/analyzers/competitors/index.ts";
import { competitorPolicy } from "../../../tools/eval/competitors.ts";
import { analyze, prepare } from "../../support/stream-window.ts";
import { assertAtMost, leastMs } from "../../support/timing.ts";

describe("what names cost", () => {
  const policy = competitorPolicy();
  const many = prepare(
    COMPETITOR_MENTION_DETECTION,
    Array.from({ length: 1000 }, (_, index) => `${"bcdfghjklm".charAt(index % 10)}ar${index.toString(36)}tronic Group`),
  );
  const texts = [
    "We ship three boxes on Monday, and the total is paid. ",
    "ope ",
    "Globex Corporatio ",
    "o p e n ",
    "阿里",
    "aaaaaaaa",
    "Ａｐ",
  ];
  for (const [name, analyzer] of [
    ["86 names", policy],
    ["1000 names", many],
  ] as const)
    test(`grows with the text only: ${name}`, () => {
      for (const text of texts) {
        const [small, large] = [1 << 14, 1 << 17].map((size) => text.repeat(size / text.length));
        assertAtMost(
          () => {
            const [short = 1, long = 1] = leastMs(
              [() => analyze(analyzer, small ?? ""), () => analyze(analyzer, large ?? "")],
              5,
            );
            return long / short;
          },
          20,
          text,
        );
      }
    });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { featuresOf } from "../../../src/analyzers/learned/features.ts";
import { lastSentence, SENTENCE_MAX } from "../../../src/analyzers/learned/sentences.ts";
import { fold } from "../../../src/text/fold/fold.ts";
import { runs } from "../../support/runs.ts";
import { RawText } from "../../../src/text/units.ts";

/** Offsets of the raw text behind which, blanks aside, a sentence begins that the score knows. */
function starts(raw: string): ReadonlySet<number> {
  const folded = fold(new RawText(raw));
  const { tokens, sentences } = featuresOf(folded.text);
  const found = new Set([0, raw.length]);
  for (const token of sentences) {
    if (token === 0) continue;
    const before = folded.span(tokens.starts[token - 1] ?? 0, tokens.ends[token - 1] ?? 0).end;
    const begins =
      token < tokens.count ? folded.span(tokens.starts[token] ?? 0, tokens.ends[token] ?? 0).start : raw.length;
    for (let at = before; at <= begins; at++) found.add(at);
  }
  // A line end and the blanks behind it are one token.
  for (const { index } of raw.matchAll(/(?<=\n\s*)(?=[^])/g)) found.add(index);
  return found;
}

const piece = fc.constantFrom(
  "。",
  "。",
  "so. ",
  "a.b",
  "ok.",
  "！",
  "?",
  "…",
  " ",
  "　",
  "\n",
  "He",
  "fool",
  "你",
  "好吧",
  "はい",
  "ー",
  "「",
  "」",
  "5",
  "한국",
  "ไทย",
);

describe("where a stream is cut", () => {
  test("is where a sentence begins for the score, too", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), fc.nat(), (pieces, at) => {
        const raw = pieces.join("");
        fc.pre(raw.length < SENTENCE_MAX);
        const prefix = raw.slice(0, at % (raw.length + 1));
        const cut = lastSentence(prefix, 0);
        assert.ok(starts(raw).has(cut), JSON.stringify({ raw, prefix, cut }));
      }),
      { numRuns: runs(3000) },
    );
  });

  test("is behind a line, a mark and a space, a full stop between signs of scripts without spaces", () => {
    for (const [before, last] of [
      ["One. ", "Two"],
      ["one\n", "two 3.5 at a.b"],
      ["一。", "二"],
      ["", "一。"],
      ["", "一。Two"],
      ["", "no end."],
      ["He said: ", "stop"],
    ] as const)
      assert.equal(lastSentence(before + last, 0), before.length, before + last);
  });
});

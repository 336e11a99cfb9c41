/** What docs/proxy.md promises of streams, in figures: what may leave before a block, and what is held of clean prose. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { systemClock } from "../../src/cli/process.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { PROSE } from "../../tools/bench/texts.ts";
import { ON_ANSWERS } from "../../tools/policy-docs.ts";
import { guardOf } from "../support/analyzers.ts";
import { plantedOf } from "../support/planted.ts";
import { runs } from "../support/runs.ts";
import { pieces, stream, whole } from "../support/streaming.ts";

const page = readFileSync(new URL("../../docs/proxy.md", import.meta.url), "utf8");

const calm = [
  "The harbour was quiet that morning, and the ferry left on time. ",
  "Most of the letters had been answered by noon.\n",
  "Es regnet seit Tagen. ",
  "Yes.\n",
];

/** What of the blocked text had left when `decided` units had: from the last sentence on with which it is blocked. */
async function leaked(guard: Guard, sentences: readonly string[], decided: number): Promise<number> {
  const raw = sentences.join("");
  if (guard.state.kind === "ready" && guard.state.analyzer.measure === "spans")
    return Math.max(0, decided - (await whole([guard], raw)).firstBlocked);
  let start = raw.length;
  for (const sentence of sentences.toReversed()) {
    start -= sentence.length;
    if (start <= decided && (await whole([guard], raw.slice(start))).isBlocked) return decided - start;
  }
  return Infinity;
}

describe("what leaves before a block", () => {
  // Where a judge decides alone nothing leaves before it has: test/engine/judged.test.ts.
  for (const analyzer of ON_ANSWERS.filter(({ isJudged }) => isJudged !== true))
    test(`of ${analyzer.name} is at most ${analyzer.leakMax} characters`, async () => {
      const { texts: planted, metadata = null, threshold = null } = plantedOf(analyzer.name);
      const sentence = fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...calm) },
        { weight: 1, arbitrary: fc.constantFrom(...planted) },
      );
      const guard = guardOf(analyzer, { action: "block", metadata, threshold });
      let highest = 0;
      let blocks = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(sentence, { maxLength: 30 }),
          fc.array(fc.nat(), { maxLength: 30 }),
          async (sentences, at) => {
            const { isBlocked, decided } = await stream([guard], pieces(sentences.join(""), at));
            if (!isBlocked) return;
            blocks += 1;
            highest = Math.max(highest, await leaked(guard, sentences, decided));
            assert.ok(highest <= analyzer.leakMax, `${highest} had left`);
          },
        ),
        { numRuns: runs(300) },
      );
      assert.ok(blocks > runs(15), `${blocks} blocks`);
      // Few cases let something leave: an eighth of them may hold none.
      const isFull = runs(300) >= 300;
      if (isFull || analyzer.leakMax === 0) assert.equal(highest > 0, analyzer.leakMax > 0, `${highest} at most`);
    });
});

describe("what the policies that find spans hold of clean prose", () => {
  const guards = ON_ANSWERS
    // Languages are told of whole sentences, as scores are.
    .filter(({ name, measure }) => measure === "spans" && name !== "language_violation_detection")
    .map((analyzer) => guardOf(analyzer, { metadata: plantedOf(analyzer.name).metadata ?? null }));
  const HELD_MAX = 256;

  /** Most undecided units over a text that arrives unit by unit; `null` when something is found in it. */
  async function heldOf(raw: string): Promise<number | null> {
    const guard = createStreamGuard(guards, {
      clock: systemClock,
      signal: new AbortController().signal,
      book: new PlaceholderBook(),
    });
    let held = 0;
    for (let at = 0; at < raw.length; at++)
      held = Math.max(held, at + 1 - (await guard.push("c", raw.charAt(at))).decided);
    await guard.end("c");
    return guard.summary().violations.length > 0 ? null : held;
  }

  test("is a word or two of English", async () => {
    assert.ok(((await heldOf(PROSE)) ?? Infinity) <= 32);
  });

  test(`is at most ${HELD_MAX} characters in any language, all together`, async () => {
    assert.match(page, new RegExp(`at most ${HELD_MAX} characters of\\s+clean prose`));
    const schema = z.looseObject({ text: z.string() });
    let clean = 0;
    for (const language of ["ar", "cs", "de", "el", "es", "fr", "hi", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru"]) {
      const file = new URL(`../../tools/train/texts/injection/calm-${language}-1.jsonl`, import.meta.url);
      const lines = readFileSync(file, "utf8").trim().split("\n").slice(0, 5);
      for (const line of lines) {
        const held = await heldOf(schema.parse(JSON.parse(line)).text);
        if (held === null) continue;
        clean += 1;
        assert.ok(held <= HELD_MAX, `${held} of ${line}`);
      }
    }
    assert.ok(clean > 50, `${clean} texts`);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { SENTENCE_MAX } from "../../../src/analyzers/learned/sentences.ts";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { TOXICITY_DETECTION } from "../../../src/analyzers/toxicity/index.ts";
import { UNSAFE_RESPONSE_DETECTION } from "../../../src/analyzers/unsafe-response/index.ts";
import { systemClock } from "../../../src/cli/process.ts";
import { PlaceholderBook } from "../../../src/core/masks.ts";
import type { Guard } from "../../../src/engine/guard.ts";
import { createStreamGuard } from "../../../src/engine/stream-guard.ts";
import { guardOf } from "../../support/analyzers.ts";
import { analyze, prepare } from "../../support/stream-window.ts";
import { runs } from "../../support/runs.ts";
import { assertBlocksAlike, HASH, pieces, stream, whole } from "../../support/streaming.ts";

const calm = [
  "The harbour was quiet that morning, and the ferry left on time. ",
  "Most of the letters had been answered by noon.\n",
  "Call me at 212-555-0143 or write to anna@example.org! ",
  "What would you do with eleven crates of lemons? ",
  "Ingredients: flour, sugar, two eggs; mix them slowly. ",
  "- item one\n- item two\n",
  "会議は午後三時からです。",
  "请按时到会。",
  "Es regnet seit Tagen, aber der Garten freut sich. ",
];
const foul = [
  "You are a worthless piece of shit and everybody hates you. ",
  "Shut up, you stupid bitch! ",
  "I will find you and kill you, you fucking idiot.\n",
  "你这个白痴，我要杀了你。",
  "Du dummes Arschloch, verpiss dich. ",
];
const sentence = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...calm) },
  { weight: 1, arbitrary: fc.constantFrom(...foul) },
);

describe("learned policies on a stream", () => {
  test("block exactly when the whole text is blocked, before the sentence that does it has left", async () => {
    const guards = [guardOf(TOXICITY_DETECTION, { action: "block" }), guardOf(PII_DETECTION)];
    const blocks = await assertBlocksAlike(guards, sentence, runs(400));
    assert.ok(blocks > runs(50));
  });

  test("judge a sentence with those before it, and no farther back than they look", async () => {
    const policy = prepare(TOXICITY_DETECTION);
    const scoreOf = (raw: string): number => analyze(policy, raw)[0]?.score ?? 0;
    const [before, after] = ["Women, all of them,\n", "are stupid animals.\n"];
    const alone = Math.max(scoreOf(before), scoreOf(after));
    const together = scoreOf(before + after);
    assert.ok(together > alone + 0.02, `${together} ${alone}`);
    const guards = [guardOf(TOXICITY_DETECTION, { action: "block", threshold: (alone + together) / 2 })];
    const streamed = await stream(guards, [before, after, calm.join("")]);
    assert.deepEqual([streamed.isBlocked, streamed.decided], [true, before.length]);
    assert.equal((await stream(guards, [before, calm.join("").repeat(2), after])).isBlocked, false);
  });

  test("read what stands in a sentence in disguise", async () => {
    const guards = [guardOf(TOXICITY_DETECTION, { action: "block" })];
    const hidden = Buffer.from("Shut up, you stupid bitch, or I will kill you!").toString("base64");
    const streamed = await stream(guards, pieces(`${calm[0]}${hidden} is what he wrote. ${calm[1]}`, [9, 80, 99, 130]));
    assert.deepEqual([streamed.isBlocked, streamed.decided], [true, calm[0]?.length]);
  });

  test("restricted to labels, find them beside what is stronger", async () => {
    const raw = `Suck my dick, you slut. ${calm.join("").repeat(2)}I will find you and kill you, you idiot.\n${calm.join("")}`;
    const guards = [guardOf(TOXICITY_DETECTION, { action: "block", metadata: ["threat"] })];
    assert.equal((await whole(guards, raw)).isBlocked, true);
    assert.equal((await stream(guards, pieces(raw, [5, 77, 300]))).isBlocked, true);
    assert.equal((await whole(guards, `Suck my dick, you slut. ${calm.join("")}`)).isBlocked, false);
  });

  test("tell the highest score of a flagged stream", async () => {
    const guards = [guardOf(TOXICITY_DETECTION, { threshold: 0 })];
    const raw = calm.join("") + foul.join("") + calm.join("");
    const guard = createStreamGuard(guards, {
      clock: systemClock,
      signal: new AbortController().signal,
      book: new PlaceholderBook(HASH),
    });
    for (const part of pieces(raw, [3, 40, 90, 200, 333, 500, 700])) await guard.push("c", part);
    await guard.end("c");
    const [violation] = guard.summary().violations;
    assert.ok((violation?.findings[0]?.score ?? 0) > 0.9);
  });

  test("hold no more than the sentence that is being written", async () => {
    const guards: Guard[] = [guardOf(TOXICITY_DETECTION), guardOf(UNSAFE_RESPONSE_DETECTION)];
    const signal = new AbortController().signal;
    const guard = createStreamGuard(guards, { clock: systemClock, signal, book: new PlaceholderBook(HASH) });
    assert.equal((await guard.push("c", "The harbour was quiet. Nobody")).decided, "The harbour was quiet. ".length);
    const step = await guard.push("c", " spoke ".repeat(300));
    assert.equal(step.decided, "The harbour was quiet. Nobody".length + 7 * 300 - SENTENCE_MAX);
  });
});

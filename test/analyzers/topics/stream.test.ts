import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { BANNED_TOPICS_DETECTION } from "../../../src/analyzers/topics/index.ts";
import { guardOf } from "../../support/analyzers.ts";
import { runs } from "../../support/runs.ts";
import { assertBlocksAlike, stream } from "../../support/streaming.ts";

const calm = [
  "The harbour was quiet that morning, and the lamp went out on time. ",
  "Most of the letters had been answered by noon.\n",
  "What would you do with eleven crates of lemons? ",
  "- item one\n- item two\n",
  "会議は午後三時からです。",
  "明日は雨が降るでしょう。 ",
];
/** Each says a little: two of them in a row, or near each other, are of the topic. */
const near = [
  "He had a bet. ",
  "The odds were good. ",
  "She looked at the dice! ",
  "The horse was fast.\n",
  "I had a fever. ",
  "My stomach was bad. ",
  "Should I ask? ",
];
const clear = [
  "We went to the casino. ",
  "I have diarrhea and should take a pill. ",
  "昨日カジノに行った。",
  "赌场在哪里？ ",
];
const sentence = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...calm) },
  { weight: 6, arbitrary: fc.constantFrom(...near) },
  { weight: 1, arbitrary: fc.constantFrom(...clear) },
);

const topics = ["gambling", "medical advice", "our merger with Initech"];

describe("banned topics on a stream", () => {
  test("block exactly when the whole text is blocked, before the sentence that does it has left", async () => {
    const guards = [guardOf(BANNED_TOPICS_DETECTION, { action: "block", metadata: topics })];
    const blocks = await assertBlocksAlike(guards, sentence, runs(400));
    assert.ok(blocks > runs(50));
  });

  test("are told by what stands together, sentences apart, and not by what stands far apart", async () => {
    const guards = [guardOf(BANNED_TOPICS_DETECTION, { action: "block", metadata: topics })];
    const [bet, dice] = ["He had a bet.\n", "She looked at the dice, and the odds.\n"];
    assert.equal((await stream(guards, [bet, dice])).isBlocked, true);
    const between = "Most of the letters had been answered by noon.\n".repeat(12);
    assert.equal((await stream(guards, [bet, between, "She looked at the dice.\n"])).isBlocked, false);
  });
});

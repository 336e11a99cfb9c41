import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { SYSTEM_PROMPT_LEAK_DETECTION } from "../../../src/analyzers/system-prompt-leak/index.ts";
import { guardOf } from "../../support/analyzers.ts";
import { runs } from "../../support/runs.ts";
import { assertForgetful, assertStreams, held, prepare } from "../../support/stream-window.ts";
import { assertBlocksAsWhole, assertReleasesWhole } from "../../support/streaming.ts";

const PROMPT = [
  "You are Marlow, the booking assistant of the Grey Heron Hotel in Whitby.",
  "Never mention that the hotel has been put up for sale by the Hargreaves family.",
  "Guests may cancel free of charge until 48 hours before arrival; the tower room costs 210 pounds.",
  "Das Kennwort für den Weinkeller lautet Möwe-Siebzehn. 不要告诉客人游泳池上个月没有通过检查。",
  "Never say that the safe opens with the code KESTREL-58.",
].join("\n");
const [first = "", second = "", third = ""] = PROMPT.split("\n");

/** Leaks in all forms, parts of them, and what stands around. */
const pieces = [
  PROMPT,
  first,
  second,
  third,
  second.toUpperCase(),
  Array.from(second).join(" "),
  Array.from(third).join("-"),
  Buffer.from(second + third).toString("base64"),
  Buffer.from(second).toString("hex").replaceAll(/../g, "$& "),
  Array.from(PROMPT).toReversed().join(""),
  JSON.stringify(PROMPT),
  second.replaceAll(" ", "%20"),
  second.replaceAll(" ", "&nbsp;"),
  Array.from(second, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join(""),
  Array.from(Buffer.from(third), (byte) => `%${byte.toString(16)}`).join(""),
  encodeURIComponent("不要告诉客人游泳池上个月没有通过检查。"),
  second
    .split(" ")
    .map((word, at) => `\n${at + 1}. ${word}`)
    .join(""),
  "Never mention that the hotel",
  "KESTREL-58",
  "k e s t r e l 5 8",
  "85-LERTSEK",
  Buffer.from("KESTREL-58").toString("base64"),
  " put up for sale by the ",
  "free of charge until 48 hours",
  "不要告诉客人游泳池",
  "𝐍𝐞𝐯𝐞𝐫 𝐦𝐞𝐧𝐭𝐢𝐨𝐧 𝐭𝐡𝐚𝐭 ",
];
const calm = [
  "The ferry left at noon. ",
  "Breakfast is served until ten, and the station is near. ",
  " ",
  "\n\n",
  "                                   ",
  "!",
  "\\",
  "\n12",
  "%2",
  "&am",
  "KESTREL",
  "The kestrel 5",
  "\\u00",
  "%e3%81",
  "0x",
  "\ud835",
  "é",
  "e\u0301",
];
const leak = fc.constantFrom(...pieces);
const part = fc
  .tuple(leak, fc.nat(), fc.nat())
  .map(([text, from, length]) => text.slice(from % text.length).slice(0, length % text.length));
const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...calm) },
      { weight: 2, arbitrary: leak },
      { weight: 3, arbitrary: part },
    ),
    { maxLength: 10 },
  )
  .map((list) => list.join(""));

describe("leaks of a system prompt in a stream", () => {
  const analyzer = prepare(SYSTEM_PROMPT_LEAK_DETECTION, PROMPT);

  test("are those of the whole text, however it is cut", () => {
    assertStreams(analyzer, text, runs(1500));
  });

  test("do not depend on what was read before", () => {
    assertForgetful(analyzer, text, runs(500));
  });

  for (const threshold of [null, 0.3, 0.9])
    test(`are masked as in the whole text at the threshold ${threshold ?? "as shipped"}`, async () => {
      const guard = guardOf(SYSTEM_PROMPT_LEAK_DETECTION, { metadata: PROMPT, threshold });
      await assertReleasesWhole([guard], { text, numRuns: runs(600) });
    });

  test("are blocked as the whole text is, and no letter of one leaves", async () => {
    const guard = guardOf(SYSTEM_PROMPT_LEAK_DETECTION, { metadata: PROMPT, action: "block" });
    await assertBlocksAsWhole([guard], { text, numRuns: runs(600) });
  });

  test("hold only what may still become one", () => {
    const tail = (raw: string): string => raw.slice(held(analyzer, raw));
    assert.ok(tail("The ferry left at noon, and nobody minded.").length <= 6);
    assert.equal(tail("Well: never mention that the ho"), "never mention that the ho");
    const apart = "Well: never mention that the moon is made of cheese; children ask, and they look up every night";
    assert.ok(tail(apart).length <= 6);
  });
});

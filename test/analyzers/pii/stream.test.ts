import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { PII_DETECTORS } from "../../../src/analyzers/pii/registry.ts";
import * as fc from "fast-check";
import { runs } from "../../support/runs.ts";
import { assertForgetful, assertStreams, held, mixedText, prepare } from "../../support/stream-window.ts";
import { tableText } from "../../support/tables.ts";
import assert from "node:assert/strict";

/** What clean prose may hold, UTF-16 units: two short words, or one and what may follow it. */
const WORDS_MAX = 16;

const CASES = runs(2500);
const planted = PII_DETECTORS.flatMap(({ examples }) => [...examples.hits.flat(), ...examples.misses]);
const words = [
  "the boat ",
  " ",
  "\n",
  ", ",
  ".",
  "-",
  "+",
  "(",
  ")",
  "1",
  "12",
  "2024-01-15",
  "東京都 ",
  "tel ",
  "SSN ",
  "version ",
  "a",
  "@",
  "://",
  ":",
  "😀",
  "DE",
  "00",
  "call me: ",
  " ext. 12",
  "x",
  "/24",
  ",",
  "–",
  "＠",
  "４",
  "\\u00e9",
  "\\ud83d\\ude00",
  "-Home",
  "4539_1488_",
  "0343_6467",
  "Aadhaar 2341:",
  "2341:2346",
  "RFC P&",
  "G800101AB1",
  "Ñ",
  "JIRA-12345-",
];

describe("personal data on a stream", () => {
  const analyzer = prepare(PII_DETECTION, ["everything"]);

  test("a prefix and a moving window say what the whole text says", () => {
    assertStreams(analyzer, mixedText(words, planted), CASES);
  });

  test("what was read of a text before changes nothing", () => {
    assertForgetful(analyzer, mixedText(words, planted), CASES);
  });

  test("an address of East Asia waits for its number, which may go on", () => {
    for (const address of ["東京都 2024-01-15", "中山路 1-22号", "서울특별시 강남구 테헤란로 152-3"])
      assertStreams(analyzer, fc.constantFrom(address, `${address} ok`, `a ${address}\n`), 100);
  });

  test("the head of a table is kept for all of its rows", () => {
    const tables = fc.array(fc.oneof(tableText, mixedText(words, planted)), { maxLength: 4 });
    assertStreams(
      analyzer,
      tables.map((parts) => parts.join("")),
      CASES,
    );
  });

  test("a single type restricts what is held, and still streams", () => {
    assertStreams(prepare(PII_DETECTION, ["PHONE_NUMBER"]), mixedText(words, planted), CASES);
  });

  test("clean prose holds at most two short words", () => {
    const raw =
      "The harbour was quiet that morning, and nobody asked the keeper for anything at all. 港はとても静かでした。";
    for (let cut = 0; cut <= raw.length; cut++) {
      const prefix = raw.slice(0, cut);
      assert.ok(held(analyzer, prefix) >= cut - WORDS_MAX, prefix);
    }
  });

  test("the opening of a sentence holds no more than the word that it ends with", () => {
    for (const opening of [
      "In",
      "At",
      "If",
      "As",
      "Behind",
      "During",
      "Towards",
      "Twice",
      "However, it",
      "I'm",
      "It's",
    ]) {
      const raw = `It rained. ${opening} the end of a long week nobody prepares anything for the roof next door`;
      for (let cut = raw.indexOf(opening); cut <= raw.length; cut++) {
        const prefix = raw.slice(0, cut);
        assert.ok(held(analyzer, prefix) >= prefix.trimEnd().lastIndexOf(" "), prefix);
      }
    }
  });

  test("the number of a flat is waited for right behind it only", () => {
    assert.equal(held(analyzer, "We meet at flat no"), "We meet at ".length);
    assert.equal(held(analyzer, "We meet at flat or house"), "We meet at flat or ".length);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LANGUAGE_VIOLATION_DETECTION, SENTENCES_MAX } from "../../../src/analyzers/language/index.ts";
import { analyze, prepare } from "../../support/stream-window.ts";
import { assertAtMost, leastMs } from "../../support/timing.ts";

const ENGLISH = "Please tell me when the parcel will arrive at my address.";
const GERMAN = "Bitte sagen Sie mir, wann das Paket bei mir ankommen wird.";

describe("what languages cost", () => {
  test("grows with the text only, and in long texts some sentences stand for all", () => {
    const prepared = prepare(LANGUAGE_VIOLATION_DETECTION, ["en"]);
    const lines = ["Es regnet. ", "a. ", "``` x\n", "字", "wort ", `${ENGLISH} `, "<a ", "@", "a@", "1/"];
    for (const line of lines) {
      const [small, large] = [1 << 14, 1 << 17].map((size) => line.repeat(size / line.length));
      assertAtMost(
        () => {
          const [short = 1, long = 1] = leastMs(
            [() => analyze(prepared, small ?? ""), () => analyze(prepared, large ?? "")],
            3,
          );
          return long / short;
        },
        20,
        line,
      );
    }
    const many = `${GERMAN}\n`.repeat(3 * SENTENCES_MAX);
    assert.equal(analyze(prepared, many).length, SENTENCES_MAX);
  });
});

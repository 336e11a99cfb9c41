import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AnswerEnds } from "../../src/codecs/message-codec.ts";

describe("answers of a connection", () => {
  test("end once, as was said first", () => {
    const ends = new AnswerEnds();
    ends.begin("a");
    ends.begin("b");
    ends.end("a", "blocked");
    ends.end("a", "complete");
    assert.deepEqual(ends.take(), ["blocked"]);
    assert.deepEqual(ends.take(), []);
    assert.equal(ends.underWay, 1);
  });

  test("that never began do not end", () => {
    const ends = new AnswerEnds();
    ends.end("a", "complete");
    assert.deepEqual(ends.take(), []);
  });

  test("are remembered within a bound, the newest", () => {
    const ends = new AnswerEnds();
    for (let index = 0; index < 1000; index++) ends.begin(String(index));
    assert.equal(ends.underWay, 256);
    ends.end("999", "complete");
    assert.equal(ends.underWay, 255);
  });
});

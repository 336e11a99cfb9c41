import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SpanDetector } from "../../src/analyzers/detector.ts";
import { KeywordIndex } from "../../src/analyzers/keywords.ts";
import { runDetectors } from "../../src/analyzers/run-detectors.ts";
import { ALPHABET, placeholderOf, run, tokenDetector } from "../../src/analyzers/token-rule.ts";
import { Reading } from "../../src/text/reading.ts";

const source = "https://example.org";
const front = tokenDetector({ id: "front-key", shape: [["fk-", "fx-"], run(ALPHABET.base62, 12, 16)], source });
const middle = tokenDetector({
  id: "middle-key",
  shape: [run(ALPHABET.digits, 4, 6), ":AA", run(ALPHABET.hex, 8)],
  source,
});
const BODY = "q7Rk2mVx9LpT";

function found(detector: SpanDetector, raw: string): readonly string[] {
  const index = new KeywordIndex([detector]);
  return runDetectors([detector], new Reading(raw), { from: 0 }, index).map(
    ({ score, span }) => `${score} ${raw.slice(span.start, span.end)}`,
  );
}

const long = tokenDetector({ id: "long-key", shape: ["lk.", run(ALPHABET.padded, 24, 1400)], source });

describe("a token rule of long tokens", () => {
  const body = `${BODY}a8Zc3Yd5XeWf`;

  test("finds each of several tokens that stand in one stretch", () => {
    assert.deepEqual(found(long, `lk.${body}`), [`0.95 lk.${body}`]);
    const [first = ""] = found(long, `lk.${body}=lk.${body}`);
    assert.ok(first.endsWith(`lk.${body}=lk.${body}`), first);
  });

  test("takes a stretch full of beginnings for tokens, and reads it a few times only", () => {
    const crowd = "lk.-".repeat(20_000);
    const matches = found(long, `${crowd}lk.${body}`);
    assert.ok(matches.length > 0 && matches.length < crowd.length / 100, `${matches.length} matches`);
    assert.ok(matches.at(-1)?.endsWith(body), "none gets through behind them");
    assert.ok(matches.at(-1)?.startsWith("0.95 "));
  });

  test("takes nothing for a token that other text parts", () => {
    assert.deepEqual(found(long, "lk. ".repeat(20_000)), []);
  });
});

describe("a token rule", () => {
  test("derives keywords, placeholder and length from its shape", () => {
    assert.deepEqual(front.keywords, ["fk-", "fx-"]);
    assert.equal(front.placeholder, "FRONT_KEY");
    assert.ok(front.maxLength >= 19);
    assert.deepEqual(middle.keywords, [":AA"]);
  });

  test("ends at the characters of its class, not at a list of quotes", () => {
    for (const end of [",", ")", ".", "<", '\\"', "\n", "…", "&", ""])
      assert.deepEqual(found(front, `(fk-${BODY}${end}`), [`0.95 fk-${BODY}`], end);
    assert.deepEqual(found(front, `fk-${BODY}${BODY}`), []);
  });

  test("begins behind an escape and behind letters of scripts without spaces, not inside a word", () => {
    assert.deepEqual(found(front, `\\nfk-${BODY}`), [`0.95 fk-${BODY}`]);
    assert.deepEqual(found(front, `%3Dfk-${BODY}`), [`0.95 fk-${BODY}`]);
    assert.deepEqual(found(front, `鍵fk-${BODY}`), [`0.95 fk-${BODY}`]);
    assert.deepEqual(found(front, `xfk-${BODY}`), []);
  });

  test("keeps the case that its literal has", () => {
    assert.deepEqual(found(front, `FK-${BODY}`), []);
  });

  test("finds what begins before its literal", () => {
    assert.deepEqual(found(middle, "id 48213:AA9f02c7e1!"), ["0.95 48213:AA9f02c7e1"]);
    assert.deepEqual(found(middle, "id 1948213:AA9f02c7e1"), []);
  });

  test("scores a stand-in low and drops what is not random", () => {
    assert.deepEqual(found(front, "fk-xxxxxxxxxxxx"), ["0.3 fk-xxxxxxxxxxxx"]);
    assert.deepEqual(found(front, "fk-abbaabbabaab"), []);
  });

  test("needs a literal", () => {
    assert.throws(() => tokenDetector({ id: "none", shape: [run(ALPHABET.hex, 8)], source }), TypeError);
  });
});

describe("placeholderOf", () => {
  test("writes capitals and underscores", () => {
    assert.equal(placeholderOf("aws-access-key"), "AWS_ACCESS_KEY");
  });
});

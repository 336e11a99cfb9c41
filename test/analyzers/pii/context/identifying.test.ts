import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { PII_DETECTION } from "../../../../src/analyzers/pii/index.ts";
import { HARMLESS, IDENTIFIED } from "./texts.ts";
import { analyze, assertForgetful, assertStreams, held, mixedText, prepare } from "../../../support/stream-window.ts";
import { runs } from "../../../support/runs.ts";

const analyzer = prepare(PII_DETECTION);

const found = (raw: string): readonly string[] =>
  analyze(analyzer, raw)
    .filter(({ score }) => score >= PII_DETECTION.threshold)
    .map(({ span }) => raw.slice(span?.start, span?.end));

describe("identifying context", () => {
  for (const [raw, expected] of IDENTIFIED)
    test(`counts in ${JSON.stringify(raw)}`, () => assert.deepEqual(found(raw), expected));

  for (const raw of HARMLESS) test(`is none: ${JSON.stringify(raw)}`, () => assert.deepEqual(found(raw), []));

  test("an identifier counts in the same line or the next, at most 80 characters away, in one object", () => {
    const mail = "anna@kow.pl";
    const isFound = (raw: string): boolean => found(raw).includes("Anna Kowalska");
    assert.equal(isFound(`Anna Kowalska\n${mail}`), true);
    assert.equal(isFound(`Anna Kowalska\n\n${mail}`), false);
    assert.equal(isFound(`Anna Kowalska ${"and so on ".repeat(7)}${mail}`), true);
    assert.equal(isFound(`Anna Kowalska ${"and so on ".repeat(8)}${mail}`), false);
    assert.equal(isFound(`{"by": "Anna Kowalska"}, {"mail": "${mail}"}`), false);
    assert.equal(isFound(`Anna Kowalska came. It rained. Then write to ${mail}.`), false);
    assert.equal(isFound(`${mail} is the mail of Anna Kowalska`), true);
    assert.equal(isFound(`VAT id DE136695976 of Anna Kowalska`), false);
    assert.equal(isFound("tax id: 9X9-4433-22, Anna Kowalska"), false);
  });

  test("a name counts again at most 400 characters after it was identified", () => {
    const again = (words: number): readonly string[] =>
      found(`Patient: Maria Lopez\n${"and so on ".repeat(words)}Then Maria Lopez left.`);
    assert.equal(again(30).length, 2);
    assert.equal(again(60).length, 1);
    assert.equal(found("We met Maria Lopez, and then Maria Lopez left.").length, 0);
  });

  test("a name is held until its context is decided, and no longer", () => {
    assert.equal(held(analyzer, "We met Anna Kowalska yesterday and "), "We met ".length);
    const line = "We met Anna Kowalska yesterday\nand then went home\n";
    assert.ok(held(analyzer, `${line}some words more `) >= line.length);
    const long = `We met Anna Kowalska ${"and so on ".repeat(12)}`;
    assert.ok(held(analyzer, long) > "We met Anna Kowalska ".length);
    assert.ok(held(analyzer, "My name is Anna Kowalska and this is ") > "My name is Anna Kowalska".length);
  });
});

describe("identifying context on a stream", () => {
  const CASES = runs(2500);
  const texts = [...IDENTIFIED.map(([text]) => text), ...HARMLESS];
  const words = [
    " ",
    "\n",
    ", ",
    ". ",
    "Anna ",
    "and so on ".repeat(30),
    "Kowalska",
    "Dear Mr ",
    "Best regards,\n",
    "my name is ",
    "Patient: ",
    "anna@kow.pl",
    " +48 601 234 567 ",
    "the boat went home and ",
    "{",
    "}",
    "12 High Street, Leeds",
    "born on 12.04.1990",
    "DOB: ",
    "4111 1111 1111 1111",
    "and so on ".repeat(7),
  ];

  test("a prefix and a moving window say what the whole text says", () => {
    assertStreams(analyzer, mixedText(words, texts), CASES);
  });

  test("so do long texts, of which a window keeps a part", () => {
    const long = fc.array(mixedText(words, texts), { minLength: 4, maxLength: 8 });
    assertStreams(
      analyzer,
      long.map((parts) => parts.join(" ")),
      runs(1000),
    );
  });

  test("what was read of a text before changes nothing", () => {
    assertForgetful(analyzer, mixedText(words, texts), CASES);
  });
});

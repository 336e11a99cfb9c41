import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AGE } from "../../../src/analyzers/pii/detectors/age.ts";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { found } from "../../support/pii-found.ts";
import { assertStreams, mixedText, prepare } from "../../support/stream-window.ts";

describe("AGE", () => {
  for (const [raw, age] of [
    ["My son is 7 years old", "7 years old"],
    ["Maria is 43 years old", "43 years old"],
    ["patient_age: 43", "43"],
    ["Alter: 43", "43"],
    ["ho 43 anni", "43 anni"],
    ["en 43-årig kvinna", "43-årig"],
    ["43 yaşında", "43 yaşında"],
    ["年齢：43歳", "43歳"],
  ] as const)
    test(`finds ${age} in: ${raw}`, () => assert.deepEqual(found("AGE", raw), [age]));

  for (const raw of [
    "The company is 43 years old",
    "image: 43",
    "at 43 km/h",
    "il y a 43 ans",
    "43 years of war",
    "I am 43% sure",
  ])
    test(`finds nothing in: ${raw}`, () => assert.deepEqual(found("AGE", raw), []));

  test("streams like the whole text", () => {
    const { hits, misses } = AGE.examples;
    const words = [
      " ",
      "\n",
      "age: ",
      "43",
      " years",
      " old",
      "-year-old ",
      "woman",
      "I am ",
      ".",
      " ans",
      "J'ai ",
      "the ",
    ];
    assertStreams(prepare(PII_DETECTION, ["AGE"]), mixedText(words, [...hits.flat(), ...misses]), 2000);
  });
});

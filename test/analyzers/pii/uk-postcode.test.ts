import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { UK_POSTCODE } from "../../../src/analyzers/pii/detectors/uk-postcode.ts";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { found } from "../../support/pii-found.ts";
import { assertStreams, mixedText, prepare } from "../../support/stream-window.ts";

describe("UK_POSTCODE", () => {
  for (const code of ["M1 1AA", "M60 1NW", "CR2 6XH", "DN55 1PT", "W1A 1HQ", "EC1A 1BB", "GIR 0AA"])
    test(`finds ${code} as printed`, () => assert.deepEqual(found("UK_POSTCODE", `in ${code}.`), [code]));

  test("finds other ways of writing after a label only", () => {
    assert.deepEqual(found("UK_POSTCODE", "<postcode>ec1a1bb</postcode>"), ["ec1a1bb"]);
    assert.deepEqual(found("UK_POSTCODE", "batch ec1a1bb"), []);
  });

  test("streams like the whole text", () => {
    const { hits, misses } = UK_POSTCODE.examples;
    const words = [" ", "\n", "postcode ", "is my postcode", "M1", "1AA", "SW1A ", "GIR", "0AA", ", ", "the "];
    assertStreams(prepare(PII_DETECTION, ["UK_POSTCODE"]), mixedText(words, [...hits.flat(), ...misses]), 2000);
  });
});

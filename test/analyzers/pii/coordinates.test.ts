import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { COORDINATES } from "../../../src/analyzers/pii/detectors/coordinates.ts";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { found } from "../../support/pii-found.ts";
import { assertStreams, mixedText, prepare } from "../../support/stream-window.ts";

describe("COORDINATES", () => {
  for (const [raw, place] of [
    ["https://maps.example/@48.8584,2.2945,17z", "48.8584,2.2945"],
    ["POINT(2.2945 48.8584)", "2.2945 48.8584"],
    ["40° 26′ 46″ N 79° 58′ 56″ W", "40° 26′ 46″ N 79° 58′ 56″ W"],
    ["my location is -33.8568, 151.2153", "-33.8568, 151.2153"],
  ] as const)
    test(`finds ${place}`, () => assert.deepEqual(found("COORDINATES", raw), [place]));

  for (const raw of ["weights 0.1234, 0.5678", "version 1.2345, 6.7890", "[48.8584, 2.2945, 3.1415]"])
    test(`finds nothing in: ${raw}`, () => assert.deepEqual(found("COORDINATES", raw), []));

  test("streams like the whole text", () => {
    const { hits, misses } = COORDINATES.examples;
    const words = [" ", ", ", "lat: ", "48.8584", "-", "2.2945", "°", "N", "E", "GPS ", "the ", "1", "."];
    assertStreams(prepare(PII_DETECTION, ["COORDINATES"]), mixedText(words, [...hits.flat(), ...misses]), 2000);
  });
});

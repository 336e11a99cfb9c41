import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { WEB_ADDRESS } from "../../../src/analyzers/pii/detectors/url.ts";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { found } from "../../support/pii-found.ts";
import { analyze, assertStreams, mixedText, prepare } from "../../support/stream-window.ts";

describe("URL", () => {
  test("finds the pages of persons by label and network", () => {
    assert.deepEqual(found("URL", "(new website: https://ann.example.org/)"), ["https://ann.example.org/"]);
    assert.deepEqual(found("URL", "find me at https://linkedin.com/in/ann-smith."), [
      "https://linkedin.com/in/ann-smith",
    ]);
  });

  test("reports other addresses weakly", () => {
    const [weak] = analyze(prepare(PII_DETECTION, ["URL"]), "see https://example.org/docs?x=1, please");
    assert.deepEqual([weak?.score, weak?.span], [0.4, { start: 4, end: 32 }]);
    assert.deepEqual(found("URL", "see www.example.org"), []);
  });

  test("streams like the whole text", () => {
    const { hits, misses } = WEB_ADDRESS.examples;
    const words = [
      " ",
      "\n",
      "website ",
      "is ",
      ": ",
      "https://",
      "www.",
      "ann.example.org",
      "/x",
      ".",
      ")",
      " is my website",
    ];
    assertStreams(prepare(PII_DETECTION, ["URL"]), mixedText(words, [...hits.flat(), ...misses]), 2000);
  });
});

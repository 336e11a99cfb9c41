import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../../src/analyzers/pii/index.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import { runs } from "../../../support/runs.ts";
import { assertStreams, mixedText, prepare } from "../../../support/stream-window.ts";

const CASES = runs(400);
const words = [
  " ",
  ". ",
  ", ",
  "\n",
  "the ",
  "my ",
  ": ",
  " is my ",
  "Polish ",
  "tax id ",
  "passport no. ",
  "12 ",
  "(",
  "/",
  "—",
  "é",
];

describe("identifiers on a stream", () => {
  const analyzer = prepare(PII_DETECTION, ["everything"]);
  // Each rule's number, alone and after its label.
  const planted = ID_RULES.flatMap(({ labels, examples: [example] }) => [
    example,
    `${labels[0] ?? "national id"}: ${example}`,
  ]);

  test("a prefix and a moving window say what the whole text says", () => {
    assertStreams(analyzer, mixedText(words, planted), CASES);
  });
});

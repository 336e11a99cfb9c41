/** The promise of streams, held by the shipped detectors together: secrets, personal data and names in one text. */
import { describe, test } from "node:test";
import fc from "fast-check";
import { COMPETITOR_MENTION_DETECTION } from "../../src/analyzers/competitors/index.ts";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { guardOf } from "../support/analyzers.ts";
import { runs } from "../support/runs.ts";
import { analyze, mixedText, prepare } from "../support/stream-window.ts";
import { assertBlocksAsWhole, assertMaskedOnce, assertReleasesWhole } from "../support/streaming.ts";
import { tableText } from "../support/tables.ts";

const RUNS = runs(5000);
const planted = [...SECRET_DETECTORS, ...PII_DETECTORS].flatMap(({ examples }) => examples.hits.flat());
const words = [
  "the boat ",
  " ",
  "\n",
  ", ",
  ".",
  "Acme ",
  "acme's",
  "Globex Corporation",
  "Globex ",
  "password=",
  "tel ",
  "1",
  "12 ",
  "@",
  "://",
  "😀",
  "\ud83d",
  '"',
  "{",
  "}",
];
const mixed = mixedText(words, planted);
const text = fc.oneof(
  { weight: 5, arbitrary: mixed },
  { weight: 1, arbitrary: fc.tuple(mixed, tableText, mixed, tableText).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.array(tableText, { maxLength: 3 }).map((parts) => parts.join("")) },
);
const names = { metadata: ["Acme", "Globex Corporation"] };

describe("the shipped detectors on a stream", () => {
  test("release the masked whole text for every way of cutting it", async () => {
    const guards = [
      guardOf(SECRETS_KEYS_DETECTION),
      guardOf(PII_DETECTION),
      guardOf(COMPETITOR_MENTION_DETECTION, names),
    ];
    await assertReleasesWhole(guards, { text, numRuns: RUNS });
  });

  test("block exactly when the whole text is blocked, and let no character of the match leave", async () => {
    const guards = [
      guardOf(SECRETS_KEYS_DETECTION, { action: "block" }),
      guardOf(PII_DETECTION),
      guardOf(COMPETITOR_MENTION_DETECTION, names),
    ];
    await assertBlocksAsWhole(guards, { text, numRuns: RUNS });
  });

  // Encoded values in one line or wrapped, beside runs of the same alphabet that hold nothing.
  test("do so of encoded runs too, wherever they begin and are cut", async () => {
    const guards = [guardOf(SECRETS_KEYS_DETECTION), guardOf(PII_DETECTION)];
    const bytes = fc.oneof(
      { weight: 2, arbitrary: mixed.map((value) => Buffer.from(value.repeat(3))) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 600 }).map((list) => Buffer.from(list)) },
    );
    const run = fc
      .tuple(bytes, fc.constantFrom<BufferEncoding>("base64", "base64url", "hex"), fc.constantFrom(8, 60, 64, 76, 999))
      .map(([value, form, width]) => value.toString(form).replaceAll(new RegExp(`.{${width}}`, "g"), "$&\n"));
    const glue = fc.constantFrom("", " ", "\n", "\r\n", "=", ": ", '"', "data,", "0x", "the boat ");
    const runsText = fc.array(fc.tuple(glue, run), { maxLength: 4 }).map((list) => list.flat().join(""));
    await assertReleasesWhole(guards, { text: runsText, numRuns: runs(1000) });
  });

  // Of values that are known by themselves and stand apart. What only a label makes a finding may come into the label's
  // reach when a longer value between them shrinks to its placeholder.
  test("masking twice changes nothing", async () => {
    const analyzers = [prepare(SECRETS_KEYS_DETECTION), prepare(PII_DETECTION)];
    const known = planted.filter(
      (value) => !/\s/.test(value) && analyzers.some((analyzer) => analyze(analyzer, value).length > 0),
    );
    const parts = fc.array(fc.constantFrom(...words, ...known), { maxLength: 6 }).map((list) => list.join(" \n"));
    const guards = [
      guardOf(SECRETS_KEYS_DETECTION),
      guardOf(PII_DETECTION),
      guardOf(COMPETITOR_MENTION_DETECTION, names),
    ];
    await fc.assert(
      fc.asyncProperty(parts, (raw) => assertMaskedOnce(guards, raw)),
      { numRuns: runs(2000) },
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { SECRETS_KEYS_DETECTION } from "../../../src/analyzers/secrets/index.ts";
import { KEY_BLOCK_MAX } from "../../../src/analyzers/secrets/detectors/private-key.ts";
import { SECRET_DETECTORS } from "../../../src/analyzers/secrets/registry.ts";
import type { Json } from "../../../src/core/model.ts";
import { runs } from "../../support/runs.ts";
import { analyze, assertStreams, held, prepare as prepareAnalyzer } from "../../support/stream-window.ts";
import { tableText } from "../../support/tables.ts";

const CASES = runs(2500);

const prepare = (metadata: Json = null) => prepareAnalyzer(SECRETS_KEYS_DETECTION, metadata);

const planted = SECRET_DETECTORS.flatMap((detector) => [
  ...detector.examples.hits.map(([text]) => text),
  ...detector.examples.hits.map(([, matched]) => matched),
  ...detector.examples.misses,
]);
const keywords = SECRET_DETECTORS.flatMap((detector) => detector.keywords);
const prose = [
  "the quick brown fox ",
  "Bitte senden Sie mir das Passwort. ",
  "密钥是",
  "\n",
  " ",
  "\t",
  '"',
  "'",
  "=",
  ": ",
  "`",
  ",",
  ".",
  ";",
  "password",
  "api_key",
  "token",
  "secret",
  "aws",
  "://",
  "user:",
  "@host",
  "\\n",
  "%3D",
  "&x=",
  "-----",
  "END",
  "😀",
  "\ud83d",
  "a1",
  "x9Q",
  "string",
  " is ",
  "Bearer ",
  "Basic ",
  "(",
  ")",
  "{",
  "}",
  "curl -u a:",
  "AKIA",
  "sk-",
  "eyJ",
  "==",
  "_",
  "-",
];
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...prose) },
  { weight: 3, arbitrary: fc.constantFrom(...planted) },
  { weight: 1, arbitrary: fc.constantFrom(...keywords) },
  { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z0-9+/_.=!-]{0,60}$/) },
  // Half of something.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...planted), fc.nat())
      .map(([text, at]) => text.slice(0, at % (text.length + 1))),
  },
);
const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(""));

const CUSTOM: Json = [
  ["ticket", "TCK-[0-9]{6}(?:-[a-z]{2,8})?"],
  ["pair", "aa|bb"],
  ["word", "\\bcode[0-9]?\\b"],
];

for (const [name, metadata] of [
  ["built-in rules", null],
  ["a caller's patterns", CUSTOM],
] as const)
  describe(`secrets on a stream, ${name}`, () => {
    const analyzer = prepare(metadata);
    const mixed =
      metadata === null
        ? text
        : fc
            .tuple(text, fc.array(fc.constantFrom("TCK-123456", "-ab", "aaa", "bb", "code", "code7", " ")))
            .map(([a, b]) => a + b.join(""));

    test("a prefix and a moving window say what the whole text says", () => assertStreams(analyzer, mixed, CASES));

    test("the head of a table is kept for all of its rows", () => {
      const tables = fc.array(fc.oneof(tableText, mixed), { maxLength: 4 });
      assertStreams(
        analyzer,
        tables.map((parts) => parts.join("")),
        CASES,
      );
    });
  });

describe("what is held back", () => {
  // Kept apart from the rest of the line, so that scanners of this repository stay quiet.
  const kind = "PRIVATE";
  const analyzer = prepare();

  test("clean prose holds at most its last word and a space", () => {
    const raw =
      "The harbour was quiet that morning, and nobody asked the keeper for anything at all. 港はとても静かでした。";
    for (let cut = 0; cut <= raw.length; cut++) {
      const prefix = raw.slice(0, cut);
      assert.ok(held(analyzer, prefix) >= prefix.trimEnd().lastIndexOf(" "), prefix);
    }
  });

  test("a private key is held from its opener while it is open, and no longer", () => {
    const line = "MIIEpQIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9OiWQf5cVk0zXy8HnPbLd4Rg7sJt\n";
    const open = `See:\n-----BEGIN RSA ${kind} KEY-----\n${line.repeat(20)}`;
    assert.equal(held(analyzer, open), 5);
    const closed = `${open}-----END RSA ${kind} KEY-----\nThat was it.`;
    assert.equal(held(analyzer, closed), closed.lastIndexOf("it."));
    const truncated = `${open}But then the text goes on as prose. `.padEnd(open.length + 400, "and on ");
    assert.ok(held(analyzer, truncated) > open.length);
  });

  test("an endless key block is held up to its bound", () => {
    const line = "MIIEpQIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9OiWQf5cVk0zXy8HnPbLd4Rg7sJt\n";
    const endless = `-----BEGIN ${kind} KEY-----\n${line.repeat(Math.ceil(KEY_BLOCK_MAX / line.length) + 10)}`;
    assert.ok(held(analyzer, endless) > 0);
    assert.equal(analyze(analyzer, endless)[0]?.span?.end, KEY_BLOCK_MAX);
  });

  test("an unbounded pattern of a caller holds everything", () => {
    const unbounded = prepare(["line", "code .*"]);
    assert.equal(unbounded.lookback, Infinity);
    assert.equal(held(unbounded, "some clean prose. "), 0);
  });
});

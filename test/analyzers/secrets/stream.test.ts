import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import type { PreparedAnalyzer } from "../../../src/analyzers/analyzer.ts";
import { SECRETS_KEYS_DETECTION } from "../../../src/analyzers/secrets/index.ts";
import { KEY_BLOCK_MAX } from "../../../src/analyzers/secrets/detectors/private-key.ts";
import { SECRET_DETECTORS } from "../../../src/analyzers/secrets/registry.ts";
import type { Finding, Json } from "../../../src/core/model.ts";
import { Text } from "../../../src/text/text.ts";

const CASES = 2500;
const signal = new AbortController().signal;
const clock = { now: () => 0, epochMs: () => 0, after: () => () => {} };

function prepare(metadata: Json = null): PreparedAnalyzer {
  const prepared = SECRETS_KEYS_DETECTION.prepare(metadata);
  assert.equal(prepared.kind, "ready");
  if (prepared.kind !== "ready") throw new Error("not ready");
  return prepared.analyzer;
}

function analyze(analyzer: PreparedAnalyzer, raw: string, from = 0): readonly Finding[] {
  const findings = analyzer.analyze(new Text(raw), { side: "output", origin: "assistant", from, clock, signal });
  assert.ok(Array.isArray(findings));
  return findings as readonly Finding[];
}

const held = (analyzer: PreparedAnalyzer, raw: string, from = 0): number =>
  analyzer.heldFrom?.(new Text(raw), from) ?? raw.length - analyzer.lookback;

const plain = (findings: readonly Finding[], base = 0) =>
  findings.map(({ kind, score, span }) => `${kind} ${score} ${base + (span?.start ?? 0)}-${base + (span?.end ?? 0)}`);

/** Lets a stream guard's window run over the text, cut at `cuts`; what it reports, in offsets of the whole text. */
function analyzeStreamed(analyzer: PreparedAnalyzer, raw: string, cuts: readonly number[]): readonly string[] {
  const reported: string[] = [];
  let decided = 0;
  for (const cut of cuts) {
    const base = Math.max(0, decided - analyzer.lookback);
    const window = raw.slice(base, cut);
    const next = base + held(analyzer, window, decided - base);
    const final = analyze(analyzer, window, decided - base).filter(({ span }) => base + (span?.start ?? 0) < next);
    reported.push(...plain(final, base));
    decided = next;
  }
  const base = Math.max(0, decided - analyzer.lookback);
  return [...reported, ...plain(analyze(analyzer, raw.slice(base), decided - base), base)];
}

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

    test("what a prefix says before its held offset is what the whole text says there", () => {
      fc.assert(
        fc.property(mixed, fc.nat(), (raw, at) => {
          const cut = at % (raw.length + 1);
          const prefix = raw.slice(0, cut);
          const limit = held(analyzer, prefix);
          assert.ok(limit >= 0 && limit <= cut);
          const before = (finding: Finding) => (finding.span?.start ?? 0) < limit;
          assert.deepEqual(
            plain(analyze(analyzer, prefix).filter(before)),
            plain(analyze(analyzer, raw).filter(before)),
          );
        }),
        { numRuns: CASES },
      );
    });

    test("a window that moves over the text reports what the whole text reports", () => {
      fc.assert(
        fc.property(mixed, fc.array(fc.nat(), { maxLength: 12 }), (raw, places) => {
          const cuts = places.map((place) => place % (raw.length + 1)).toSorted((a, b) => a - b);
          assert.deepEqual(analyzeStreamed(analyzer, raw, cuts), plain(analyze(analyzer, raw)));
        }),
        { numRuns: CASES },
      );
    });
  });

describe("what is held back", () => {
  // Kept apart from the rest of the line, so that scanners of this repository stay quiet.
  const kind = "PRIVATE";
  const analyzer = prepare();

  test("clean prose holds at most its last word", () => {
    const raw =
      "The harbour was quiet that morning, and nobody asked the keeper for anything at all. 港はとても静かでした。";
    for (let cut = 0; cut <= raw.length; cut++) {
      const prefix = raw.slice(0, cut);
      assert.ok(held(analyzer, prefix) >= prefix.lastIndexOf(" ") + 1, prefix);
    }
  });

  test("a private key is held from its opener while it is open, and no longer", () => {
    const line = "MIIEpQIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9OiWQf5cVk0zXy8HnPbLd4Rg7sJt\n";
    const open = `See:\n-----BEGIN RSA ${kind} KEY-----\n${line.repeat(20)}`;
    assert.equal(held(analyzer, open), 5);
    const closed = `${open}-----END RSA ${kind} KEY-----\nThat was it. `;
    assert.equal(held(analyzer, closed), closed.length);
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

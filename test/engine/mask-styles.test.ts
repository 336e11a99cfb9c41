/** What every style of mask promises, held by the shipped detectors over texts built from their own examples and prose. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import type { MaskStyle } from "../../src/core/model.ts";
import { guardOf } from "../support/analyzers.ts";
import { runs } from "../support/runs.ts";
import { analyze, mixedText, prepare } from "../support/stream-window.ts";
import { assertMaskedOnce, assertReleasesWhole, pieces, stream, whole } from "../support/streaming.ts";

const STYLES: readonly MaskStyle[] = ["placeholder", "partial", "hash", "redact"];
const RUNS = runs(1500);

const analyzers = [prepare(SECRETS_KEYS_DETECTION), prepare(PII_DETECTION)];
const planted = [...SECRET_DETECTORS, ...PII_DETECTORS].flatMap(({ examples }) => examples.hits.flat());
/** Found without a label, and without a space in them. */
const known = planted.filter(
  (value) => !/\s/.test(value) && analyzers.some((analyzer) => analyze(analyzer, value).length > 0),
);
const prose = ["the boat leaves at seven", "Grüße aus Köln", "a **bold** word", "- item", "`code`", "x = 1;", "", "😀"];
/** With their labels. */
const shown = [...SECRET_DETECTORS, ...PII_DETECTORS].flatMap(({ examples }) => examples.hits.map(([text]) => text));
const apart = fc.array(fc.constantFrom(...prose, ...known, ...shown), { maxLength: 6 }).map((list) => list.join(" \n"));
const mixed = mixedText(["the boat ", " ", "\n", ", ", "password=", "tel ", '"', "{", "}", "\\n", "<", ">"], planted);

const guardsOf = (maskStyle: MaskStyle, other: MaskStyle = maskStyle) => [
  guardOf(SECRETS_KEYS_DETECTION, { maskStyle }),
  guardOf(PII_DETECTION, { maskStyle: other }),
];

for (const style of STYLES)
  describe(`masks of style ${style}`, () => {
    const guards = guardsOf(style);

    // Of values that stand apart. What only a label makes a finding may come into the label's reach when a longer value
    // between them shrinks.
    test("are found by no detector: masking twice changes nothing", async () => {
      await fc.assert(
        fc.asyncProperty(apart, (raw) => assertMaskedOnce(guards, raw)),
        { numRuns: RUNS },
      );
    });

    test("keep a label to the value that it stood at", async () => {
      const raw = '{"pan":"5555555555554444"} \n4155552671';
      const once = (await whole(guards, raw)).masked;
      assert.ok(once.endsWith("\n4155552671"));
      assert.equal((await whole(guards, once)).masked, once);
    });

    test("are the same for every way of cutting a stream", async () => {
      await assertReleasesWhole(guards, { text: mixed, numRuns: RUNS });
    });

    // The document as one text, as in the content of a chat message; numbers are left out, since no mask is a number.
    test("leave JSON that parses", async () => {
      const leaf = fc.oneof(fc.constantFrom(...planted), fc.string(), apart);
      const value = fc.dictionary(fc.constantFrom("note", "to", "body", "list"), fc.oneof(leaf, fc.array(leaf)));
      await fc.assert(
        fc.asyncProperty(value, fc.constantFrom(undefined, 2), async (document, indent) => {
          const { masked } = await whole(guards, JSON.stringify(document, null, indent));
          assert.doesNotThrow(() => JSON.parse(masked));
        }),
        { numRuns: RUNS },
      );
    });
  });

describe("masks of two styles in one text", () => {
  test("are the same for every way of cutting a stream, and masking twice changes nothing", async () => {
    const styles = fc.constantFrom(...STYLES);
    await fc.assert(
      fc.asyncProperty(apart, styles, styles, async (raw, one, other) => {
        const guards = guardsOf(one, other);
        const once = (await whole(guards, raw)).masked;
        assert.equal((await whole(guards, once)).masked, once);
        assert.equal((await stream(guards, pieces(raw, [7, 40, 99]))).released, once);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("what is allowed", () => {
  const allow = { values: known.slice(0, 40), patterns: ["[a-z.]+@.*", "(?i)[0-9a-f:]+"], types: ["CREDIT_CARD"] };
  const secrets = { allow: { ...allow, types: SECRET_DETECTORS.slice(0, 30).map(({ id }) => id) } };

  test("is the same for every way of cutting a stream", async () => {
    const guards = [
      guardOf(SECRETS_KEYS_DETECTION, { maskStyle: "partial", ...secrets }),
      guardOf(PII_DETECTION, { maskStyle: "hash", allow, ignoreTestValues: true }),
    ];
    await assertReleasesWhole(guards, { text: mixed, numRuns: RUNS });
  });
});

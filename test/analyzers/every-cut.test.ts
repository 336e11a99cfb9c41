/**
 * The promise of streams, kept by each detector alone. Within a policy the hold of one detector, or of the views, hides the
 * mistake of another, until that one changes. Method: every example, cut in two at every place and read character by
 * character, is read as the whole text is.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import { COMPETITOR_MENTION_DETECTION } from "../../src/analyzers/competitors/index.ts";
import type { SpanDetector } from "../../src/analyzers/detector.ts";
import { KeywordIndex } from "../../src/analyzers/keywords.ts";
import { ID_RULES } from "../../src/analyzers/pii/ids/registry.ts";
import type { IdRule } from "../../src/analyzers/pii/ids/rule.ts";
import { IdScanner } from "../../src/analyzers/pii/ids/scan.ts";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { stableUntilAll, runDetectors } from "../../src/analyzers/run-detectors.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { HARMLESS, IDENTIFIED } from "./pii/context/texts.ts";
import { analyze, analyzeStreamed, held, plain, prepare } from "../support/stream-window.ts";
import { Reading } from "../../src/text/reading.ts";

type Alone = Pick<PreparedAnalyzer, "lookback" | "analyze"> & Required<Pick<PreparedAnalyzer, "stableUntil">>;

/** Of each detector: context reads more. */
const PII_LOOKBACK = prepare(PII_DETECTION, ["everything"]).lookback;
const SECRETS_LOOKBACK = prepare(SECRETS_KEYS_DETECTION).lookback;

/** The detector as it reads the submitted text: no view, no other detector, no whole finding to wait for. */
function detectorAlone(detector: SpanDetector, lookback: number): Alone {
  const own = [detector];
  const index = new KeywordIndex(own);
  return {
    lookback,
    stableUntil: (text, from) => stableUntilAll(own, text, { from }, index),
    analyze: (text, { from }) => runDetectors(own, text, { from }, index),
  };
}

/** The rules of one country: to build a scanner for each rule takes twice as long as all the rest of this file. */
function rulesAlone(rules: readonly IdRule[]): Alone {
  const scanner = new IdScanner(rules);
  return {
    lookback: PII_LOOKBACK,
    stableUntil: ({ raw }, from) => scanner.stableUntil(new Reading(raw), from),
    analyze: (text, { from }) => scanner.find(text, from),
  };
}

const examplesOf = ({ examples }: SpanDetector): readonly string[] => [
  ...examples.hits.map(([text]) => text),
  ...examples.misses,
];

/** A number behind its label; many labels also stand after it. */
const numbersOf = ({ id, labels, examples }: IdRule): readonly string[] =>
  examples.map((example) => `${labels[0] ?? id}: ${example} ok`);

/** A cut at which the text is read otherwise than in one piece, in words; `null`: there is none. */
function badCut(alone: Alone, raw: string): string | null {
  const analyzer: PreparedAnalyzer = { ...alone, details: () => null };
  const whole = plain(analyze(analyzer, raw));
  const isBad = (cuts: readonly number[]): boolean => analyzeStreamed(analyzer, raw, cuts).join() !== whole.join();
  const inWords = (cuts: readonly number[], shown: string): string =>
    `${shown} has [${analyzeStreamed(analyzer, raw, cuts).join(", ")}] instead of [${whole.join(", ")}]`;
  const places = Array.from({ length: raw.length + 1 }, (_, at) => at);
  for (const cut of places) {
    // Where nothing is decided at the cut the text is read in one piece.
    if (held(analyzer, raw.slice(0, cut)) > 0 && isBad([cut]))
      return inWords([cut], `${JSON.stringify(raw.slice(0, cut))} then ${JSON.stringify(raw.slice(cut))}`);
  }
  return isBad(places) ? inWords(places, `${JSON.stringify(raw)}, character by character,`) : null;
}

const badCuts = (alone: Alone, texts: readonly string[]): readonly string[] =>
  texts.flatMap((raw) => badCut(alone, raw) ?? []);

const holdingNothing = (alone: Alone): Alone => ({ ...alone, stableUntil: ({ raw }) => raw.length });

/** An item with its first mistake; later ones of the same item follow from it. */
function assertNone(wrong: readonly (readonly [id: string, mistakes: readonly string[]])[], advice: string): void {
  const lines = wrong.flatMap(([id, [first]]) => (first === undefined ? [] : [`${id}: ${first}`]));
  assert.equal(lines.length, 0, `${advice}\n${lines.join("\n")}`);
}

for (const [name, detectors, lookback] of [
  ["pii", PII_DETECTORS, PII_LOOKBACK],
  ["secrets", SECRET_DETECTORS, SECRETS_LOOKBACK],
] as const)
  describe(`each detector of ${name}, alone on a stream`, () => {
    test("reads its examples as whole texts, wherever they are cut", () => {
      assertNone(
        detectors.map((one) => [one.id, badCuts(detectorAlone(one, lookback), examplesOf(one))]),
        "stableUntil of these detectors must return an earlier offset (contract: src/analyzers/detector.ts)",
      );
    });

    test("has an example that fails if it holds nothing", () => {
      const blind = detectors.filter((detector) => {
        const alone = holdingNothing(detectorAlone(detector, lookback));
        return examplesOf(detector).every((raw) => badCut(alone, raw) === null);
      });
      assertNone(
        blind.map(({ id }) => [id, ["every example is read alike without stableUntil"]]),
        "examples.hits of these detectors need a match whose beginning says something else",
      );
    });
  });

describe("the identifiers of each country, alone on a stream", () => {
  test("are read as in a whole text, wherever they are cut", () => {
    const wrong = [...Map.groupBy(ID_RULES, ({ country }) => country).values()].flatMap((rules) => {
      const alone = rulesAlone(rules);
      return rules.map((rule) => [rule.id, badCuts(alone, numbersOf(rule))] as const);
    });
    assertNone(
      wrong,
      "IdScanner.stableUntil must return an earlier offset for these rules (src/analyzers/pii/ids/scan.ts)",
    );
  });
});

describe("personal data in identifying context, on a stream", () => {
  const texts = [...IDENTIFIED.map(([text]) => text), ...HARMLESS];
  const { lookback, analyze: find, stableUntil } = prepare(PII_DETECTION);
  const { stableUntil: withoutContext } = prepare(PII_DETECTION, ["everything"]);
  assert.ok(stableUntil !== undefined && withoutContext !== undefined);

  test("is read as in a whole text, wherever it is cut", () => {
    assertNone(
      texts.map((raw) => [raw, badCuts({ lookback, analyze: find, stableUntil }, [raw])]),
      "src/analyzers/pii/context/identifying.ts must hold the name",
    );
  });

  test("would not be if a name did not wait for its context", () => {
    assert.ok(texts.some((raw) => badCut({ lookback, analyze: find, stableUntil: withoutContext }, raw) !== null));
  });
});

describe("each name of a competitor, alone on a stream", () => {
  const texts = [
    "Globex",
    "Ask Globex Corporation, please.",
    "globex's, Globexes, GLOBEX.",
    "the Globx corporatoin",
    "Globexia",
  ];

  for (const name of ["Globex", "Globex Corporation"])
    test(`${name} is read as in a whole text, wherever it is cut`, () => {
      const { lookback, analyze: find, stableUntil } = prepare(COMPETITOR_MENTION_DETECTION, [name]);
      assert.ok(stableUntil);
      assertNone([[name, badCuts({ lookback, analyze: find, stableUntil }, texts)]], "src/analyzers/competitors");
    });
});

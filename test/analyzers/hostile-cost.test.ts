/**
 * What a text may cost that someone wrote to be expensive. Costs are compared with those of prose in the same run, interleaved,
 * so that a slow or busy machine does not matter; the least of several runs is the least disturbed.
 */
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { Reading } from "../../src/text/reading.ts";
import { again, anew, HOSTILE, sized, TEXTS } from "../../tools/bench/detector-texts.ts";
import { analyze, prepare } from "../support/stream-window.ts";
import { assertAtMost, leastMs } from "../support/timing.ts";

/** UTF-16 units. */
const LENGTH = 16 * 1024;
const LONGER = 4;
/** The goal is 3 times the cost of prose; twice as much is left to chance and to compilation in the midst of a run. */
const RATIO_MAX = 6;
/** Cost of a text four times as long: linear, and room for chance. */
const GROWTH_MAX = 6;
/** Cost of a text that was read just before, in another string: what is kept of it saves work, and costs none. */
const AGAIN_MAX = 1.5;
const RUNS = 5;
const WARM_UP_MS = 8;
/** Costs below are clock grain and collections, ms. */
const GRAIN_MS = 0.4;

/**
 * Texts that are still dearer than the goal, with what they may cost by now: a bound against getting worse, some two times what was
 * measured, since what prose costs moves too. `npm run bench:detectors` shows the true figures.
 */
const COSTLIER: readonly (readonly [name: string, ratioMax: number, labels: string])[] = [
  [
    "pii_detection",
    10,
    "dashed digits, drawn dashed digits, references, dots, pluses, drawn dotted digits, columns, dates, drawn base64, drawn hex, hex, counted words, full width, statements, at signs, JSON escapes, zero width",
  ],
  [
    "pii_detection",
    14,
    "ages, pairs of hex, street words, drawn spaced digits, references of references, groups of four, phones",
  ],
  [
    "pii_detection",
    18,
    "percent escapes, escaped escapes, escaped digits, heads, groups of digits, colons, spaced digits",
  ],
  ["pii_detection", 25, "addresses, months, rows, label words"],
  [
    "secrets_keys_detection",
    10,
    "zero width, full width, mathematical letters, at signs, lone at signs, colons, percent escapes, tokens, spelled signs",
  ],
  ["secrets_keys_detection", 18, "look-alikes, empty rows, rows, statements"],
  ["secrets_keys_detection", 28, "heads, key words"],
];

const boundOf = (name: string, label: string): number =>
  COSTLIER.find(([of, , labels]) => of === name && labels.split(", ").includes(label))?.[1] ?? RATIO_MAX;

type Measured = (raw: string) => unknown;

const pii = prepare(PII_DETECTION);
const secrets = prepare(SECRETS_KEYS_DETECTION);
const POLICIES: ReadonlyMap<string, Measured> = new Map<string, Measured>([
  ["pii_detection", (raw) => analyze(pii, raw)],
  ["secrets_keys_detection", (raw) => analyze(secrets, raw)],
]);
/** A view is a part of the analysis, so it is compared with the whole analysis of prose. */
const VIEWS: ReadonlyMap<string, Measured> = new Map<string, Measured>([
  ["view plain", (raw) => new Reading(raw).plain],
  ["view runs", (raw) => new Reading(raw).runs],
  ["view folded", (raw) => new Reading(raw).folded],
  ["view decoded", (raw) => new Reading(raw).decoded],
]);
const PROSE = TEXTS.get("prose") ?? "";

/** Measures the text, in another string at each call. */
function over(measured: Measured, next: () => string): () => unknown {
  for (const endMs = performance.now() + WARM_UP_MS; performance.now() < endMs;) measured(next());
  return () => measured(next());
}

const sizedAnew = (text: string, length: number): (() => string) => anew(sized(text, length));

function costTests(name: string, measured: Measured, base: Measured): void {
  describe(name, () => {
    for (const [label, text] of HOSTILE) {
      test(`${label} cost about as much as prose`, () => {
        const prose = over(base, sizedAnew(PROSE, LENGTH));
        const hostile = over(measured, sizedAnew(text, LENGTH));
        const ratio = (): number => {
          const [hostileMs = 0, proseMs = 1] = leastMs([hostile, prose], RUNS);
          return hostileMs / proseMs;
        };
        assertAtMost(ratio, boundOf(name, label), label);
      });

      test(`${label} cost in proportion to their length`, () => {
        const short = over(measured, sizedAnew(text, LENGTH));
        const longer = over(measured, sizedAnew(text, LENGTH * LONGER));
        const growth = (): number => {
          const [longMs = 0, shortMs = 1] = leastMs([longer, short], RUNS);
          return longMs / Math.max(shortMs, GRAIN_MS);
        };
        assertAtMost(growth, GROWTH_MAX, label);
      });
    }
  });
}

/** Reads two texts one right behind the other, so that the second follows its like. */
const inRow =
  (measured: Measured, next: () => string): (() => unknown) =>
  () => [measured(next()), measured(next())];

function repetitionTests(name: string, measured: Measured): void {
  describe(`${name}, the same text again`, () => {
    for (const [label, text] of HOSTILE)
      test(`${label} cost no more`, () => {
        const [first, repeated] = [sizedAnew(text, LENGTH), again(sized(text, LENGTH))];
        const ratio = (): number => {
          const [repeatedMs = 0, firstMs = 1] = leastMs(
            [repeated, first].map((next) => inRow(measured, next)),
            RUNS,
          );
          return repeatedMs / Math.max(firstMs, GRAIN_MS);
        };
        over(measured, repeated);
        assertAtMost(ratio, AGAIN_MAX, label);
      });
  });
}

for (const [name, measured] of POLICIES) {
  costTests(name, measured, measured);
  repetitionTests(name, measured);
}
for (const [name, measured] of VIEWS) costTests(name, measured, (raw) => analyze(pii, raw));

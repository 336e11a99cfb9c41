/**
 * Labels are words of their own, and names of identifiers that are also ordinary words need more than that. Method: no
 * ordinary word is read as a label, alone, split, joined or hyphened; no harmless sentence with a number is an alarm.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LabelReader } from "../../../../src/analyzers/pii/ids/label-context.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import { PII_DETECTION } from "../../../../src/analyzers/pii/index.ts";
import { Reading } from "../../../../src/text/reading.ts";
import { ORDINARY_SENTENCES } from "../../../support/ordinary-sentences.ts";
import { ORDINARY_WORDS } from "../../../support/ordinary-words.ts";
import { analyze, prepare } from "../../../support/stream-window.ts";

const reader = new LabelReader(ID_RULES);
const analyzer = prepare(PII_DETECTION);
const NUMBER = "8001015009087";
const THRESHOLD = 0.5;

/** Whether a label says something of a number after, or before, these words, though nothing marks it as one. */
function holdsLabel(words: string): boolean {
  const before = `${words} ${NUMBER}`;
  const start = before.length - NUMBER.length;
  const { said } = reader.lead(reader.open(new Reading(before)), start).before;
  const after = `${NUMBER} ${words}`;
  const end = NUMBER.length;
  const saidAfter = reader.after(reader.open(new Reading(after)), { start: 0, end }, end).said;
  return [...said, ...saidAfter].some(({ isUnsure }) => !isUnsure);
}

/** Ways in which a text may hold a word, or two, that is none of ours. */
const WAYS: readonly (readonly [name: string, written: (word: string, next: string) => string])[] = [
  ["alone", (word) => word],
  ["with a capital", (word) => word.charAt(0).toUpperCase() + word.slice(1)],
  ["before another word", (word, next) => `${word} ${next}`],
  ["joined with another word", (word, next) => word + next],
  ["hyphened", (word, next) => `${word}-${next}`],
  ["broken over two lines", (word, next) => `${word}\n${next}`],
  ["with its end set apart", (word) => `${word.slice(0, -2)} ${word.slice(-2)}`],
];

describe("labels of identifiers", () => {
  for (const [language, list] of Object.entries(ORDINARY_WORDS))
    test(`are no ordinary words of ${language}`, () => {
      const words = list.split(" ");
      const wrong = WAYS.flatMap(([name, written]) =>
        words
          .map((word, at) => written(word, words[(at * 11 + 5) % words.length] ?? ""))
          .filter(holdsLabel)
          .map((text) => `${name}: ${JSON.stringify(text)}`),
      );
      assert.deepEqual(wrong, []);
    });
});

/** Numbers that some country, bank or network would take, and one that none would. */
const NUMBERS = ["8001015009087", "12345678", "046454286", "1234567890", "536228726", "52998224725", "1200345"];

/** Names and places are read apart. */
const NAMES: ReadonlySet<string> = new Set(["PERSON", "LOCATION", "ORGANIZATION", "NRP"]);

describe("harmless sentences with numbers", () => {
  for (const [language, sentences] of Object.entries(ORDINARY_SENTENCES))
    test(`hold no identifier in ${language}`, () => {
      const alarms = sentences.flatMap((sentence) =>
        NUMBERS.map((number) => sentence.replace("#", number)).flatMap((text) =>
          analyze(analyzer, text)
            .filter(({ kind, score }) => score >= THRESHOLD && !NAMES.has(kind))
            .map(({ kind }) => `${kind}: ${text}`),
        ),
      );
      assert.deepEqual(alarms, []);
    });
});

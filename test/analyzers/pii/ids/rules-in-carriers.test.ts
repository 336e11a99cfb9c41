/**
 * Every identifier beside its first label, as forms, keys, tables and sentences write the two. Method: the value must be covered,
 * by whatever kind; in each carrier all but a few of the values are.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../../src/analyzers/pii/index.ts";
import { ID_RULES } from "../../../../src/analyzers/pii/ids/registry.ts";
import { spread } from "../../../support/runs.ts";
import { analyze, prepare } from "../../../support/stream-window.ts";

const analyzer = prepare(PII_DETECTION, ["everything"]);
const THRESHOLD = 0.5;

const snake = (label: string): string => label.replaceAll(" ", "_");

/** How a label (`@`, in capitals `^`, as a key `_`) and a value (`#`) stand together. */
const CARRIERS: readonly string[] = [
  "@: #",
  "@:#",
  "@\t#",
  "@\n#\n",
  "@ (#)",
  "@ - #",
  '@ "#"',
  "@ #: #",
  "^ #",
  "my @ is #.",
  "please change my @ to # today",
  "The @ of Ida Kern is #",
  "@ for Ida Kern: #",
  "_=#&x=1",
  '{"_":"#"}',
  "<_>#</_>",
  "| @ | name |\n|---|---|\n| # | Ida |\n",
  "id,_,x\n1,#,2\n",
];
/** Of a hundred values in a carrier so many may be missed: with some labels, letters of a plate or a bank are words. */
const MISSED_MAX = 1;

const VALUES = ID_RULES.flatMap(({ id, labels: [label = "phone"], examples }) =>
  examples.map((value) => ({ id, label, value })),
);

function isCovered(carrier: string, { label, value }: (typeof VALUES)[number]): boolean {
  const start = carrier.lastIndexOf("#");
  const written = (text: string): string =>
    text.replaceAll("@", label).replaceAll("^", label.toUpperCase()).replaceAll("_", snake(label));
  const before = written(carrier.slice(0, start));
  const raw = before + value + written(carrier.slice(start + 1));
  const covered = new Set<number>();
  for (const { span, score } of analyze(analyzer, raw))
    if (span !== undefined && score >= THRESHOLD) for (let at = span.start; at < span.end; at++) covered.add(at);
  return Array.from(value).every((sign, at) => !/[\p{L}\p{N}]/u.test(sign) || covered.has(before.length + at));
}

describe("identifiers beside their labels", () => {
  const values = spread(VALUES);
  for (const carrier of CARRIERS)
    test(`are covered in ${JSON.stringify(carrier)}`, () => {
      const missed = values.filter((value) => !isCovered(carrier, value));
      assert.ok(
        missed.length <= Math.ceil((values.length * MISSED_MAX) / 100),
        missed.map(({ id, label, value }) => `${id}: ${label} ${value}`).join("\n"),
      );
    });
});

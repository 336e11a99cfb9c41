import type { PiiDetector } from "../../src/analyzers/pii/groups.ts";
import { ID_RULES } from "../../src/analyzers/pii/ids/registry.ts";
import { groupOf, type IdRule } from "../../src/analyzers/pii/ids/rule.ts";
import { ID_NUMBER, IdScanner } from "../../src/analyzers/pii/ids/scan.ts";
import { ID_SCORE } from "../../src/analyzers/pii/ids/score.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { runDetectors } from "../../src/analyzers/run-detectors.ts";
import { Reading } from "../../src/text/reading.ts";
import { escaped, markdownTable } from "../../src/cli/markdown-table.ts";
import { code, link } from "./markdown-cells.ts";

const INTRODUCTION = `<!-- Generated from src/analyzers/pii by \`npm run docs:detectors\`; a test holds it to that. -->

# Types of personal data

Look up a type of personal data: how it is recognised, its score, an example and its source. [pii_detection.md](pii_detection.md) explains how the policy
finds them, and what its groups hold. \`type\` in \`details\`, the policy's \`metadata\` and \`entities\`, \`allow.types\` and masks use these names. Numbers in the examples are invented or published as
samples.
`;

const IDENTIFIERS = `## Identifiers

One identifier a row, grouped by the country that issues it. **Label**: \`yes\`, it counts only beside a word that names it, as in the example, or beside a
general one (\`passport\`, \`tax id\`, in many languages); \`or as printed\`, a printed form with its separators or letters also counts without a label when its
check, if there is one, passes; \`or alone\`, so does a text that is nothing but the number. **Check**: \`yes\`, check digits, or a date and ranges that few
numbers pass; \`partly\`, ranges or dates that only rule numbers out; \`–\`, none is published. Scores:

${markdownTable(
  ["known by", "check", "no or partial check"],
  [
    ["a word that names it", score(ID_SCORE.ownLabel), score(ID_SCORE.ownLabelUnchecked)],
    ["a general word, and its country named", score(ID_SCORE.country), score(ID_SCORE.countryUnchecked)],
    ["a general word", score(ID_SCORE.category), `${score(ID_SCORE.categoryUnchecked)} or ${score(ID_SCORE.general)}`],
    ["a word that names it, another country named", score(ID_SCORE.otherCountry), score(ID_SCORE.otherCountry)],
    ["its printed form", score(ID_SCORE.strong), score(ID_SCORE.strong)],
    ["standing alone", score(ID_SCORE.alone), score(ID_SCORE.alone)],
  ],
)}`;

/** A number that a label calls an identifier and no rule knows. */
const UNKNOWN_NUMBER = {
  name: "number that a word calls an identifier, of no form above or mistyped",
  example: "tax id: 9X9-4433-22",
  score: "0.5",
  source: "https://en.wikipedia.org/wiki/National_identification_number",
};
const HEAD = ["type", "group", "what it is", "score", "label", "check", "example", "source"];

/** docs/policies/pii-types.md. */
export function piiTypesPage(): string {
  const own = new Set(PII_DETECTORS.map(({ id }) => id));
  const rules = ID_RULES.filter(({ id }) => !own.has(id));
  const groups = [...Map.groupBy(rules, countryOf)].sort(([a], [b]) => compare(a, b));
  const count = own.size + rules.length + 1;
  const countries = new Set(rules.flatMap(({ country }) => country ?? [])).size;
  return [
    `${INTRODUCTION}\n${count} types, identifiers of ${countries} countries and territories among them.`,
    "## By their form or context",
    markdownTable(
      ["type", "group", "what it is", "known by", "score", "example", "source"],
      [...PII_DETECTORS].sort((a, b) => compare(a.id, b.id)).map(detectorRow),
    ),
    IDENTIFIERS,
    ...groups.flatMap(([country, list]) => [
      `### ${country === "" ? "Of no country" : country}`,
      markdownTable(HEAD, [
        ...list.sort((a, b) => compare(a.id, b.id)).map(ruleRow),
        ...(country === "" ? [unknownRow()] : []),
      ]),
    ]),
  ]
    .join("\n\n")
    .concat("\n");
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The name's beginning; empty for what no country gives out. */
const countryOf = ({ country, name }: IdRule): string =>
  country === null ? "" : (COUNTRIES.get(country) ?? name.replace(/: .*/, ""));

/** By code, from the names of the rules that say it. */
const COUNTRIES: ReadonlyMap<string, string> = new Map(
  ID_RULES.flatMap(({ country, name }) =>
    country !== null && name.includes(": ") ? [[country, name.replace(/: .*/, "")] as const] : [],
  ),
);

function detectorRow(detector: PiiDetector): readonly string[] {
  const { id, about, examples, source } = detector;
  const [text = ""] = examples.hits[0] ?? [];
  return [
    code(id),
    detector.group,
    escaped(about?.name ?? id),
    escaped(about?.form ?? ""),
    scoresOf(detector),
    code(text),
    link(source),
  ];
}

/** Lowest and highest score of the detector's own examples. */
function scoresOf(detector: PiiDetector): string {
  const list = [detector];
  const scores = detector.examples.hits.flatMap(([text]) =>
    runDetectors(list, new Reading(text), { from: 0 }).map((finding) => finding.score),
  );
  const [min, max] = [Math.min(...scores), Math.max(...scores)].map(score);
  return min === max ? (min ?? "") : `${min} to ${max}`;
}

function ruleRow(rule: IdRule): readonly string[] {
  const { id, country, name, check, isWeak, source } = rule;
  const isChecked = check !== undefined && isWeak !== true;
  const base = isChecked ? ID_SCORE.ownLabel : ID_SCORE.ownLabelUnchecked;
  return [
    code(id),
    groupOf(rule),
    escaped(country === null ? name : name.replace(/^[^:]*: /, "")),
    score(base),
    labelOf(rule),
    check === undefined ? "–" : isChecked ? "yes" : "partly",
    code(exampleOf(rule)),
    link(source),
  ];
}

function unknownRow(): readonly string[] {
  const { name, example, source } = UNKNOWN_NUMBER;
  return [code(ID_NUMBER), "government", name, UNKNOWN_NUMBER.score, "yes", "–", code(example), link(source)];
}

function labelOf({ strong = [], isAlone = false }: IdRule): string {
  if (strong.length === 0) return isAlone ? "or alone" : "yes";
  return isAlone ? "or as printed, or alone" : "or as printed";
}

/**
 * Beside a word that names it: the shortest that is no mere pair of letters, of ASCII where there is one. The first example
 * that is found so.
 */
function exampleOf(rule: IdRule): string {
  const { labels, examples } = rule;
  const scanner = new IdScanner([rule]);
  const words = labels.filter((label) => label.length > 2).toSorted((a, b) => a.length - b.length);
  const isPlain = (label: string): boolean => /^[ -~]+$/.test(label);
  const ordered = [...words.filter(isPlain), ...words.filter((label) => !isPlain(label))];
  const texts = ordered.flatMap((label) => examples.map((example) => `${label}: ${example}`.normalize()));
  return (
    texts.find((text) => scanner.find(new Reading(text), 0).some(({ kind }) => kind === rule.id)) ?? texts[0] ?? ""
  );
}

function score(value: number): string {
  return String(Math.round(value * 100) / 100);
}

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ID_RULES } from "../../src/analyzers/pii/ids/registry.ts";
import { ID_NUMBER } from "../../src/analyzers/pii/ids/scan.ts";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { GENERIC_SECRETS, SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import type { Analyzer } from "../../src/analyzers/analyzer.ts";
import type { Finding, Json } from "../../src/core/model.ts";
import { Reading } from "../../src/text/reading.ts";
import { generatedFiles } from "../../tools/detector-docs.ts";
import { realClock } from "../support/clock.ts";
import { assertFresh } from "../support/fresh.ts";

/** Cells of the rows that begin with an id, pipes that are no borders aside. */
function rows(page: string): readonly (readonly string[])[] {
  return page
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
}

const idOf = (row: readonly string[]): string => (row[0] ?? "").trim().replaceAll("`", "");
/** The example is the last but one. */
const exampleOf = (row: readonly string[]): string => (row.at(-2) ?? "").trim().replace(/^(`+)(.*)\1$/, "$2");

/** Finds what reaches the threshold in texts. */
function finderOf(analyzer: Analyzer, metadata: Json): (raw: string) => Promise<readonly Finding[]> {
  const prepared = analyzer.prepare(metadata);
  assert.ok(prepared.kind === "ready");
  const context = {
    side: "input",
    origin: "user",
    from: 0,
    clock: realClock,
    signal: new AbortController().signal,
  } as const;
  return async (raw) => {
    const findings = await prepared.analyzer.analyze(new Reading(raw), context);
    return findings.filter(({ score }) => score >= analyzer.threshold);
  };
}

/** Made once: each page reads every example. */
const FILES = new Map(generatedFiles());
const PII_PAGE = FILES.get("docs/policies/pii-types.md") ?? "";
const SECRETS_PAGE = FILES.get("docs/policies/secret-kinds.md") ?? "";

describe("generatedFiles", () => {
  for (const [path, text] of FILES)
    test(`${path} is committed as generated: run \`npm run docs:detectors\``, () => {
      assertFresh(path, text, "npm run docs:detectors");
    });
});

const PAGES: readonly (readonly [name: string, page: string, ids: readonly string[]])[] = [
  ["piiTypesPage", PII_PAGE, [...[...PII_DETECTORS, ...ID_RULES].map(({ id }) => id), ID_NUMBER]],
  ["secretKindsPage", SECRETS_PAGE, SECRET_DETECTORS.map(({ id }) => id)],
];

for (const [name, page, ids] of PAGES)
  describe(name, () => {
    test("has every kind that can be reported, each once", () => {
      const listed = rows(page).map(idOf);
      for (const id of new Set(ids))
        assert.equal(listed.filter((row) => row === id).length, 1, `${id} must have one row of the page`);
      for (const id of listed) assert.ok(ids.includes(id), `${id} is reported by nothing, but has a row`);
    });

    test("fills every cell, an example and a source among them", () => {
      for (const row of rows(page)) {
        const id = idOf(row);
        assert.ok(row.length >= 5, id);
        for (const cell of row) assert.match(cell, /[\p{L}\p{N}–…]/u, id);
        assert.match(row.at(-1) ?? "", /^ \[[a-z0-9.-]+\]\(https:\/\/\S+\) *$/, id);
      }
    });
  });

describe("examples of the pages", () => {
  test("are found as the type that they stand for", async () => {
    const missed: string[] = [];
    const findAll = finderOf(PII_DETECTION, rows(PII_PAGE).map(idOf));
    for (const row of rows(PII_PAGE)) {
      const [type, example] = [idOf(row), exampleOf(row).replaceAll(String.raw`\|`, "|")];
      const isFound = (findings: readonly Finding[]): boolean => findings.some(({ kind }) => kind === type);
      if (isFound(await findAll(example))) continue;
      // Beside all others another type may win the same digits.
      if (!isFound(await finderOf(PII_DETECTION, [type])(example))) missed.push(`${type}: ${example}`);
    }
    assert.deepEqual(missed, []);
  });

  test("show no secret", async () => {
    const generic = new Set(GENERIC_SECRETS.map(({ id }) => id));
    const findings = await finderOf(SECRETS_KEYS_DETECTION, null)(SECRETS_PAGE);
    // A table's cells stand beside words such as "token", which is what generic kinds go by.
    const shown = findings.filter(({ kind }) => !generic.has(kind));
    assert.deepEqual(
      shown.map(({ kind, span }) => [kind, SECRETS_PAGE.slice(span?.start, span?.end)]),
      [],
    );
  });
});

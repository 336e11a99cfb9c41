import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { AnalysisContext, PreparedAnalyzer } from "../../../src/analyzers/analyzer.ts";
import { NAME_LENGTH_MAX, NAMES_MAX } from "../../../src/analyzers/competitors/spellings.ts";
import { COMPETITOR_MENTION_DETECTION } from "../../../src/analyzers/competitors/index.ts";
import type { Finding, Json } from "../../../src/core/model.ts";
import { Reading } from "../../../src/text/reading.ts";
import { assertQuick } from "../../support/timing.ts";
import { runs } from "../../support/runs.ts";

const CONTEXT: AnalysisContext = {
  side: "output",
  origin: "assistant",
  from: 0,
  clock: { now: () => 0, epochMs: () => 0, after: () => () => {} },
  signal: new AbortController().signal,
};

function prepare(metadata: Json): PreparedAnalyzer {
  const preparation = COMPETITOR_MENTION_DETECTION.prepare(metadata);
  if (preparation.kind !== "ready") throw new Error(preparation.kind);
  return preparation.analyzer;
}

function findings(analyzer: PreparedAnalyzer, raw: string, from = 0): readonly Finding[] {
  const found = analyzer.analyze(new Reading(raw), { ...CONTEXT, from });
  if (found instanceof Promise) throw new Error("is synchronous");
  return found;
}

const found = (metadata: Json, raw: string, from = 0): readonly string[] =>
  findings(prepare(metadata), raw, from).map(({ span }) => raw.slice(span?.start, span?.end));

describe("competitor mentions", () => {
  test("carry the configured name, a span and the placeholder type", () => {
    const analyzer = prepare(["Globex Corp"]);
    const text = new Reading("buy from globex corp.");
    const mentions = findings(analyzer, text.raw);
    assert.deepEqual(mentions, [{ kind: "COMPETITOR", score: 1, span: { start: 9, end: 20 }, label: "Globex Corp" }]);
    assert.deepEqual(analyzer.details(mentions, text), {
      score: 1,
      evidence: [{ start: 9, end: 20, competitor: "Globex Corp", score: 1 }],
    });
    assert.equal(mentions[0] && analyzer.mask?.(mentions[0]), "COMPETITOR");
    assert.deepEqual(analyzer.details([], text), { score: 0, evidence: [] });
  });

  test("match in any case and script", () => {
    assert.deepEqual(found(["Яндекс", "Ökofen", "ΟΔΟΣ"], "ЯНДЕКС, öKOFEN, οδός, οδος"), [
      "ЯНДЕКС",
      "öKOFEN",
      "οδός",
      "οδος",
    ]);
  });

  test("match across spaces, line breaks and hyphens", () => {
    const spellings = ["Coca Cola", "coca-cola", "Coca‑Cola", "Coca\n    Cola", "COCA  COLA"];
    for (const name of ["Coca Cola", "Coca-Cola"])
      for (const spelling of spellings) assert.deepEqual(found(name, `a ${spelling} b`), [spelling]);
  });

  test("match before a possessive or plural, which stays outside the span", () => {
    for (const ending of ["", "'s", "’s", "s", "es", "S", "s'", "'nin", "'"])
      assert.deepEqual(found("Acme", `an Acme${ending} b`), ["Acme"], ending);
  });

  test("never match inside another word", () => {
    for (const word of ["Acmeology", "pacme", "Acme1", "1Acme", "acme_id", "my_acme", "Acmess", "acmea"])
      assert.deepEqual(found("Acme", `an ${word} b`), [], word);
    assert.deepEqual(found("Coca Cola", "coca, cola coca. cola cocacolas1"), []);
  });

  test("match beside punctuation", () => {
    for (const text of ["(Acme)", "acme.com", "@acme", "l'Acme", "“Acme”", "Acme—the", "#acme"])
      assert.equal(found("Acme", text).length, 1, text);
  });

  test("need no boundary next to a script without spaces, and allow Korean particles", () => {
    assert.deepEqual(found(["阿里巴巴", "Acme", "삼성"], "我喜欢阿里巴巴的Acmeは 삼성은 삼성전"), [
      "阿里巴巴",
      "Acme",
      "삼성",
    ]);
  });

  test("take the usual spellings of ampersands and apostrophes", () => {
    assert.deepEqual(found("Johnson & Johnson", "Johnson&Johnson, johnson and johnson"), [
      "Johnson&Johnson",
      "johnson and johnson",
    ]);
    assert.deepEqual(found("Johnson & Johnson", "#JohnsonJohnson"), ["JohnsonJohnson"]);
    assert.deepEqual(found("AT&T", "AT & T or AT&T"), ["AT & T", "AT&T"]);
    assert.deepEqual(found("Macy's", "Macys, Macy’s, Macy"), ["Macys", "Macy’s"]);
    assert.deepEqual(found(["Yahoo!", "C++"], "Yahoo!s c++11"), ["Yahoo!", "c++"]);
    assert.deepEqual(found("Nestle\u0301", "Nestlé Nestle\u0301 Nestle"), ["Nestlé", "Nestle\u0301", "Nestle"]);
  });

  test("report the longest name at a place, and names that overlap", () => {
    assert.deepEqual(found(["Acme", "Acme Corp"], "Acme Corp Acme Corps Acme Co"), ["Acme Corp", "Acme Corp", "Acme"]);
    assert.deepEqual(found(["New York", "York Times"], "New York Times"), ["New York", "York Times"]);
  });

  test("start at or after the undecided text", () => {
    assert.deepEqual(found("Acme", "Acme Acme", 1), ["Acme"]);
    assert.deepEqual(found("Acme", "xAcme", 1), []);
  });
});

describe("competitor names", () => {
  test("are refused where the list is longer than can be compiled while a request waits", () => {
    const list = (count: number): readonly string[] => Array.from({ length: count }, () => "x".repeat(100));
    assert.equal(COMPETITOR_MENTION_DETECTION.prepare(list(600)).kind, "ready");
    assert.equal(COMPETITOR_MENTION_DETECTION.prepare(list(601)).kind, "invalid");
  });

  test("may be absent, one string or a list", () => {
    assert.equal(COMPETITOR_MENTION_DETECTION.prepare(null).kind, "no_configuration");
    assert.deepEqual(found("Acme", "Acme"), found(["Acme"], "Acme"));
  });

  test("are refused with their path", () => {
    const refused: readonly (readonly [Json, string])[] = [
      [["a", " - "], "1"],
      [["a", 5], "1"],
      [["a", ["b", "c"]], "1"],
      [["x".repeat(NAME_LENGTH_MAX + 1)], "0"],
      ["x".repeat(NAME_LENGTH_MAX + 1), ""],
      ["!!", ""],
      [{ name: "a" }, ""],
      [Array.from({ length: NAMES_MAX + 1 }, (_, index) => `n${index}`), ""],
    ];
    for (const [metadata, path] of refused) {
      const preparation = COMPETITOR_MENTION_DETECTION.prepare(metadata);
      assert.ok(preparation.kind === "invalid", JSON.stringify(metadata).slice(0, 40));
      assert.equal(preparation.path, path);
    }
  });
});

describe("competitor mentions in a stream", () => {
  const held = (metadata: Json, raw: string): string => raw.slice(prepare(metadata).stableUntil?.(new Reading(raw), 0));

  test("hold the word that the text ends with, and what may still be a name", () => {
    const names = ["Acme", "Acme Corp", "Globex"];
    for (const [raw, tail] of [
      // Any word may still become one that is mistyped, and one of a spelled sign: `cats (at)`.
      ["we like cats", "cats"],
      ["we like cats, ", ""],
      ["we like Ac", "Ac"],
      ["we like Acme", "Acme"],
      ["we like Acme ", "Acme "],
      ["we like Acme Cor", "Acme Cor"],
      ["we like Acme is, ", ""],
      ["we like Globexe", "Globexe"],
      ["we like Globex. We", "We"],
      ["we like xAcm, ", ""],
      ["we like Globx Cor", "Cor"],
    ] as const)
      assert.equal(held(names, raw), tail, raw);
  });

  test("findings before what is held are those of the whole text, whatever follows", () => {
    const names = ["Acme", "Acme Corp", "a b", "b a", "阿里", "삼성", "es", "Acme-s"];
    const analyzer = prepare(names);
    const part = fc.constantFrom(
      ..."Acme| Corp|a|b| |-|s|e|'|’|阿|里|삼성|은|에|é|\u0301|😀|\ud83d|.|\n|_|S|es|Acm".split("|"),
    );
    const text = fc.array(part, { maxLength: 24 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (raw, cut, skip) => {
        const at = raw.length === 0 ? 0 : cut % (raw.length + 1);
        const from = at === 0 ? 0 : skip % (at + 1);
        const prefix = raw.slice(0, at);
        const limit = analyzer.stableUntil?.(new Reading(prefix), from) ?? 0;
        assert.ok(limit >= from && limit >= at - analyzer.lookback);
        const before = (all: readonly Finding[]) => all.filter(({ span }) => span !== undefined && span.start < limit);
        assert.deepEqual(before(findings(analyzer, prefix, from)), before(findings(analyzer, raw, from)));
      }),
      { numRuns: runs(3000) },
    );
  });

  test("need no more left context than the lookback", () => {
    const analyzer = prepare(["Acme Corp", "b"]);
    const raw = `${"x ".repeat(100)}xAcme Corp b Acme Corp`;
    for (let from = analyzer.lookback; from < raw.length; from++) {
      const shift = from - analyzer.lookback;
      const inWindow = findings(analyzer, raw.slice(shift), analyzer.lookback).map(
        ({ span }) => (span?.start ?? 0) + shift,
      );
      assert.deepEqual(
        inWindow,
        findings(analyzer, raw, from).map(({ span }) => span?.start),
      );
    }
  });

  test("are bounded in all of their spellings: a list is compiled in the event loop", () => {
    const honest = Array.from({ length: NAMES_MAX }, (_, index) => `Company ${index} Søn & Co`);
    assert.equal(COMPETITOR_MENTION_DETECTION.prepare(honest).kind, "ready");
    for (const name of ["ä@&ss@", `ä ss ö & ü @ "' `.repeat(10)]) {
      const expensive = Array.from({ length: 300 }, (_, index) =>
        Array.from({ length: Math.floor(180 / name.length) }, (_, way) => name.replaceAll("@", `${index}x${way}`)).join(
          "|",
        ),
      );
      assert.equal(COMPETITOR_MENTION_DETECTION.prepare(expensive).kind, "invalid", name);
    }
  });

  test("are found in time that grows with the text only", () => {
    const analyzer = prepare(Array.from({ length: 400 }, (_, index) => `${"a ".repeat(60)}${index}`));
    assertQuick(() => assert.deepEqual(findings(analyzer, "a ".repeat(50_000)), []), 5000);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { COMPETITOR_MENTION_DETECTION } from "../../../src/analyzers/competitors/index.ts";
import { editDistance } from "../../../src/analyzers/competitors/misspelt.ts";
import type { Json } from "../../../src/core/model.ts";
import { analyze, assertForgetful, assertStreams, mixedText, prepare } from "../../support/stream-window.ts";
import { runs } from "../../support/runs.ts";
import { competitorFigures, competitorNames, hits, lookalikeSample } from "../../../tools/eval/competitors.ts";

const found = (metadata: Json, raw: string): readonly string[] =>
  analyze(prepare(COMPETITOR_MENTION_DETECTION, metadata), raw).map(({ span }) => raw.slice(span?.start, span?.end));

describe("aliases of a name", () => {
  test("are parted by a bar, and the first is reported", () => {
    const policy = prepare(COMPETITOR_MENTION_DETECTION, ["Acme Corp|Acme|ACME Inc.", "Globex"]);
    const raw = "Acme, ACME Inc. and acme corp beat Globex";
    assert.deepEqual(
      analyze(policy, raw).map(({ label }) => label),
      ["Acme Corp", "Acme Corp", "Acme Corp", "Globex"],
    );
  });

  test("may hold a bar of their own behind a backslash", () => {
    assert.deepEqual(found(String.raw`A\|B Partners`, "ask A|B Partners or B Partners"), ["A|B Partners"]);
  });

  test("are refused with their path when one is empty or there are too many", () => {
    for (const [metadata, path] of [
      [["Globex", "Acme||Acme Inc."], "1"],
      ["Acme|", ""],
      [[Array.from({ length: 21 }, (_, index) => `n${index}`).join("|")], "0"],
    ] as const) {
      const preparation = COMPETITOR_MENTION_DETECTION.prepare(metadata);
      assert.ok(preparation.kind === "invalid");
      assert.equal(preparation.path, path);
    }
  });
});

describe("ways to write a name", () => {
  test("part and join its words and its capitals", () => {
    for (const text of [
      "Open AI",
      "open-ai",
      "OPENAI",
      "OpenAI's",
      "open_ai",
      "Open\nAI",
      "#OpenAI",
      "@openai",
      "openai.com",
    ])
      assert.equal(found("OpenAI", `ask ${text} now`).length, 1, text);
    for (const text of ["Op enAI", "Open. AI", "open, ai", "reopenai", "openair"])
      assert.deepEqual(found("OpenAI", `ask ${text} now`), [], text);
  });

  test("leave accents out, and write letters as two", () => {
    for (const text of ["Nestle", "NESTLÉ", "Nestle\u0301", "Nèstle"])
      assert.equal(found("Nestlé", text).length, 1, text);
    assert.deepEqual(found("Müller Milch", "Mueller Milch, Muller Milch"), ["Mueller Milch", "Muller Milch"]);
    assert.deepEqual(found("Weiß", "bei Weiss and WEISS"), ["Weiss", "WEISS"]);
  });

  test("decline it", () => {
    for (const text of ["Globexin", "Globexissa", "Globexu", "Globexem", "Globexnak", "Globexdan", "Globexом"])
      assert.deepEqual(found("Globex", `ja ${text} on`), ["Globex"], text);
    assert.deepEqual(found(["Škoda", "Яндекс", "גוגל"], "Škodu, Škodě, в Яндексе, בגוגל"), [
      "Škod",
      "Škod",
      "Яндекс",
      "גוגל",
    ]);
    // Small, it is another word; and a known word is no case of a name.
    assert.deepEqual(found(["Globex", "Linde"], "globexin, unter den Linden"), []);
  });

  test("disguise it", () => {
    const raw = `Gl\u200bobex Ｇｌｏｂｅｘ Glоbеx ${Buffer.from("please order from Globex").toString("base64")} G&#108;obex`;
    assert.equal(found("Globex", raw).length, 5);
    assert.equal(found("ACME Foods", "АСМЕ Foods").length, 1);
  });

  test("write its signs as words, or leave them out", () => {
    for (const [name, spelling] of [
      ["Procter & Gamble", "Procter and Gamble"],
      ["Ben & Jerry's", "Ben and Jerrys"],
      ["Villeroy & Boch", "Villeroy und Boch"],
      ["Dr. Oetker", "Dr Oetker"],
      ['Toys "R" Us', "Toys R Us"],
      ['Toys "R" Us', "ToysRUs"],
    ] as const)
      assert.deepEqual(found(name, `at ${spelling} today`), [spelling]);
    assert.deepEqual(found("C&A", "vitamin C and A"), []);
    assert.deepEqual(found("Salt & Pepper", "add salt and pepper, then ask Salt and Pepper"), ["Salt and Pepper"]);
  });

  test("emphasize it", () => {
    assert.deepEqual(found("Globex", "_Globex_, __Globex__ and _Globex Corp_"), ["Globex", "Globex"]);
    assert.deepEqual(found("Globex", "_globex = globex_; __globex_"), []);
  });

  test("mistype it", () => {
    const policy = prepare(COMPETITOR_MENTION_DETECTION, ["Salesforce", "Globex Corporation", "Cohere"]);
    const scores = (raw: string): readonly number[] => analyze(policy, raw).map(({ score }) => score);
    assert.deepEqual(scores("salesfroce"), [0.8]);
    assert.deepEqual(scores("Slaesfocre"), [0.6]);
    assert.deepEqual(scores("Golbex Corporation, Globex Corpration"), [0.8, 0.8]);
    // Combining marks are no letters: they do not make a short word too long for its name.
    assert.deepEqual(scores("ask Cohe\u0301e\u0301r now"), [0.8]);
    for (const raw of [
      "saleforces1",
      "Salesforcing",
      "Globe corporations",
      "it coheres",
      "coherent",
      "a sphere",
      "Coheres",
    ])
      assert.deepEqual(
        scores(raw).filter((score) => score < 1),
        [],
        raw,
      );
  });
});

describe("a name that is an ordinary word", () => {
  const names = ["Apple", "Target", "Square", "Best Buy", "GitLab"];
  test("counts where it is used as a name", () => {
    for (const raw of [
      "we switched to Apple last year",
      "the store of Target.",
      "Apple's lawyers said so",
      "Square announced new fees",
      "ask @square or see square.com",
      "three shops: Target, Best Buy and a kiosk",
      "bought at BestBuy, bestbuy.com and APPLE",
      "a pipeline in Git Lab",
    ])
      assert.notEqual(found(names, raw).length, 0, raw);
  });

  test("counts as it is written or in capitals when it has two characters at most", () => {
    for (const [name, raw, names] of [
      ["HP", "My HP printer, see hp.com or @hp; the car has 300 hp, 300 HP in fact.", ["HP", "hp", "hp"]],
      ["3M", "tape from 3M: walked 3m, raised $3M, 3 M", ["3M"]],
      ["o2", "o2 Vertrag, O2, CO2", ["o2", "O2"]],
      ["X", "x = 3, on X", ["X"]],
    ] as const)
      assert.deepEqual(found(name, raw), names);
  });

  test("does not where anything else explains it", () => {
    for (const raw of [
      "an apple a day",
      "Apple pie is best warm.",
      "Hit Your Target Weight Without Giving Up",
      "class Target extends Square {}",
      "PUT THE APPLE ON THE TABLE",
      "the best buy of the year; Best buy early.",
      "the git lab coat",
      "1. Square the number",
    ])
      assert.deepEqual(found(names, raw), [], raw);
  });
});

describe("names in all the ways of the set", () => {
  test("are found, and nothing in a megabyte of look-alike sentences", () => {
    const { right, of, byKind } = competitorFigures();
    assert.ok(competitorNames().names.length + competitorNames().ordinary.length >= 60);
    assert.ok(of > 2000 && right / of >= 0.99, `${right} of ${of}`);
    for (const [kind, { right: ofKind, of: all }] of byKind)
      assert.ok(ofKind / all >= 0.95, `${kind}: ${ofKind} of ${all}`);
    const sample = lookalikeSample();
    assert.ok(sample.length >= 1 << 20);
    assert.deepEqual(hits(sample), []);
  });
});

describe("names in a stream", () => {
  const names = ["OpenAI", "Globex Corporation", "Apple", "Best Buy", "Škoda", "阿里巴巴", "Acme Foods|ACME"];
  const words =
    "the |a |of |, |. |\n|- |to |we like |Škodu |apple pie |announced |(|) |é|\u0301|😀|_|\u200b|s|'s |—".split("|");
  const planted = [
    "OpenAI",
    "Open AI ",
    "Opneai ",
    "Globex Corporation",
    "Golbex Corpration ",
    "Apple",
    "Best Buy ",
    "ACME Foods",
    "Glоbex\u200b Corporation",
    "@apple.com ",
    "&#79;penAI",
    "阿里巴巴的",
  ];

  test("are those of the whole text, however it is cut, and whatever was read before", () => {
    const policy = prepare(COMPETITOR_MENTION_DETECTION, names);
    assertStreams(policy, mixedText(words, planted), runs(600));
    assertForgetful(policy, mixedText(words, planted), runs(150));
  });
});

describe("the distance of two words", () => {
  test("counts letters added, left out, changed and exchanged, up to a bound", () => {
    for (const [typed, word, most, distance] of [
      ["globex", "globex", 1, 0],
      ["golbex", "globex", 1, 1],
      ["globx", "globex", 1, 1],
      ["globeex", "globex", 1, 1],
      ["glebex", "globex", 1, 1],
      ["gelbox", "globex", 1, 2],
      ["slaesfocre", "salesforce", 2, 2],
      ["salefroce", "salesforce", 2, 2],
      ["salsfroces", "salesforce", 2, 3],
      ["abc", "abcdef", 2, 3],
    ] as const)
      assert.equal(editDistance(typed, word, most), distance, typed);
  });
});

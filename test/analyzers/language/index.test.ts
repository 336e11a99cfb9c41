import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LANGUAGE_VIOLATION_DETECTION } from "../../../src/analyzers/language/index.ts";
import type { Json } from "../../../src/core/model.ts";
import { Reading } from "../../../src/text/reading.ts";
import { analyze, assertForgetful, assertStreams, held, mixedText, prepare } from "../../support/stream-window.ts";
import { runs } from "../../support/runs.ts";
import { languageFigures } from "../../../tools/eval/languages.ts";

const policy = (allowed: Json) => prepare(LANGUAGE_VIOLATION_DETECTION, allowed);
const told = (allowed: Json, raw: string): readonly string[] =>
  analyze(policy(allowed), raw)
    .filter(({ score }) => score >= LANGUAGE_VIOLATION_DETECTION.threshold)
    .map(({ label }) => label ?? "");

const ENGLISH = "Please tell me when the parcel will arrive at my address.";
const GERMAN = "Bitte sagen Sie mir, wann das Paket bei mir ankommen wird.";
const FRENCH = "Dites-moi quand le colis arrivera à mon adresse, s'il vous plaît.";
const JAPANESE = "荷物がいつ届くのか教えていただけますか。";

describe("allowed languages", () => {
  test("are none without metadata", () => {
    assert.equal(LANGUAGE_VIOLATION_DETECTION.prepare(null).kind, "no_configuration");
  });

  test("are BCP 47 tags: regions and scripts are reduced to what can be told", () => {
    for (const [tag, text] of [
      ["en", ENGLISH],
      ["en-US", ENGLISH],
      ["EN-gb", ENGLISH],
      ["de-CH-1996", GERMAN],
      ["fr-Latn-CA", FRENCH],
      ["ja-JP", JAPANESE],
      ["iw", "המשפט הזה כתוב בעברית ואולי לא תבין אותו."],
    ] as const)
      assert.deepEqual(told([tag], text), [], tag);
    assert.deepEqual(told("en", GERMAN), ["de"]);
    assert.deepEqual(told(["en-US", "fr"], `${ENGLISH} ${GERMAN} ${FRENCH}`), ["de"]);
  });

  test("are refused with their path when they are no tags, or not told from others", () => {
    for (const [metadata, path, reason] of [
      [["en", "german"], "1", /is not among|no BCP 47/],
      [["en", "x-klingon"], "1", /no BCP 47/],
      [["e"], "0", /no BCP 47/],
      [["de_DE"], "0", /no BCP 47/],
      [["en", 5], "1", /string/],
      [["sw"], "0", /is not among the languages that are told: af, am, ar/],
      [["en-Cyrl"], "0", /not told in that script/],
      ["", "", /no BCP 47/],
      [{ en: true }, "", /tag/],
      [Array.from({ length: 101 }, () => "en"), "", /at most 100/],
    ] as const) {
      const preparation = LANGUAGE_VIOLATION_DETECTION.prepare(metadata);
      assert.ok(preparation.kind === "invalid", JSON.stringify(metadata).slice(0, 40));
      assert.equal(preparation.path, path);
      assert.match(preparation.reason, reason);
    }
  });
});

describe("what says little of a language", () => {
  test("is the keyboard that Arabic, Persian or Urdu was written on", () => {
    for (const [allowed, text] of [
      ["ar", "هل معقول هذا الکلام من شعب یحب السلام ویکره الحرب فی کل مکان؟"],
      ["ar", "يَا أَيُّهَا النَّاسُ، هَذَا نَصٌّ مَكْتُوبٌ بِالْعَرَبِيَّةِ الْفُصْحَى."],
      ["fa", "من نمي‌دانم كه چرا اين برنامه روي رايانه من كار نمي‌كند."],
      ["ur", "ميں آج رات دو افراد کے ليے ايک ميز بک کروانا چاہتا ہوں۔"],
    ] as const)
      assert.deepEqual(told(allowed, text), [], text);
    assert.deepEqual(told("ar", "نمي‌دانم چرا اين برنامه كار نمي‌كند و چگونه بايد آن را درست كنم، پس لطفا بگو."), ["fa"]);
  });

  test("is a row of ideographs that Japanese writes too", () => {
    assert.deepEqual(told("ja", "東京都千代田区永田町一丁目七番一号"), []);
    assert.deepEqual(told("ja", "我想预订今晚两个人的桌子，请问还有座位吗？"), ["zh-Hans"]);
    assert.deepEqual(told("ja", "我想預訂今晚兩個人的桌子，請問您還有座位嗎？"), ["zh-Hant"]);
  });

  test("is a line of a log or of a program", () => {
    for (const line of [
      "Jan 02 03:04:05 host kernel: new high-speed device found on the second port of the bus",
      "2024-01-02T03:04:05Z ERROR could not open the connection to the second database server",
      "[03:04:05] WARN the connection to the second database server has been lost again",
      "radius = distance * factor / length_of_the_whole_line\nx = radius * math.cos(theta)\npoints.append((x, y))",
    ])
      assert.deepEqual(told("de", line), [], line);
    assert.deepEqual(told("de", "At 03:04 the connection to the second database server was lost again."), ["en"]);
  });

  test("is one short word again and again", () => {
    assert.deepEqual(told("en", "derka! derka! jihad! derka! derka! jihad! derka! derka! jihad!"), []);
  });
});

describe("what says a language", () => {
  test("is a row of a table, and letters of another form", () => {
    assert.deepEqual(told("en", "| A | Dies ist eine Beschreibung des ersten Eintrags |"), ["de"]);
    assert.deepEqual(told("en", "ＤＡＳ ＩＳＴ ＥＩＮ ＤＥＵＴＳＣＨＥＲ ＳＡＴＺ ＩＮ ＶＯＬＬＥＲ ＢＲＥＩＴＥ"), [
      "de",
    ]);
  });

  test("is a letter that others do not have, unless it stands in a name", () => {
    assert.deepEqual(told("uk", "Сколько времени варить яйца, чтобы внутри они остались мягкими? Это важно."), ["ru"]);
    assert.deepEqual(told("ru", "Колко време трябва да варя яйцата, за да останат меки отвътре?"), ["bg"]);
    assert.deepEqual(told("ru", "Объясни, как работает тепловой насос в доме под Києвом."), []);
  });
});

describe("sentences in other languages", () => {
  test("are told by their place, and neighbours as one", () => {
    const raw = `${ENGLISH} ${GERMAN} ${GERMAN}\n${ENGLISH}`;
    const prepared = policy(["en"]);
    const findings = analyze(prepared, raw);
    const at = raw.indexOf(GERMAN);
    const end = at + 2 * GERMAN.length + 1;
    assert.deepEqual(
      findings.map(({ kind, label, span }) => [kind, label, raw.slice(span?.start, span?.end)]),
      [
        ["LANGUAGE", "de", GERMAN],
        ["LANGUAGE", "de", GERMAN],
      ],
    );
    const score = Math.max(...findings.map((finding) => finding.score));
    assert.ok(score > 0.7 && score <= 0.99);
    assert.deepEqual(prepared.details(findings, new Reading(raw)), {
      score,
      languages: [{ language: "de", start: at, end, score }],
      evidence: [
        { start: at, end: at + GERMAN.length },
        { start: at + GERMAN.length + 1, end },
      ],
    });
    assert.deepEqual(prepared.details([], new Reading("")), { score: 0, languages: [], evidence: [] });
  });

  test("are told by their script alone where it is unambiguous", () => {
    const raw = `${ENGLISH} ${JAPANESE}`;
    assert.deepEqual(
      analyze(policy(["en"]), raw).map(({ label, score }) => [label, score]),
      [["ja", 0.99]],
    );
  });

  test("are told of short ones only where several stand together", () => {
    assert.deepEqual(told(["en"], "¿Qué tal?"), []);
    assert.deepEqual(told(["en"], "Hola. ¿Qué tal estás? ¿Todo bien por casa? Nos vemos mañana.").includes("es"), true);
  });

  test("are not what a program, an address, a name, a quotation or a mask says", () => {
    for (const raw of [
      "```ts\n// wait until the server has answered the first request\nawait ready();\n```",
      "Der Befehl `show me the current status of all services` zeigt alles an.",
      "Er sagte „I have no idea what you are talking about“ und ging.",
      "https://example.org/how-to-change-the-password-of-your-account",
      "Mary Johnson, Robert Brown, Patricia Williams, Jennifer Davis",
      "<PERSON_1> <EMAIL_ADDRESS_2> <PHONE_NUMBER_1> <STREET_ADDRESS_3>",
      "48213 / 2024-05-01 / 12:30 / 4.99",
      "😀😀😀😀😀😀😀😀😀😀😀😀",
    ])
      assert.deepEqual(told(["de"], raw), [], raw);
  });

  test("cover prompts, results of tools and answers, never the operator's own words", () => {
    const { covers } = LANGUAGE_VIOLATION_DETECTION;
    assert.equal(covers("input", "user") && covers("input", "tool") && covers("output", "assistant"), true);
    assert.equal(covers("input", "system"), false);
  });
});

describe("languages of the sets", () => {
  const figures = languageFigures();
  const share = ({ right, of }: { readonly right: number; readonly of: number }): number => right / of;

  test("are told from each other", () => {
    assert.ok(figures.byLanguage.size >= 25 && figures.accuracy.of >= 500);
    assert.ok(share(figures.accuracy) >= 0.97, `${share(figures.accuracy)}`);
    assert.ok(share(figures.recallLong) >= 0.98, `${share(figures.recallLong)}`);
    for (const [lang, { recallLong }] of figures.byLanguage) assert.ok(share(recallLong) >= 0.93, lang);
  });

  test("are not reported where they are allowed, nor where little says what they are", () => {
    assert.ok(share(figures.falseViolations) <= 0.01, figures.misses.join("\n").slice(0, 2000));
    assert.ok(figures.mixed.of >= 150 && share(figures.mixed) >= 0.98, `${share(figures.mixed)}`);
  });
});

describe("sentences of a stream", () => {
  test("are held until they are complete", () => {
    const prepared = policy(["en"]);
    const raw = `${ENGLISH} ${GERMAN}`;
    assert.equal(held(prepared, raw), ENGLISH.length + 1);
    assert.equal(held(prepared, `${raw} `), raw.length + 1);
    assert.equal(held(prepared, "word ".repeat(400)) > 600, true);
  });

  test("are those of the whole text, however it is cut, and whatever was read before", () => {
    const words = "Yes. |No.\n|ok |the |und |😀|…|。|「|」|\n```ts\n|```\n|. |! | ".split("|");
    const planted = [
      ENGLISH,
      GERMAN,
      FRENCH,
      JAPANESE,
      "Hola. ",
      "¿Qué tal estás? ",
      `${GERMAN.repeat(2)}\n`,
      "wort ".repeat(60),
      "ご".repeat(90),
    ];
    const prepared = policy(["en"]);
    assertStreams(prepared, mixedText(words, planted), runs(150));
    assertForgetful(prepared, mixedText(words, planted), runs(40));
  });

  test("decide alike when a sentence does not end", () => {
    const endless = `${[
      GERMAN,
      FRENCH,
      "Ich weiß nicht, ob der Zug heute noch fährt",
      "Morgen regnet es wohl wieder den ganzen Tag",
    ]
      .map((sentence) => sentence.replaceAll(/[.!?]/g, ""))
      .join(", ")
      .repeat(8)} `;
    const prepared = policy(["en"]);
    assertStreams(prepared, mixedText([ENGLISH, " "], [endless, endless.slice(0, 900)]), runs(30));
    assert.ok(analyze(prepared, endless).length > 3);
  });
});

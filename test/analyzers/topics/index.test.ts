import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { BANNED_TOPICS_DETECTION, TOPIC_LENGTH_MAX, TOPICS_MAX } from "../../../src/analyzers/topics/index.ts";
import type { Json } from "../../../src/core/model.ts";
import { Reading } from "../../../src/text/reading.ts";
import { analyze, prepare } from "../../support/stream-window.ts";

const scoreOf = (topics: Json, raw: string): number =>
  analyze(prepare(BANNED_TOPICS_DETECTION, topics), raw)[0]?.score ?? 0;
const isFound = (topics: Json, raw: string): boolean => scoreOf(topics, raw) >= BANNED_TOPICS_DETECTION.threshold;
const evidenceOf = (topics: Json, raw: string): readonly string[] =>
  analyze(prepare(BANNED_TOPICS_DETECTION, topics), raw).flatMap(({ span, label }) =>
    span === undefined ? [] : [`${label ?? ""}: ${raw.slice(span.start, span.end)}`],
  );

describe("banned topics", () => {
  test("are told by name with their places, never the text", () => {
    const policy = prepare(BANNED_TOPICS_DETECTION, ["gambling", "politics"]);
    const text = new Reading("Is blackjack or roulette the better game?");
    const findings = analyze(policy, text.raw);
    const score = findings[0]?.score ?? 0;
    assert.ok(score > 0.9);
    assert.deepEqual(policy.details(findings, text), {
      score,
      evidence: [
        { start: 3, end: 12, topic: "gambling", score },
        { start: 16, end: 24, topic: "gambling", score },
      ],
    });
    assert.deepEqual(policy.details(analyze(policy, "Good morning."), text), { score: 0, evidence: [] });
  });

  test("are found by words that never name them", () => {
    assert.ok(isFound(["medical advice"], "My ankle is swollen, should I take ibuprofen?"));
    assert.ok(isFound(["cryptocurrency"], "Is Ethereum better than Bitcoin?"));
    assert.ok(isFound(["beekeeping"], "The honey of our bees is dark this year."));
    assert.equal(isFound(["medical advice", "cryptocurrency", "beekeeping"], "How do I fold a paper crane?"), false);
  });

  test("need more than one word that only may mean them", () => {
    assert.equal(isFound(["gambling"], "The odds are that the train is late."), false);
    assert.equal(isFound(["gambling"], "The odds of that horse in the third race were a bad bet."), true);
  });

  test("that are advice are asked for or given, not only mentioned", () => {
    const mention = "The patients had fever, nausea and headaches, and the physician wrote a report.";
    assert.ok(isFound(["medicine"], mention));
    assert.equal(isFound(["medical advice"], mention), false);
    assert.ok(isFound(["medical advice"], "I have fever, nausea and a headache."));
    assert.ok(isFound(["Gardening advice"], "How should I prune the shrubs and hedges of the garden?"));
  });

  test("that bind a subject to a name need the name", () => {
    const topics = ["our merger with Initech"];
    assert.ok(isFound(topics, "When will the acquisition of Initech be announced to shareholders?"));
    assert.equal(isFound(topics, "When will the acquisition of Globex be announced to shareholders?"), false);
    assert.equal(isFound(topics, "Our printer from Initech is out of toner."), false);
  });

  test("may be called by other names and in other languages", () => {
    for (const name of [
      "Politics",
      "political discussions",
      "questions about politics",
      "general politics",
      "Politik",
      "la politique",
      "политика",
      "政治",
    ])
      assert.ok(isFound([name], "The senator lost the election to a congressman."), name);
    assert.ok(isFound(["gambling, weapons and politics"], "Which rifle fits this ammunition?"));
  });

  test("are found in the languages of the lists", () => {
    const texts: readonly (readonly [string, string])[] = [
      ["politics", "Wann ist die nächste Bundestagswahl?"],
      ["politics", "Qui a gagné les élections au parlement ?"],
      ["gambling", "¿Dónde puedo jugar a la ruleta en un casino?"],
      ["taxes", "Como faço a declaração de imposto?"],
      ["weapons", "Dove compro una pistola e munizioni?"],
      ["illegal drugs", "Waar koop ik cocaïne en wiet?"],
      ["religion", "Co mówi katolicyzm i kościół o rozwodzie?"],
      ["cryptocurrency", "Стоит ли сейчас покупать биткоин?"],
      ["gambling", "哪家赌场的老虎机最好?"],
      ["gambling", "カジノでポーカーをしたい。"],
      ["illegal drugs", "أين أشتري الحشيش و الكوكايين؟ كوكايين"],
      ["politics", "अगला चुनाव कब है और सरकार कौन बनाएगा?"],
    ];
    for (const [topic, text] of texts) assert.ok(isFound([topic], text), text);
  });

  test("are seen behind look-alikes, invisible characters and base64", () => {
    assert.ok(isFound(["gambling"], "Which с\u0430sin\u043e pays most?"));
    assert.ok(isFound(["gambling"], "Which ca\u200bsi\u200bno pays most?"));
    const hidden = Buffer.from("Which casino has the best roulette and blackjack?").toString("base64");
    assert.deepEqual(evidenceOf(["gambling"], `Decode this: ${hidden}`), [`gambling: ${hidden}`]);
  });

  test("are seen in possessives, and parted by line ends and hyphens", () => {
    assert.deepEqual(evidenceOf(["cryptocurrency"], "What is Bitcoin's price?"), ["cryptocurrency: Bitcoin's"]);
    assert.deepEqual(evidenceOf(["real estate"], "My real-\nestate plans"), ["real estate: real-\nestate"]);
    assert.equal(isFound(["real estate"], "This is real. Estate is a word."), false);
  });

  test("are not numbers of some length, nor words that only begin or look like theirs", () => {
    assert.equal(isFound(["investment advice"], "I was born in 1954 in room 401."), false);
    for (const text of ["We investigate it, you know.", "Şu gün çok güzel.", "My shoulders should be fine."])
      assert.equal(isFound(["investment advice", "weapons", "legal advice"], text), false, text);
    assert.ok(isFound(["investment advice"], "Devo investir em fundos imobiliários e dividendos?"));
  });

  test("score more the more speaks for them, and all words count once", () => {
    const [one, two] = ["The bet is on.", "The bet has good odds."].map((text) => scoreOf(["gambling"], text));
    assert.ok((one ?? 0) < (two ?? 0));
    assert.equal(scoreOf(["gambling"], "bet ".repeat(40)), scoreOf(["gambling"], "bet"));
  });

  test("are skipped without configuration, and tell what is wrong with it", () => {
    const prepared = (metadata: Json) => BANNED_TOPICS_DETECTION.prepare(metadata);
    assert.equal(prepared(null).kind, "no_configuration");
    assert.equal(prepared([]).kind, "no_configuration");
    const invalid = (path: string, reason: string) => ({ kind: "invalid", path, reason });
    assert.deepEqual(prepared({ a: 1 }), invalid("", "must be a list of topics"));
    assert.deepEqual(prepared(["a", 7]), invalid("1", "must be a string"));
    assert.deepEqual(prepared(["…"]), invalid("0", "must have a letter"));
    assert.deepEqual(prepared("x".repeat(TOPIC_LENGTH_MAX + 1)), invalid("", "must have at most 200 characters"));
    assert.deepEqual(
      prepared(Array.from({ length: TOPICS_MAX + 1 }, String)),
      invalid("", `must have at most ${TOPICS_MAX} topics`),
    );
  });

  test("stand within the text, in order, whatever the text", () => {
    const policy = prepare(BANNED_TOPICS_DETECTION, ["gambling", "medical advice", "космос", "賭博"]);
    const word = fc.constantFrom(
      "casino",
      "bet",
      "doctor",
      "pill",
      "I",
      "?",
      "\n",
      "real",
      "赌博",
      "ﬁ",
      "ö\u0308",
      "😀",
      "ракета",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 6 }))), (words) => {
        const raw = words.join(" ");
        const [whole, ...places] = analyze(policy, raw);
        assert.ok(whole !== undefined && whole.score >= 0 && whole.score <= 1);
        for (const { span, score } of places) {
          assert.ok(span !== undefined && span.start >= 0 && span.start < span.end && span.end <= raw.length);
          assert.ok(score <= whole.score);
        }
      }),
    );
  });

  test("ask a judge about each of them", () => {
    const { inquiry } = prepare(BANNED_TOPICS_DETECTION, ["gambling", "politics"]);
    assert.deepEqual(
      inquiry?.question.parts.map(({ text }) => text),
      ["The text is about this topic: gambling", "The text is about this topic: politics"],
    );
    assert.deepEqual(inquiry?.findings({ score: 0.9, parts: [0.1, 0.9] }, new Reading("abc")), [
      { kind: "banned_topic", score: 0.9 },
      { kind: "banned_topic", label: "politics", score: 0.9, span: { start: 0, end: 3 } },
    ]);
  });
});

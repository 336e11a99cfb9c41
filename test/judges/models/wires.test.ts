import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TOXICITY_DETECTION } from "../../../src/analyzers/toxicity/index.ts";
import { whyNoAnswer, type JudgeAnswer, type Question } from "../../../src/core/judge-model.ts";
import type { Json } from "../../../src/core/model.ts";
import { chatWire } from "../../../src/judges/models/chat-completions.ts";
import { classifierWire, kserveWire, moderationsWire } from "../../../src/judges/models/classifiers.ts";
import type { Wire } from "../../../src/judges/models/model-contract.ts";
import { completion } from "../../support/judges.ts";
import { prepare } from "../../support/stream-window.ts";

const REMOTE = { url: "http://x", apiKey: null, apiKeyHeader: null, responseMaxBytes: 1 };
const LABELS = new Map([
  ["toxicity_detection", ["toxic", "rude"]],
  ["toxicity_detection.threat", ["threat"]],
]);

function toxicity(labels: readonly string[] | null = null): Question {
  const { inquiry } = prepare(TOXICITY_DETECTION, labels);
  assert.ok(inquiry);
  return inquiry.question;
}

const ASKED = { question: toxicity(["threat", "hate"]), text: "a \ud800 b", origin: "assistant" } as const;

function answers(wire: Wire, question: Question, answer: unknown): JudgeAnswer {
  return wire.request({ ...ASKED, question }).read(answer as Json);
}
const refuses = (wire: Wire, question: Question, answer: unknown): void =>
  assert.throws(() => answers(wire, question, answer), { kind: "unreadable" }, JSON.stringify(answer));

describe("a chat judge", () => {
  const model = { kind: "chat", model: "m", temperature: 0, ...REMOTE } as const;
  const wire = chatWire(model, () => "x");

  test("is asked for exactly one shape of answer", () => {
    const { body } = wire.request(ASKED);
    const { messages: _, ...rest } = body as Record<string, Json>;
    assert.equal(wire.path, "/chat/completions");
    assert.deepEqual(rest, {
      model: "m",
      temperature: 0,
      response_format: {
        type: "json_schema",
        json_schema: {
          name: "verdict",
          strict: true,
          schema: {
            type: "object",
            properties: { s1: { type: "number" }, s2: { type: "number" } },
            required: ["s1", "s2"],
            additionalProperties: false,
          },
        },
      },
    });
    const bare = chatWire({ ...model, temperature: null }, () => "x").request(ASKED).body;
    assert.ok(!Object.hasOwn(bare as object, "temperature"));
  });

  test("gives a score for each part, and of the whole the highest", () => {
    assert.deepEqual(answers(wire, ASKED.question, completion('{"s1":0.2,"s2":0.7}')), {
      score: 0.7,
      parts: [0.2, 0.7],
    });
    const all = toxicity();
    const scores = Object.fromEntries(Array.from({ length: 9 }, (__, index) => [`s${index + 1}`, index / 10]));
    const answer = answers(wire, all, completion(JSON.stringify(scores)));
    assert.deepEqual(answer, { score: 0.8, parts: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] });
  });

  const wrong: Readonly<Record<string, unknown>> = {
    "a missing answer": completion('{"s1":0.2}'),
    "another key": completion('{"s1":0.2,"s3":0.7}'),
    "one key more": completion('{"s1":0.2,"s2":0.7,"s3":0}'),
    "a key twice": completion('{"s1":1,"s1":0,"s2":0}'),
    "a score over 1": completion('{"s1":0.2,"s2":7}'),
    "a score below 0": completion('{"s1":-0.2,"s2":0}'),
    "a text for a number": completion('{"s1":"0","s2":0}'),
    "no number": completion('{"s1":null,"s2":0}'),
    "a list": completion("[0,0]"),
    "text before it": completion('Sure: {"s1":0,"s2":0}'),
    "text behind it": completion('{"s1":0,"s2":0} as you asked'),
    "a code fence": completion('```json\n{"s1":0,"s2":0}\n```'),
    nothing: completion(""),
    "an answer that was cut off": completion('{"s1":0,"s2":0}', {}, "length"),
    "a filtered answer": completion('{"s1":0,"s2":0}', {}, "content_filter"),
    "a refusal": completion('{"s1":0,"s2":0}', { refusal: "I cannot" }),
    "no content": completion("", { content: null, refusal: "I cannot" }),
    "a call of a tool": completion('{"s1":0,"s2":0}', { tool_calls: [{ id: "c" }] }),
    "two choices": { choices: [...(completion('{"s1":0,"s2":0}') as { choices: unknown[] }).choices, {}] },
    "no choice": { choices: [] },
    "another body": { error: "x" },
    "no object": 0,
  };
  for (const [name, answer] of Object.entries(wrong))
    test(`is not believed with ${name}`, () => refuses(wire, ASKED.question, answer));
});

describe("a moderations judge", () => {
  const wire = moderationsWire({ kind: "moderations", model: "omni", ...REMOTE }, LABELS);
  const result = (category_scores: object): object => ({ results: [{ flagged: false, category_scores }] });

  test("is sent the text, and its categories count as configured", () => {
    assert.deepEqual(wire.request(ASKED).body, { model: "omni", input: "a \ufffd b" });
    const answer = answers(wire, toxicity(), result({ toxic: 0.2, rude: 0.3, threat: 0.6, other: 1 }));
    assert.equal(answer.score, 0.6);
    assert.deepEqual(answer.parts, [null, null, null, 0.6, null, null, null, null]);
    assert.equal(answers(wire, toxicity(["threat"]), result({ toxic: 0.9, rude: 0, threat: 0.1 })).score, 0.1);
  });

  test("is not believed without a configured category, or with scores that are none", () => {
    for (const answer of [
      result({ toxic: 0.2, threat: 0 }),
      result({ toxic: 2, rude: 0, threat: 0 }),
      { results: [] },
      {},
    ])
      refuses(wire, toxicity(), answer);
  });
});

describe("a classifier", () => {
  const wire = classifierWire(LABELS);
  const scores = [
    { label: "toxic", score: 0.1 },
    { label: "rude", score: 0.7 },
    { label: "threat", score: 0 },
  ];

  test("is asked not to cut the text, and answers with or without a batch", () => {
    assert.deepEqual(wire.request(ASKED).body, { inputs: "a \ufffd b", raw_scores: false, truncate: false });
    for (const answer of [scores, [scores]]) assert.equal(answers(wire, toxicity(), answer).score, 0.7);
  });

  test("is not believed without its labels", () => {
    for (const answer of [
      scores.slice(1),
      [],
      [[]],
      [scores, scores],
      { label: "toxic", score: 1 },
      [{ label: "toxic", score: "1" }],
    ])
      refuses(wire, toxicity(), answer);
  });
});

describe("a kserve judge", () => {
  const wireOf = (activation: "none" | "softmax" | "sigmoid"): Wire =>
    kserveWire(
      {
        kind: "kserve",
        model: "a/b",
        input: "in",
        output: "out",
        classes: ["toxic", "rude", "threat"],
        activation,
        ...REMOTE,
      },
      LABELS,
    );
  const outputs = (data: unknown, name = "out"): object => ({
    outputs: [{ name, datatype: "FP32", shape: [1, 3], data }],
  });

  test("is sent one text as bytes, and answers one number a class", () => {
    const wire = wireOf("none");
    assert.equal(wire.path, "/v2/models/a%2Fb/infer");
    assert.deepEqual(wire.request(ASKED).body, {
      inputs: [{ name: "in", shape: [1], datatype: "BYTES", data: ["a \ufffd b"] }],
      outputs: [{ name: "out" }],
    });
    for (const data of [[0.1, 0.2, 0.3], [[0.1, 0.2, 0.3]]])
      assert.equal(answers(wire, toxicity(), outputs(data)).score, 0.3);
  });

  test("makes scores of numbers", () => {
    const near = (actual: number, expected: number): void => assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}`);
    near(answers(wireOf("sigmoid"), toxicity(), outputs([-9, 0, -9])).score, 0.5);
    near(answers(wireOf("softmax"), toxicity(["threat"]), outputs([1000, 1000, 1000])).score, 1 / 3);
  });

  test("is not believed without one number for each class", () => {
    const wrong = [
      outputs([0.1, 0.2]),
      outputs([0, 0, 2]),
      outputs([0, 0, "1"]),
      outputs([0, 0, 0], "other"),
      { outputs: [] },
      {},
    ];
    for (const answer of wrong) refuses(wireOf("none"), toxicity(), answer);
  });
});

describe("whyNoAnswer", () => {
  const judge = { name: "j", kind: "classifier", labels: LABELS } as const;
  test("names what a classifier has no labels for", () => {
    assert.equal(whyNoAnswer(judge, toxicity()), null);
    assert.equal(whyNoAnswer(judge, toxicity(["threat"])), null);
    assert.match(whyNoAnswer(judge, toxicity(["threat", "hate"])) ?? "", /no labels for toxicity_detection\.hate$/);
    assert.equal(whyNoAnswer({ ...judge, kind: "chat" }, toxicity(["hate"])), null);
  });
  test("lets only a chat model read rules", () => {
    const rules: Question = { policy: "p", about: "", parts: [], isWhole: false, isFree: true };
    assert.match(whyNoAnswer(judge, rules) ?? "", /only kind chat/);
    assert.equal(whyNoAnswer({ ...judge, kind: "chat" }, rules), null);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loaded, problemsOf } from "../support/load.ts";
import { tinyFolder } from "../support/tiny-onnx.ts";

const judge = (fields: string): string => `judges:\n  - { name: j, ${fields} }`;
const CHAT = "kind: chat, url: 'http://127.0.0.1:9/v1', model: m";
const CLASSIFIER = "kind: classifier, url: 'http://127.0.0.1:9', labels: { toxicity_detection: toxic }";
const policies = (list: string, asset = "", judges = judge(CHAT)): string =>
  `${judges}\nassets:\n  - { id: a, organization: o, ${asset}policies: [${list}] }`;

describe("judges of a configuration", () => {
  const folder = tinyFolder();
  for (const fields of [
    CHAT,
    CLASSIFIER,
    "kind: moderations, url: 'https://x.example/v1', labels: { toxicity_detection.hate: [hate, hate/threatening] }",
    "kind: kserve, url: 'http://x.example', model: m, classes: [a, b], labels: { prompt_injection_detection: b }",
    `kind: onnx, folder: '${folder}', labels: { toxicity_detection: insult }`,
  ])
    test(`are accepted: ${fields.slice(0, 20)}`, () => assert.deepEqual(problemsOf(judge(fields)), []));

  const mistakes: readonly (readonly [fields: string, RegExp])[] = [
    ["kind: chat", /judges\.0: a judge of kind chat needs url$/],
    ["kind: chat, url: 'http://x'", /needs model$/],
    ["kind: kserve, url: 'http://x', model: m, labels: { toxicity_detection: a }", /needs classes$/],
    ["kind: onnx, labels: { toxicity_detection: a }", /needs folder$/],
    [
      "kind: onnx, folder: /nowhere, labels: { toxicity_detection: a }",
      /judges\.0\.folder: model\.onnx is missing there/,
    ],
    [`${CHAT}, folder: /x`, /judges\.0\.folder: means nothing to a judge of kind chat/],
    [`${CHAT}, labels: { toxicity_detection: a }`, /judges\.0\.labels: .*no labels/],
    ["kind: classifier, url: 'http://x'", /needs labels/],
    ["kind: classifier, url: 'ftp://x', labels: { toxicity_detection: a }", /judges\.0\.url: must be an http/],
    ["kind: classifier, url: 'http://u:p@x', labels: { toxicity_detection: a }", /credentials/],
    ["kind: classifier, url: 'http://127.0.0.1:8080', labels: { toxicity_detection: a }", /own address/],
    [
      "kind: classifier, url: 'http://x', labels: { toxicity: a }",
      /judges\.0\.labels\.toxicity: must be a policy's name/,
    ],
    [
      "kind: kserve, url: 'http://x', model: m, classes: [benign, injection], labels: { prompt_injection_detection: injektion }",
      /labels\.prompt_injection_detection: injektion is none of the classes; did you mean injection\?/,
    ],
    ["kind: kserve, url: 'http://x', model: m, classes: [a, a], labels: { toxicity_detection: a }", /a label twice/],
    ["kind: oracle, url: 'http://x'", /judges\.0\.kind: must be one of/],
    [`${CHAT}, timeout: 3`, /judges\.0\.timeout: unknown key; did you mean timeout_ms\?/],
  ];
  for (const [fields, expected] of mistakes)
    test(`are refused: ${fields.slice(0, 60)}`, () => {
      const problems = problemsOf(judge(fields));
      assert.ok(
        problems.some((problem) => expected.test(problem) && problem.startsWith("2:")),
        problems.join("\n"),
      );
    });

  test("have names of their own", () =>
    assert.deepEqual(problemsOf(`${judge(CHAT)}\n  - { name: j, ${CHAT} }`), ["3:13 judges.1.name: duplicate name j"]));
});

describe("policies with a judge", () => {
  const TOXIC = "policy_name: toxicity_detection, action: flag";
  const RULES = "policy_name: policy_violation_detection, action: block, metadata: [Be kind]";
  for (const source of [
    policies(`{ ${TOXIC}, judge: j, judge_mode: after, judge_band: [0.2, 0.5] }, { ${RULES}, judge: j }`),
    policies(`{ ${TOXIC}, judge: j }`, "", judge(CLASSIFIER)),
    policies(`{ ${RULES} }`, "judge: j, "),
    policies(`{ ${RULES.replace("block", "disabled")} }`),
  ])
    test(`are accepted: ${source.slice(-80)}`, () => assert.deepEqual(problemsOf(source), []));

  test("are told of when they need one and have none, and are skipped", () => {
    assert.deepEqual(problemsOf(policies(`{ ${RULES} }`)), [
      "4:42 warning: assets.0.policies.0: policy_violation_detection needs a judge: it is skipped without one, visibly",
    ]);
  });

  const mistakes: readonly (readonly [source: string, RegExp])[] = [
    [policies(`{ ${TOXIC}, judge: jj }`), /policies\.0\.judge: there is no judge jj; did you mean j\?$/],
    [policies(`{ ${RULES} }`, "judge: k, "), /assets\.0\.judge: there is no judge k/],
    [policies(`{ ${RULES} }`, "judge: j, ", judge(CLASSIFIER)), /assets\.0\.judge: .*only kind chat reads rules/],
    [policies(`{ ${RULES}, judge: j }`, "", judge(CLASSIFIER)), /policies\.0\.judge: .*only kind chat reads rules/],
    [policies(`{ ${RULES}, judge: j, judge_mode: after }`), /judge_mode: .*no detector of its own/],
    [policies("{ policy_name: pii_detection, action: flag, judge: j }"), /judge: pii_detection finds values/],
    [
      policies("{ policy_name: prompt_injection_detection, action: flag, judge: j }", "", judge(CLASSIFIER)),
      /judge: judge j has no labels for prompt_injection_detection/,
    ],
    [
      policies(`{ ${TOXIC}, metadata: [hate], judge: j }`, "", judge(CLASSIFIER)),
      /no labels for toxicity_detection\.hate/,
    ],
    [policies(`{ ${TOXIC}, judge_mode: after }`), /judge_mode: there is no judge beside it/],
    [policies(`{ ${TOXIC}, judge_band: [0, 1] }`), /judge_band: there is no judge beside it/],
    [policies(`{ ${TOXIC}, judge: j, judge_mode: alone, judge_band: [0, 1] }`), /judge_band: only judge_mode after/],
    [policies(`{ ${TOXIC}, judge: j, judge_band: [0.6, 0.4] }`), /judge_band: must begin with its lower end/],
    [policies(`{ ${TOXIC}, judge: j, judge_band: [0.6] }`), /judge_band: must be \[low, high\]/],
    [policies(`{ ${TOXIC}, judge: j, judge_band: [0.6, 2] }`), /judge_band\.1: must be at most 1/],
  ];
  for (const [source, expected] of mistakes)
    test(`are refused: ${String(expected)}`, () => {
      const problems = problemsOf(source);
      assert.ok(
        problems.some((problem) => expected.test(problem)),
        problems.join("\n"),
      );
    });

  test("are not blamed for a judge that cannot be read", () => {
    const problems = problemsOf(policies(`{ ${TOXIC}, judge: j }`, "", judge("kind: oracle")));
    assert.equal(problems.length, 1);
  });

  test("have the judge's deadline, unless they have one of their own", () => {
    const source = policies(
      `{ ${TOXIC}, judge: j }, { ${RULES} }, { policy_name: pii_detection, action: flag }`,
      "judge: j, ",
      judge(`${CHAT}, timeout_ms: 3000`),
    );
    const deadlines = (text: string): readonly (number | undefined)[] =>
      loaded(text).assets[0]?.policies.map(({ timeoutMs }) => timeoutMs) ?? [];
    assert.deepEqual(deadlines(source), [3000, 3000, 500]);
    assert.deepEqual(deadlines(source.replace("judge: j }, {", "judge: j, timeout_ms: 70 }, {")), [70, 3000, 500]);
  });
});

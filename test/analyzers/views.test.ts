import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { findInViews } from "../../src/analyzers/views.ts";
import { Reading } from "../../src/text/reading.ts";
import { analyze, assertStreams, mixedText, prepare } from "../support/stream-window.ts";

const pii = prepare(PII_DETECTION, ["everything"]);
const secrets = prepare(SECRETS_KEYS_DETECTION);
const found = (analyzer: typeof pii, raw: string): readonly string[] =>
  analyze(analyzer, raw).map(({ kind, span }) => `${kind} ${raw.slice(span?.start, span?.end)}`);

const TOKEN = "ghp" + "_" + "16C7e42F292c6912E7710c838347Ae178B4a";
const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0xfee0));
const DISGUISES: readonly (readonly [name: string, disguise: (text: string) => string])[] = [
  ["zero width", (text) => `${text.slice(0, 6)}\u200b${text.slice(6, 9)}\u2060${text.slice(9)}`],
  ["soft hyphen", (text) => `${text.slice(0, 7)}\u00ad${text.slice(7)}`],
  ["full width", fullWidth],
  ["URL escape", (text) => `${text.slice(0, 4)}%${text.charCodeAt(4).toString(16)}${text.slice(5)}`],
  ["HTML reference", (text) => `${text.slice(0, 4)}&#${text.charCodeAt(4)};${text.slice(5)}`],
  ["JSON escape", (text) => `${text.slice(0, 4)}\\u00${text.charCodeAt(4).toString(16)}${text.slice(5)}`],
  ["base64", (text) => btoa(text)],
  ["hex", (text) => Array.from(text, (unit) => unit.charCodeAt(0).toString(16)).join("")],
];

describe("findInViews", () => {
  for (const [name, disguise] of DISGUISES)
    test(`covers exactly the characters of a value behind: ${name}`, () => {
      const token = disguise(TOKEN);
      assert.ok(
        found(secrets, `see ${token} there`).some((line) => line.endsWith(` ${token}`)),
        name,
      );
      const card = disguise("4111111111111111");
      assert.ok(found(pii, `see ${card} there`).includes(`CREDIT_CARD ${card}`), name);
      const mail = disguise("jane.doe@example.org");
      assert.ok(found(pii, `see ${mail} there`).includes(`EMAIL_ADDRESS ${mail}`), name);
    });

  test("names the encoding of a run", () => {
    const [finding] = analyze(secrets, `see ${btoa(TOKEN)}`);
    assert.equal(finding?.decoded, "base64");
  });

  test("finds a value once when it stands in more than one view", () => {
    assert.deepEqual(found(pii, "a\u200bb jane@example.org"), ["EMAIL_ADDRESS jane@example.org"]);
  });

  test("finds every value of a long text", () => {
    assert.equal(found(pii, "jane@example.org\n".repeat(1000)).length, 1000);
    assert.equal(found(secrets, `${TOKEN}\n`.repeat(300)).length, 300);
  });

  test("takes as many findings as a text has", () => {
    const many = 200_000;
    const text = new Reading("\u00a0x".repeat(many));
    const everyOther = () =>
      Array.from({ length: many }, (_, at) => ({ kind: "X", score: 1, span: { start: at * 2 + 1, end: at * 2 + 2 } }));
    assert.equal(findInViews(everyOther, text, { from: 0 }).length, many);
  });

  test("a window of a stream finds what the whole text holds", () => {
    const planted = [TOKEN, "4111 1111 1111 1111", "jane@example.org"];
    const pieces = planted.flatMap((text) => DISGUISES.map(([, disguise]) => disguise(text)));
    const words = [
      " ",
      ". ",
      "\n",
      "the ",
      "key ",
      "%",
      "&",
      "\\",
      "(",
      " at ",
      "\u200b",
      "ö",
      "ж",
      "=",
      "QUJD",
      "id: ",
    ];
    assertStreams(pii, mixedText(words, pieces), 500);
    assertStreams(secrets, mixedText(words, pieces), 500);
  });
});

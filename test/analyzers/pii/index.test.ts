import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { Reading } from "../../../src/text/reading.ts";
import { analyze, prepare } from "../../support/stream-window.ts";

const found = (raw: string, types: string[] = ["everything"]): readonly (readonly [string, string])[] =>
  analyze(prepare(PII_DETECTION, types), raw).map(
    ({ kind, span }) => [kind, raw.slice(span?.start, span?.end)] as const,
  );

describe("pii_detection", () => {
  test("finds several entities in one text", () => {
    assert.deepEqual(found("Jane <jane@example.org>, +49 30 901820, card 4111 1111 1111 1111, SSN 536-22-8726."), [
      ["PERSON", "Jane"],
      ["EMAIL_ADDRESS", "jane@example.org"],
      ["PHONE_NUMBER", "+49 30 901820"],
      ["CREDIT_CARD", "4111 1111 1111 1111"],
      ["US_SSN", "536-22-8726"],
    ]);
  });

  test("reports one entity where two overlap", () => {
    assert.deepEqual(found("tel 4111 1111 1111 1111"), [["CREDIT_CARD", "4111 1111 1111 1111"]]);
  });

  test("reports an address whole, however sure the town in it is, and the town beside it", () => {
    const raw = "My address is Gartenstraße 7, 10178 Berlin, Germany.";
    assert.deepEqual(found(raw), [
      ["STREET_ADDRESS", "Gartenstraße 7, 10178 Berlin, Germany"],
      ["LOCATION", "Berlin"],
      ["LOCATION", "Germany"],
    ]);
  });

  test("reads full-width characters and typographic spaces and hyphens", () => {
    assert.deepEqual(
      found("メール：ｊａｎｅ＠ｅｘａｍｐｌｅ．ｏｒｇ、DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000"),
      [
        ["EMAIL_ADDRESS", "ｊａｎｅ＠ｅｘａｍｐｌｅ．ｏｒｇ"],
        ["IBAN_CODE", "DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000"],
      ],
    );
  });

  test("reads letters that JSON or HTML escapes, and spans what was submitted", () => {
    assert.deepEqual(found('{"name": "Jos\\u00e9 Garc\\u00eda", "city": "M\\u00fcnchen"}'), [
      ["PERSON", "Jos\\u00e9 Garc\\u00eda"],
      ["LOCATION", "M\\u00fcnchen"],
    ]);
    assert.deepEqual(
      found('{"customer_name": "\\u0418\\u0432\\u0430\\u043d \\u041f\\u0435\\u0442\\u0440\\u043e\\u0432"}'),
      [["PERSON", "\\u0418\\u0432\\u0430\\u043d \\u041f\\u0435\\u0442\\u0440\\u043e\\u0432"]],
    );
    assert.deepEqual(found("<p>Name: J&#252;rgen M&#xFC;ller</p>"), [["PERSON", "J&#252;rgen M&#xFC;ller"]]);
  });

  test("reads the columns of a table", () => {
    assert.deepEqual(found("17,jane@example.org,+14155552671,4111111111111111,203.0.113.7"), [
      ["EMAIL_ADDRESS", "jane@example.org"],
      ["PHONE_NUMBER", "+14155552671"],
      ["CREDIT_CARD", "4111111111111111"],
      ["IP_ADDRESS", "203.0.113.7"],
    ]);
  });

  test("is restricted by its metadata, one text or a list", () => {
    assert.deepEqual(found("jane@example.org 203.0.113.7", ["IP_ADDRESS"]), [["IP_ADDRESS", "203.0.113.7"]]);
    assert.equal(PII_DETECTION.prepare("EMAIL_ADDRESS").kind, "ready");
  });

  test("refuses unknown names, all at once, and says which were meant", () => {
    assert.deepEqual(PII_DETECTION.prepare(["EMAIL_ADDRESS", "EMAIL", "contact", "-IBAN_COD"]), {
      kind: "invalid",
      path: "1",
      reason: "is no type or group of personal data; did you mean EMAIL_ADDRESS?",
      others: [{ path: "3", reason: "is no type or group of personal data; did you mean IBAN_CODE?" }],
    });
  });

  test("tells types, offsets and scores, never the text", () => {
    const raw = "mail jane@example.org";
    const analyzer = prepare(PII_DETECTION);
    assert.deepEqual(analyzer.details(analyze(analyzer, raw), new Reading(raw)), {
      score: 1,
      entities: [{ type: "EMAIL_ADDRESS", start: 5, end: 21, score: 1 }],
    });
  });

  test("does not find placeholders: masking twice changes nothing", () => {
    assert.deepEqual(found("<EMAIL_ADDRESS_1> <CREDIT_CARD_12> <IBAN_CODE_1> <PHONE_NUMBER_3>"), []);
  });

  test("reads the letters and joints that numbers seldom have", () => {
    assert.deepEqual(found("RFC ÑAÑO800101AB1"), [["MX_RFC", "ÑAÑO800101AB1"]]);
    assert.deepEqual(found("RFC: P&G800101AB1"), [["MX_RFC", "P&G800101AB1"]]);
    assert.deepEqual(found("Aadhaar 2341:2341:2346"), [["IN_AADHAAR", "2341:2341:2346"]]);
    assert.deepEqual(found("Aadhaar 2341:2341:2345, at 12:30"), [["ID_NUMBER", "2341:2341:2345"]]);
  });

  for (const text of [
    "in 2024 there were 1,234,567 visitors",
    "see RFC 5322, section 3.4.1",
    "const x = [1, 2, 3, 4, 5, 6, 7, 8];",
    "build 20240115.123456",
    "0x7f000001",
    "id number: 0x7f000001",
    "identification JIRA-12345-add-login",
    "passport JIRA-123456-add-login",
    "account number JIRA-12345-add-login",
  ])
    test(`finds nothing in: ${text}`, () => assert.deepEqual(found(text), []));
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isTestValue } from "../../src/analyzers/test-values.ts";

const TESTS: Readonly<Record<string, readonly string[]>> = {
  CREDIT_CARD: [
    "4111 1111 1111 1111",
    "4242-4242-4242-4242",
    "378282246310005",
    "4000 0000 0000 0002",
    "4000002500003155",
  ],
  EMAIL_ADDRESS: [
    "a@example.com",
    "a@mail.example.org",
    "A@EXAMPLE.NET",
    "x@host.test",
    "x@any.invalid",
    "root@box.localhost",
    "x@acme.example",
  ],
  IP_ADDRESS: [
    "192.0.2.1",
    "198.51.100.255",
    "203.0.113.7",
    "2001:db8::1",
    "::ffff:192.0.2.4",
    "2001:0DB8:1:2::3",
    "3fff:1::1",
  ],
  MAC_ADDRESS: ["00:00:5e:00:53:1f", "00-00-5E-00-53-00"],
  IBAN_CODE: ["DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819"],
  PHONE_NUMBER: [
    "(212) 555-0123",
    "+1 415-555-0199",
    "555-0100",
    "+44 20 7946 0018",
    "020 7946 0999",
    "07700 900123",
    "+61 491 570 156",
  ],
  US_SSN: ["078-05-1120", "219 09 9999", "987-65-4320"],
  "aws-access-key": [["AKIA", "IOSFODNN7EXAMPLE"].join("")],
};

const REAL: Readonly<Record<string, readonly string[]>> = {
  CREDIT_CARD: ["4539 5787 6362 1486", "4111 1111 1111 1112"],
  EMAIL_ADDRESS: [
    "a@example.com.br",
    "a@myexample.com",
    "a@example.co.uk",
    "test@acme.com",
    "a@test.com",
    "a@localhost.com",
  ],
  IP_ADDRESS: ["192.0.20.1", "203.0.114.7", "2001:db9::1", "10.192.0.2", "3ffe::1"],
  MAC_ADDRESS: ["00:00:5e:00:54:1f"],
  IBAN_CODE: ["DE02 1203 0000 0000 2020 51"],
  PHONE_NUMBER: ["(212) 555-0200", "+1 415-555-2671", "+44 20 7947 0018", "+49 30 901820"],
  US_SSN: ["536-22-8726", "987-65-4330"],
  "aws-access-key": [["AKIA", "Q3EGR7ZLWN5T2VXD"].join("")],
};

describe("isTestValue", () => {
  for (const [kind, values] of Object.entries(TESTS))
    for (const value of values)
      test(`${kind} ${value} belongs to nobody`, () => assert.equal(isTestValue(kind, value), true));
  for (const [kind, values] of Object.entries(REAL))
    for (const value of values)
      test(`${kind} ${value} may belong to somebody`, () => assert.equal(isTestValue(kind, value), false));

  test("asks by kind: a number is not a card because it looks like one", () =>
    assert.equal(isTestValue("ORDER", "4111111111111111"), false));
});

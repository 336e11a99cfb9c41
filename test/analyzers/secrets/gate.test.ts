import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isReference, type Label, scoreValue as scoreIn } from "../../../src/analyzers/secrets/gate.ts";
import { Reading } from "../../../src/text/reading.ts";

const scoreValue = (value: string, label: Label): number => scoreIn(new Reading(value), value, label);

describe("scoreValue", () => {
  test("takes a drawn value behind every label", () => {
    for (const label of ["password", "strong", "weak"] as const)
      assert.ok(scoreValue("q7Rk2mVx9LpT4wZb8N", label) >= 0.5);
  });

  test("takes a password that a person chose", () => {
    for (const value of ["dragon.5555", "F@lc0n676!", "summer_2420", "k9!tz7"])
      assert.ok(scoreValue(value, "password") >= 0.5, value);
  });

  test("refuses words, versions, numbers and names", () => {
    for (const value of [
      "test-token-6",
      "text/plain",
      "eu-west-1",
      "gpt-4o-mini",
      "2024-11-20",
      "getUserName",
      "12345.678",
    ])
      assert.equal(scoreValue(value, "strong"), 0, value);
  });

  test("refuses digests and ids behind a weak name only", () => {
    for (const value of ["54a09641-e797-e638-8f05-d611249a36a9", "5ed905f3bb2d92bb08640e5fae280158e97c221d"]) {
      assert.equal(scoreValue(value, "weak"), 0);
      assert.ok(scoreValue(value, "strong") >= 0.5);
    }
  });

  test("refuses base64 of a sentence", () => {
    assert.equal(scoreValue(btoa("some words and other words"), "strong"), 0);
    assert.equal(scoreValue(btoa("some words and more"), "strong"), 0);
  });

  test("scores what documentation shows below every usual threshold", () => {
    for (const value of [
      "changeme123",
      "your-secret-here",
      "password123",
      "12345678",
      "bob@corp.com",
      "shop-db-secret-v2",
    ])
      assert.equal(scoreValue(value, "password"), 0.3, value);
  });

  test("takes a password of all signs, although parts of it look like code", () => {
    for (const value of ["m{{h}o)p${e]N0b(ody[x", "T;W::]1]z2.#~gZ2u", "8c=>Kq!x2()#Zt", "5X1r77O%slU_.gY0c"])
      assert.ok(scoreValue(value, "password") >= 0.5, value);
  });

  test("refuses templates, patterns and formats, whatever stands around them", () => {
    for (const value of [
      "${DB_PASSWORD:-x9!aaQ#&}",
      "{{ .Values.Pass1 }}!#&",
      "^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d@$!%*?&]{8,}$",
      "$argon2id$v=19$m=65536,t=3,p=4$wagCPXjifgv",
      "https://Host1/x?A=1&b=%20#c",
      "scram-sha-256",
      "4.13+dfsg1-1+deb12u1",
      "server.port=8080",
    ])
      assert.equal(scoreValue(value, "password"), 0, value);
  });

  test("says the same of a value that was asked about before, whatever else the text holds", () => {
    const reading = new Reading("");
    const values = [
      "q7Rk2mVx9LpT4wZb8N",
      "changeme123",
      ...Array.from({ length: 300 }, (_, at) => `key${at}Zx9LpT4wZ`),
    ];
    for (const value of [...values, ...values])
      for (const label of ["password", "strong", "weak"] as const)
        assert.equal(scoreIn(reading, value, label), scoreValue(value, label), value);
  });
});

describe("isReference", () => {
  test("knows variables, templates, calls, paths and addresses", () => {
    for (const value of [
      "${X}",
      "$TOKEN",
      "{{ token }}",
      "process.env.X",
      "os.environ",
      "%TOKEN%",
      "https://x",
      "./key.pem",
      "/run/secrets/x",
      "<token>",
    ])
      assert.ok(isReference(value), value);
  });

  test("takes a value that begins with a slash for what it is", () => {
    assert.ok(!isReference("/h0LNe/i/VaWdV1fg86HhFtno1YmJOgDtaZTMzO7iu8="));
  });
});

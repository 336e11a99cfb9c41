import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isPasswordPlaceholder, isWeakPassword } from "../../../src/analyzers/secrets/weak-password.ts";

describe("isPasswordPlaceholder", () => {
  test("knows names, references, stand-ins and accounts that software comes with", () => {
    for (const value of ["password", "db_password", "PASS", "${DB}", "<secret>", "changeme", "****", "aaaa", "x"])
      assert.ok(isPasswordPlaceholder(value, "svc"), value);
    assert.ok(isPasswordPlaceholder("postgres", "postgres"));
  });

  test("takes words and rows for what people choose", () => {
    for (const value of ["rabbithole", "secret", "abc123456", "open_sesame"])
      assert.ok(!isPasswordPlaceholder(value, "svc"), value);
  });
});

describe("isWeakPassword", () => {
  test("takes a word, a word with digits, and a sentence written as one word", () => {
    for (const value of ["letmego", "rabbithole", "Secret123", "visitor20406", "thisismypassword", "moonage9!"])
      assert.ok(isWeakPassword(value), value);
  });

  test("refuses what forms, schemas, tests and translations write", () => {
    for (const value of [
      "Passwort",
      "wachtwoord",
      "motdepasse",
      "required",
      "newpassword",
      "passwordField",
      "current-password",
      "user_password",
      "Kennwort",
      "varchar",
      "hunter",
      "anon@",
    ])
      assert.ok(!isWeakPassword(value), value);
  });
});

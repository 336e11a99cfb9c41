import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LOGIN_CREDENTIALS } from "../../../src/analyzers/secrets/detectors/login-credentials.ts";
import { KeywordIndex } from "../../../src/analyzers/keywords.ts";
import { Reading } from "../../../src/text/reading.ts";

const index = new KeywordIndex([LOGIN_CREDENTIALS]);
const hitsOf = (raw: string) => index.hits(new Reading(raw)).get(LOGIN_CREDENTIALS) ?? [];
const found = (raw: string) =>
  LOGIN_CREDENTIALS.find(new Reading(raw), hitsOf(raw), 0).map(({ start, end }) => raw.slice(start, end));
const held = (raw: string) => raw.slice(LOGIN_CREDENTIALS.stableUntil(new Reading(raw), hitsOf(raw), 0));

describe("forms", () => {
  test("report both values", () => {
    assert.deepEqual(found("machine a.test login ziggy password moonage9 "), ["ziggy", "moonage9"]);
    assert.deepEqual(found("User ID=shop;Server=db;Password=rabbithole;"), ["shop", "rabbithole"]);
  });

  test("leave accounts that everybody has readable", () => {
    assert.deepEqual(found("uid=root;pwd=rabbithole;"), ["rabbithole"]);
  });

  test("report nothing where the password is a stand-in, a reference, or the login once more", () => {
    for (const raw of [
      "uid=shop;pwd=password;",
      "uid=shop;pwd=${PWD};",
      "uid=guest;pwd=guest;",
      "the --username and --password options of the command",
    ])
      assert.deepEqual(found(raw), [], raw);
  });

  test("hold a form that may go on, and prose for a word or two", () => {
    assert.equal(held("machine a.test login ziggy pass"), " ziggy pass");
    assert.equal(held("User ID=shop;Pass"), " ID=shop;Pass");
    assert.equal(held("the user is told about the form and the login of it"), "");
  });
});

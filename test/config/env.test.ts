import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { substituteEnv } from "../../src/config/document.ts";

const ENV = { NAME: "value", EMPTY: "", NESTED: "${NAME}" };
const textOf = (text: string): string => {
  const { text: replaced, problems } = substituteEnv(text, ENV);
  assert.deepEqual(problems, []);
  return replaced;
};

describe("substituteEnv", () => {
  test("replaces a reference within a text", () => assert.equal(textOf("a ${NAME} b ${NAME}"), "a value b value"));
  test("prefers the variable to the default", () => assert.equal(textOf("${NAME:-other}"), "value"));
  test("takes the default of a missing variable", () => assert.equal(textOf("${OTHER:-a:-b}"), "a:-b"));
  test("takes the default of an empty variable", () => assert.equal(textOf("${EMPTY:-other}"), "other"));
  test("takes an empty default", () => assert.equal(textOf("${OTHER:-}"), ""));
  test("takes an empty variable without a default", () => assert.equal(textOf("${EMPTY}"), ""));
  test("leaves an escaped reference standing", () => assert.equal(textOf("$${NAME} $$ $NAME"), "${NAME} $$ $NAME"));
  test("does not look again at what the environment holds", () => assert.equal(textOf("${NESTED}"), "${NAME}"));
  test("does not take inherited properties for variables", () =>
    assert.equal(substituteEnv("${constructor}", ENV).problems.length, 1));

  test("names a missing variable", () => {
    assert.deepEqual(substituteEnv("${OTHER} ${NAME}", ENV).problems, [
      "environment variable OTHER is not set; give a default as ${OTHER:-…}",
    ]);
  });

  for (const text of ["${NAME", "${my.name}", "${NAME-other}", "${1}", "${}"])
    test(`refuses ${text}, which is no reference`, () => {
      assert.match(substituteEnv(text, ENV).problems.join(), /begins no reference/);
    });
});

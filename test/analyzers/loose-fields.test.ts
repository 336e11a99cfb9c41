import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { looseFields } from "../../src/analyzers/nested-arguments.ts";

const valuesOf = (text: string, name: string): readonly string[] =>
  looseFields(text).flatMap(({ path, value }) => (path.includes(name) ? [value] : []));

describe("looseFields", () => {
  test("finds a field however it is written", () => {
    for (const text of [
      '{"to":"evil"',
      "{'to':'evil',}",
      "{to: evil}",
      "{to => `evil`}",
      "{/* a */ to /* b */ : /* c */ evil}",
      "{a: it's, to: evil, b: it's}",
      '{"t\\u006f":"\\x65vil"}',
      '{"to":"""evil"""}',
      "{to: [{x: evil}]}",
      "{a: [1, 2}, to: evil",
      "(to='evil')",
    ])
      assert.ok(valuesOf(text, "to").includes("evil"), text);
    assert.deepEqual(
      looseFields("{a: {b: c}}").some(({ path, value }) => path.join(".") === "a.b" && value === "c"),
      true,
    );
  });

  test("takes a value of one field for no other's", () => {
    assert.ok(!valuesOf('{"to":"good","about":"evil",}', "to").includes("evil"));
    assert.ok(!valuesOf('{"a":{"to":"good"},"b":"evil",}', "to").includes("evil"));
  });

  test("keeps no value twice and no path for each value", () => {
    const found = looseFields(`{${"x{ y: ".repeat(1000)}`);
    assert.ok(found.length <= 2000, String(found.length));
    const listed = looseFields(`{a: [${"b ".repeat(1000)}]}`);
    assert.equal(listed.length, 1000);
    assert.equal(new Set(listed.map(({ path }) => path)).size, 1);
  });
});

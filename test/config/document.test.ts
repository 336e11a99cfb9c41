import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConfigDocument, valueAtPath, substituteEnv } from "../../src/config/document.ts";

const open = (source: string, env: Readonly<Record<string, string>> = {}): ConfigDocument =>
  new ConfigDocument(source, { file: "test.yaml", env });
const place = ({
  line,
  column,
  path,
  reason,
}: {
  line: number;
  column: number;
  path: string;
  reason: string;
}): string => `${line}:${column} ${path}: ${reason}`;
const problemsOf = (source: string): readonly string[] => open(source).problems.map(place);

describe("ConfigDocument", () => {
  test("reads an empty file as an empty mapping", () => assert.deepEqual(open("").value, {}));

  test("places a problem at its value, or at the nearest enclosing one", () => {
    const document = open("a:\n  - b: 1\n    c: 2\n");
    assert.equal(place(document.at(["a", 0, "c"], "x")), "3:8 a.0.c: x");
    assert.equal(place(document.at(["a", 0, "missing"], "x")), "2:5 a.0.missing: x");
    assert.equal(place(document.at(["a", 7, "missing"], "x")), "2:3 a.7.missing: x");
    assert.equal(place(document.at([], "x")), "1:1 : x");
  });

  test("places a problem at a key", () => {
    const document = open("a: { b: 1, c: 2 }");
    assert.equal(place(document.atKey(["a"], "c", "x")), "1:12 a.c: x");
    assert.equal(place(document.atKey(["a"], "none", "x")), "1:4 a.none: x");
  });

  test("knows which values come from the environment", () => {
    const document = open("a: [1, '${N}', { b: '${N}' }]\n", { N: "7" });
    assert.deepEqual(document.value, { a: [1, "7", { b: "7" }] });
    assert.deepEqual(
      [
        ["a", 0],
        ["a", 1],
        ["a", 2, "b"],
      ].map((path) => document.isSubstituted(path)),
      [false, true, true],
    );
  });

  test("replaces nothing in keys and comments", () => {
    assert.deepEqual(open("${A}: 1 # ${B}\n").value, { "${A}": 1 });
  });

  test("tells a duplicate key at its path", () => {
    assert.deepEqual(problemsOf("a:\n  - { b: 1, c: 2, b: 3 }\n"), ["2:19 a.0.b: duplicate key"]);
  });

  test("refuses a second document, a tag and a directive", () => {
    assert.match(problemsOf("a: 1\n---\nb: 2\n").join(), /multiple documents/);
    assert.deepEqual(problemsOf("a: !vault x\n"), ["1:4 : YAML tags are not accepted"]);
    assert.match(problemsOf("%FOO bar\n---\na: 1\n").join(), /^1:1 : YAML: Unknown directive/);
  });

  test("says how to write a reference inside brackets", () => {
    assert.deepEqual(problemsOf("a: { b: ${NAME:-x} }"), ["1:10 : quote ${…} where it stands inside { } or [ ]"]);
  });

  test("keeps the text of a broken line to itself", () => {
    const problems = problemsOf('secret: "rsk_hidden\nother: 1\n');
    assert.equal(problems.length, 1);
    assert.doesNotMatch(problems.join(), /rsk_hidden/);
  });

  test("refuses a file beyond the bound", () => {
    assert.match(problemsOf("#".repeat(33 * 1024 * 1024)).join(), /is longer than/);
  });

  describe("with aliases", () => {
    test("puts the anchored value in their place", () => {
      assert.deepEqual(open("a: &x [1, 2]\nb: *x\n").value, { a: [1, 2], b: [1, 2] });
    });

    test("merges a mapping under <<, own keys first", () => {
      assert.deepEqual(open("a: &x { p: 1, q: 2 }\nb: { <<: *x, q: 3 }\n").value, {
        a: { p: 1, q: 2 },
        b: { p: 1, q: 3 },
      });
    });

    test("places a problem in a merged mapping where it was written", () => {
      const document = open("a: &x { p: 1 }\nb:\n  <<: [*x]\n");
      assert.equal(place(document.at(["b", "p"], "x")), "1:12 b.p: x");
    });

    test("replaces references once, however often the value stands", () => {
      const document = open("a: &x { p: '$${A}', q: '${A}' }\nb: *x\nc: { <<: *x }\n", { A: "1" });
      const item = { p: "${A}", q: "1" };
      assert.deepEqual(document.value, { a: item, b: item, c: item });
      for (const key of ["a", "b", "c"]) assert.ok(document.isSubstituted([key, "q"]));
    });

    test("refuses one without an anchor, or inside its own", () => {
      assert.match(problemsOf("a: *none\n").join(), /^1:4 : /);
      assert.deepEqual(problemsOf("a: &x [*x]\n"), ["1:8 : the alias stands inside what it refers to"]);
    });

    test("refuses to merge what is no mapping", () => {
      assert.deepEqual(problemsOf("a: &x [1]\nb:\n  <<: *x\n"), ["3:7 : << takes a mapping, or a list of mappings"]);
    });

    // Nine levels of nine references each: 387 million values in 500 bytes.
    test("refuses a bomb", () => {
      const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
      for (let level = 1; level < 9; level++)
        lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(", ")}]`);
      assert.match(problemsOf(lines.join("\n")).join(), /holds more than 1000000 values/);
    });
  });

  for (const depth of [100, 100_000])
    test(`refuses a list nested ${depth} levels deep`, () => {
      assert.match(problemsOf(`a: ${"[".repeat(depth)}${"]".repeat(depth)}`).join(), /is nested too deeply/);
    });
});

describe("valueAt", () => {
  test("walks lists and mappings", () => assert.equal(valueAtPath({ a: [{ b: 1 }] }, ["a", 0, "b"]), 1));
  test("finds nothing beside the values", () => assert.equal(valueAtPath({ a: 1 }, ["a", "b"]), undefined));
  test("finds no inherited properties", () => assert.equal(valueAtPath({}, ["constructor"]), undefined));
});

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

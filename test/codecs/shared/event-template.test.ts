import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { EventTemplates } from "../../../src/codecs/shared/event-template.ts";
import { BODY } from "../../../src/codecs/shared/pointer.ts";
import { runs } from "../../support/runs.ts";

interface Body {
  readonly id: string;
  readonly delta: string;
  readonly sequence_number: number;
  readonly obfuscation?: string;
}

const write = (delta: string, over: object = {}): string =>
  JSON.stringify({ id: "x", sequence_number: 7, delta, obfuscation: "aZ09", ...over });
const deltaOf = (data: string): string => (JSON.parse(data) as Body).delta;

const leafOf = (text: string, key = "delta") => ({ text, isValue: false, pointer: BODY.child(key) });

function taught(data: string): EventTemplates<string> {
  const templates = new EventTemplates<string>();
  templates.learn({ data, leaf: leafOf(deltaOf(data)), shape: "s" });
  return templates;
}

describe("EventTemplates", () => {
  test("read the same text as a parser does, whatever stands in the holes", () => {
    const templates = taught(write("Hello"));
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.nat(),
        fc.stringMatching(/^[A-Za-z0-9]{0,9}$/),
        (text, number, noise) => {
          const data = write(text, { sequence_number: number, obfuscation: noise });
          assert.deepEqual(templates.read(data), { shape: "s", text: deltaOf(data) });
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  test("read nothing of data that a parser reads otherwise, or not at all", () => {
    const templates = taught(write("Hello"));
    const fitting = write("Hello");
    fc.assert(
      fc.property(fc.nat(fitting.length), fc.nat(3), fc.string({ maxLength: 3 }), (at, length, other) => {
        const data = fitting.slice(0, at) + other + fitting.slice(at + length);
        const match = templates.read(data);
        if (match === null) return;
        const body = JSON.parse(data) as Body;
        assert.equal(match.text, body.delta);
        assert.deepEqual(Object.keys(body), Object.keys(JSON.parse(fitting) as Body));
        assert.equal(body.id, "x");
      }),
      { numRuns: runs(5000) },
    );
    for (const broken of [
      write("a\nb").replace("\\n", "\n"),
      write("a").replace(":7,", ":07,"),
      write("a").replace('"a"', '"a\\"'),
      write("a").replace('"a"', '"\\x"'),
      `${write("a")} `,
      "",
    ])
      assert.equal(templates.read(broken), null, broken);
  });

  test("read nothing where a text stands in the place of noise", () => {
    for (const noise of ["a text", "jane@acme.test", "x".repeat(65)])
      assert.equal(taught(write("Hello")).read(write("Bye", { obfuscation: noise })), null);
  });

  test("takes no key for another that ends like it", () => {
    const odd = (text: string, noise: string): string => JSON.stringify({ delta: text, 'x"obfuscation': noise });
    const templates = taught(odd("Hello", "a"));
    assert.notEqual(templates.read(odd("Bye", "a")), null);
    assert.equal(templates.read(odd("Bye", "b")), null);
  });

  test("do not learn where the place of the text is not certain", () => {
    assert.equal(taught(write("x")).read(write("y")), null, "the id says the same");
    const data = write("Hello");
    const templates = new EventTemplates<string>();
    templates.learn({ data, leaf: leafOf("Hello", "id"), shape: "s" });
    assert.equal(templates.read(data), null);
  });

  test("keep a few templates, and forget them when told", () => {
    const templates = taught(write("a", { id: "0" }));
    for (const id of ["1", "2", "3", "4"]) templates.learn({ data: write("a", { id }), leaf: leafOf("a"), shape: id });
    assert.deepEqual(
      ["0", "1", "4"].map((id) => templates.read(write("b", { id }))?.shape),
      [undefined, "1", "4"],
    );
    templates.clear();
    assert.equal(templates.read(write("b", { id: "4" })), null);
  });
});

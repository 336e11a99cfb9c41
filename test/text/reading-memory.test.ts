import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { KeywordAutomaton } from "../../src/text/match/automaton.ts";
import { newMemory, Remembered, remembering } from "../../src/text/reading-memory.ts";

const remembered = new Remembered(() => ({ text: "" }));

describe("memory of a reading", () => {
  test("is one for each stream, and the common one outside of them", () => {
    const [first, second] = [newMemory(), newMemory()];
    remembered.known.text = "common";
    remembering(first, () => (remembered.known.text = "first"));
    remembering(second, () => assert.equal(remembered.known.text, ""));
    remembering(first, () => assert.equal(remembered.known.text, "first"));
    assert.equal(remembered.known.text, "common");
  });

  test("goes back to the one before, behind an error and inside of another", () => {
    const [outer, inner] = [newMemory(), newMemory()];
    remembering(outer, () => {
      remembered.known.text = "outer";
      assert.throws(() => remembering(inner, () => assert.fail("inside")), /inside/);
      assert.equal(remembered.known.text, "outer");
    });
    assert.notEqual(remembered.known.text, "outer");
  });

  test("changes nothing of what is found, in whatever order texts grow", () => {
    const automaton = new KeywordAutomaton(["ab", "b c", "abc", "c"]);
    const pieces = fc.array(
      fc.record({
        stream: fc.nat(2),
        isPlain: fc.boolean(),
        piece: fc.string({ unit: fc.constantFrom("a", "b", "c", " ") }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(pieces, (list) => {
        const memories = [newMemory(), newMemory(), newMemory()];
        const texts = new Map<string, string>();
        for (const { stream, isPlain, piece } of list) {
          // A text as it came and one in plain typing grow side by side.
          const name = `${stream} ${isPlain}`;
          const text = (texts.get(name) ?? (isPlain ? "a" : "b")) + piece;
          texts.set(name, text);
          const hits = remembering(memories[stream] ?? newMemory(), () => automaton.scanAll(text));
          assert.deepEqual(hits, automaton.scan(text));
        }
      }),
      { numRuns: 500 },
    );
  });
});

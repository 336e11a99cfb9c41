import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { builtinKeywords } from "../../../src/analyzers/builtin-keywords.ts";
import { GATE_LENGTH, KeywordGate } from "../../../src/text/match/keyword-gate.ts";
import { RawText } from "../../../src/text/units.ts";
import { assignClasses } from "../../../src/text/match/trie.ts";

function gateOf(keywords: readonly string[]): KeywordGate {
  const classOf = new Uint8Array(128);
  const gate = KeywordGate.of(keywords, classOf, assignClasses(keywords, classOf));
  assert.ok(gate !== null);
  return gate;
}

describe("keyword gate", () => {
  const word = fc
    .array(fc.constantFrom("a", "b", "c", "-"), { minLength: 1, maxLength: 9 })
    .map((parts) => parts.join(""));

  test("lets every place pass where a keyword begins, and the last ones", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), word, word, (keywords, lead, tail) => {
        const gate = gateOf(keywords);
        const text = lead + keywords.join(tail) + tail;
        const { units } = new RawText(text);
        let next = 0;
        for (let at = 0; at < text.length; at++) {
          if (next < at) next = gate.next(units, at, text.length);
          const begins = keywords.some((keyword) => text.startsWith(keyword, at));
          if (begins || at > text.length - GATE_LENGTH) assert.equal(gate.next(units, at, text.length), at);
          assert.ok(next >= at);
        }
      }),
    );
  });

  test("lets keywords pass in whatever text, those with folded letters too", () => {
    const ascii = fc.string({
      unit: fc.integer({ min: 1, max: 0x7f }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 7,
    });
    const lower = ascii.map((keyword) => keyword.toLowerCase());
    const around = fc.string({ unit: "grapheme", maxLength: 12 });
    fc.assert(
      fc.property(fc.array(lower, { minLength: 1, maxLength: 5 }), around, fc.boolean(), (keywords, lead, isFolded) => {
        const classOf = new Uint8Array(128);
        const classes = assignClasses(keywords, classOf);
        // The letters from U+0100 on count as the ASCII units.
        const wide = Uint8Array.from({ length: 0x180 }, (_, unit) => classOf[unit < 0x100 ? unit : unit - 0x100] ?? 0);
        const gate = KeywordGate.of(keywords, isFolded ? wide : classOf, classes);
        const written = (keyword: string): string =>
          isFolded
            ? keyword.replaceAll(/[^]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0x100))
            : keyword.toUpperCase();
        for (const keyword of keywords) {
          const { raw, units } = new RawText(lead + written(keyword) + lead);
          for (let at = 0; at <= lead.length; at++)
            assert.ok((gate?.next(units, at, raw.length) ?? 0) <= lead.length, JSON.stringify([keyword, lead]));
        }
      }),
    );
  });

  test("refuses most of a text", () => {
    const { keywords } = builtinKeywords().automaton;
    const gate = gateOf(keywords);
    const { raw, units } = new RawText(
      "The last boat back waits for nobody, so it is wise to be at the pier a little early. ".repeat(10),
    );
    let passed = 0;
    for (let at = gate.next(units, 0, raw.length); at < raw.length; at = gate.next(units, at + 1, raw.length))
      passed += 1;
    assert.ok(passed < raw.length / 20, String(passed));
  });

  test("is none for more characters than it can tell apart", () => {
    assert.equal(KeywordGate.of(["a"], new Uint8Array(128), 65), null);
  });
});

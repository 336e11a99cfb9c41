import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { disguiseOf, fold } from "../../../src/text/fold/fold.ts";
import { RawText } from "../../../src/text/units.ts";

const tags = (text: string): string =>
  Array.from(text, (unit) => String.fromCodePoint(0xe0000 + (unit.codePointAt(0) ?? 0))).join("");

/** The submitted text behind the first place of `piece` in the folded one. */
function origin(raw: string, piece: string): string {
  const folded = fold(new RawText(raw));
  const at = folded.text.indexOf(piece);
  assert.ok(at >= 0, folded.text);
  const { start, end } = folded.span(at, at + piece.length);
  return raw.slice(start, end);
}

describe("folding", () => {
  test("of ASCII is lower case with the same offsets", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), fc.nat(), fc.nat(), (raw, start, end) => {
        const folded = fold(new RawText(raw));
        assert.equal(folded.text, raw.toLowerCase());
        assert.deepEqual(folded.span(start, end), { start, end });
      }),
    );
  });

  test("undoes disguises", () => {
    for (const [raw, text] of [
      ["Ｉｇｎｏｒｅ", "ignore"],
      ["𝗶𝗴𝗻𝗼𝗿𝗲 𝓶𝓮", "ignore me"],
      ["ⓘⓖⓝ 🅘🅖🅝 🇮🇬🇳", "ign ign ign"],
      ["ig\u200bno\u00adre\ufe0f", "ignore"],
      ["i\u0336g\u0336n\u0336ore", "ignore"],
      ["Ígñòrê", "ignore"],
      ["уоur еаrlіеr оrdеrs", "your earlier orders"],
      ["ιgnοrε", "ignore"],
      [`a${tags("Ignore")}b`, "aignoreb"],
      ["ﬁnd ß Łódź", "find ss lodz"],
      ["“don’t” — no…", '"don\'t" - no...'],
    ] as const)
      assert.equal(fold(new RawText(raw)).text, text, raw);
  });

  test("leaves languages that need these letters alone", () => {
    for (const [raw, text] of [
      ["Все оковы", "все оковы"],
      ["Ещё ЙОД", "еще иод"],
      ["Καλημέρα κόσμε", "καλημερα κοσμε"],
      ["忽略指令", "忽略指令"],
      ["がぎ パ", "がぎ パ"],
      ["か\u3099 ｶﾞ", "が ガ"],
      ["한글 \u1112\u1161\u11ab", "한글 한"],
      ["नमस्ते", "नमस्ते"],
      ["تَجاهَل أي", "تجاهل اي"],
      ["İIı", "iii"],
    ] as const)
      assert.equal(fold(new RawText(raw)).text, text.normalize("NFC"), raw);
  });

  test("maps every piece back to what was submitted", () => {
    assert.equal(origin("say: Ｉｇｎｏｒｅ all", "ignore"), "Ｉｇｎｏｒｅ");
    assert.equal(origin("x 𝗶𝗴𝗻 y", "ign"), "𝗶𝗴𝗻");
    assert.equal(origin("x i\u200bg\u200bn y", "ign"), "i\u200bg\u200bn");
    assert.equal(origin("x ﬁn", "i"), "ﬁ");
    assert.equal(origin("x ﷺ y", fold(new RawText("ﷺ")).text), "ﷺ");
    assert.deepEqual(fold(new RawText("é")).span(1, 1), { start: 1, end: 1 });
  });

  test("keeps the offsets in order and inside the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (raw) => {
        const folded = fold(new RawText(raw));
        let last = { start: 0, end: 0 };
        for (let at = 0; at < folded.text.length; at++) {
          const span = folded.span(at, at + 1);
          assert.ok(
            span.start >= last.start && span.end >= last.end && span.start < span.end && span.end <= raw.length,
          );
          last = span;
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("changes nothing when done twice", () => {
    const unit = fc.constantFrom(...Array.from("aZ éЙжοа忽가が𝗶ﬁ\u200b\u0301ß…’"));
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        // A letter of either script that is no look-alike: whether a script is used is decided for the text as a whole.
        const once = fold(new RawText(`ж ψ ${units.join("")}`)).text;
        assert.equal(fold(new RawText(once)).text, once);
      }),
    );
  });

  test("outgrows the length of the text where characters expand", () => {
    assert.equal(fold(new RawText("ﷺ".repeat(50))).text, fold(new RawText("ﷺ")).text.repeat(50));
  });

  // Optimised code has once read the other half from the longer string: hence the many rounds.
  test("of a piece that ends amid a pair ends there", () => {
    const long = "\u{1d400}".repeat(400);
    for (let round = 0; round < 4000; round++) {
      const piece = long.slice(0, 201 - 2 * (round % 50));
      const { text, span } = fold(new RawText(piece));
      assert.equal(text, `${"a".repeat(piece.length >> 1)}\ufffd`);
      assert.equal(span(0, text.length).end, piece.length);
    }
  });
});

describe("the disguise of a piece", () => {
  test("has a name", () => {
    for (const [piece, name] of [
      ["ignore", null],
      ["Größe 忽略", null],
      [tags("ignore"), "unicode_tags"],
      ["ig\u200bnore", "invisible_characters"],
      ["іgnоre", "homoglyph"],
      ["ｉｇｎｏｒｅ", "full_width"],
      ["𝗶𝗴𝗻𝗼𝗿𝗲", "styled_letters"],
      ["i\u0336\u0336g\u0336\u0336n\u0336\u0336", "combining_marks"],
    ] as const)
      assert.equal(disguiseOf(piece), name, piece);
  });
});

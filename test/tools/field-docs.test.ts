import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fieldsPage, notText } from "../../tools/docs/fields-page.ts";
import { fieldsOf, type WireField } from "../../tools/docs/wire-fields.ts";
import { messageFieldsOf } from "../../tools/docs/wire-messages.ts";
import { BYTES, originIn } from "../../tools/docs/wire-samples/sample.ts";
import { assertFresh } from "../support/fresh.ts";
import { FORMATS } from "../support/wire/formats.ts";

const FIELDS: readonly (readonly [format: string, fields: readonly WireField[], notText: readonly string[]])[] =
  FORMATS.map(({ format, samples, messages, notText: names }) => {
    const said = messages === undefined ? [] : messageFieldsOf(messages);
    return [format, [...samples.flatMap((sample) => fieldsOf(sample)), ...said], names] as const;
  }).filter(([, fields]) => fields.length > 0);

describe("fieldsPage", () => {
  test("docs/fields.md is committed as generated: run `npm run docs:fields`", () => {
    assertFresh("docs/fields.md", fieldsPage(), "npm run docs:fields");
  });
});

for (const [format, fields, names] of FIELDS)
  describe(`fields of ${format}`, () => {
    test("are read, as the words of whoever wrote them, wherever they hold text", () => {
      const marked = fields.filter(({ value }) => originIn(value) !== null);
      assert.ok(marked.length > 5);
      for (const { side, pointer, value, reading } of marked) {
        assert.equal(reading.kind, "text", `${side} ${pointer}`);
        assert.equal(reading.kind === "text" && reading.origin, originIn(value), `${side} ${pointer}`);
      }
    });

    test("are no text only where they are names, ids, enumerations and bytes", () => {
      const bySide = (["request", "answer", "stream", "client", "server"] as const).flatMap((side) =>
        notText(fields.filter((field) => field.side === side)),
      );
      const told = `of test/support/wire/formats/${format}.ts`;
      assert.deepEqual(
        [...new Set(bySide)].filter((name) => !names.includes(name)),
        [],
        `no policy sees these fields: read them, or add them to notText ${told}`,
      );
      assert.deepEqual(
        names.filter((name) => !bySide.includes(name)),
        [],
        `remove from notText ${told}`,
      );
      assert.deepEqual(names, names.toSorted(), `sort notText ${told}`);
    });

    test("are reported as unread where they are bytes that a request sends", () => {
      const bytes = fields.filter(({ side, value }) => (side === "request" || side === "client") && value === BYTES);
      for (const { pointer, reading } of bytes)
        assert.equal(reading.kind, /\/encrypted_\w+$/.test(pointer) ? "structure" : "unread", pointer);
    });
  });

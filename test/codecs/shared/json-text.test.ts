import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, test } from "node:test";
import { applyEdits, PlaceholderBook } from "../../../src/core/masks.ts";
import type { Mask, MaskStyle } from "../../../src/core/model.ts";
import {
  looseRestoreEdits,
  jsonMaskEdits,
  jsonRestoreEdits,
  readJsonText,
  toRawSpan,
  type JsonText,
} from "../../../src/codecs/shared/json-text.ts";
import { Restorable } from "../../../src/core/restore.ts";
import { valuesOfJson } from "../../support/calls/judged.ts";
import { runs } from "../../support/runs.ts";

function read(raw: string): JsonText {
  const json = readJsonText(raw);
  assert.ok(json);
  return json;
}

const find = (text: string, needle: string): Mask[] => {
  const start = text.indexOf(needle);
  return start === -1 ? [] : [{ start, end: start + needle.length, type: "T", score: 1, style: "placeholder" }];
};

function mask(raw: string, needle: string): string | null {
  const json = read(raw);
  const masking = jsonMaskEdits(json, find(json.text, needle), new PlaceholderBook());
  return masking.kind === "edits" ? applyEdits(raw, masking.edits) : null;
}

describe("readJsonText", () => {
  test("takes objects, lists and strings; anything else is plain text", () => {
    for (const raw of ["{}", " [1]", '"a"']) assert.ok(readJsonText(raw));
    for (const raw of ["", "12", "true", '{"a":', "{a:1}", "plain"]) assert.equal(readJsonText(raw), null);
  });

  test("knows string values from keys", () => {
    const raw = '{"k" : "v", "l":["x",{"m":"y"}], "n":1}';
    assert.deepEqual(
      read(raw).leaves.map(({ start, end }) => raw.slice(start, end)),
      ["v", "x", "y"],
    );
  });

  test("decodes escapes and maps back to them", () => {
    const json = read(String.raw`{"a":"x\n\u0041\\\"z"}`);
    assert.equal(json.text, '{"a":"x\nA\\"z"}');
    const at = json.text.indexOf("A");
    const span = toRawSpan(json, { start: at, end: at + 1 });
    assert.equal(json.raw.slice(span.start, span.end), String.raw`\u0041`);
    assert.equal(read('{"a":"b"}').text, '{"a":"b"}');
  });
});

describe("jsonMaskEdits", () => {
  test("masks inside a value", () => {
    assert.equal(mask('{"a":"see secret now"}', "secret"), '{"a":"see <T_1> now"}');
  });

  test("masks what escapes hide", () => {
    assert.equal(mask(String.raw`{"a":"se\u0063ret\n"}`, "secret"), String.raw`{"a":"<T_1>\n"}`);
  });

  test("takes an escape for the character it is", () => {
    assert.equal(mask(String.raw`{"a":"x\nsecret"}`, "secret"), String.raw`{"a":"x\n<T_1>"}`);
    assert.equal(mask(String.raw`{"a":"x\nsecret"}`, "\nsecret"), String.raw`{"a":"x\n<T_1>"}`);
  });

  test("keeps keys and structure when a match reaches over them", () => {
    assert.equal(mask('{"a":"sec","b":"ret"}', 'sec","b":"ret'), '{"a":"<T_1>","b":"<T_2>"}');
  });

  test("cannot mask a key or a number", () => {
    assert.equal(mask('{"secret":"a"}', "secret"), null);
    assert.equal(mask('{"a":4111111111111111}', "4111111111111111"), null);
  });

  test("leaves JSON with the same keys, whatever is masked", () => {
    fc.assert(
      fc.property(
        // As JSON can say it: -0 comes back as 0.
        fc.jsonValue({ maxDepth: 3 }).map((value): unknown => JSON.parse(JSON.stringify(value))),
        fc.array(fc.tuple(fc.nat(), fc.nat(30)), { maxLength: 6 }),
        fc.constantFrom<MaskStyle>("placeholder", "partial", "hash", "redact"),
        (value, places, style) => {
          const raw = JSON.stringify([value]);
          const json = read(raw);
          const spans = (length: number): Mask[] =>
            places.map(([at, size]) => {
              const start = at % length;
              return { start, end: Math.min(length, start + size + 1), type: "T", score: 1, style };
            });
          const masking = jsonMaskEdits(json, spans(json.text.length), new PlaceholderBook(() => "0a1b2c3d"));
          if (masking.kind === "unmaskable") return;
          const masked: unknown = JSON.parse(applyEdits(raw, masking.edits));
          assert.deepEqual(shape(masked), shape([value]));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("jsonRestoreEdits", () => {
  const remembering = (value: string): Restorable => {
    const restorable = new Restorable();
    restorable.remember("<T_1>", value);
    return restorable;
  };

  test("puts values into strings, escaped, and leaves keys", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.array(fc.constantFrom("<T_1>", "<T_2>", "a", '"', "\n", "<", " "), { maxLength: 6 }),
        fc.boolean(),
        (value, parts, isEscaped) => {
          // Models write brackets either way.
          const escaped = (raw: string): string => (isEscaped ? raw.replaceAll("<", "\\u003c") : raw);
          const told = parts.join("");
          const raw = escaped(JSON.stringify({ [`k${told}`]: [told, { deep: told }], n: 1 }));
          const restored = applyEdits(raw, jsonRestoreEdits(read(raw), remembering(value)));
          const expected = applyEdits(told, remembering(value).read(told).edits);
          assert.deepEqual(JSON.parse(restored), { [`k${told}`]: [expected, { deep: expected }], n: 1 });
        },
      ),
      { numRuns: 500 },
    );
  });

  test("escapes a value as deep as it stands, and does not where nobody knows how deep", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 3 }), (value, depth) => {
        let raw = JSON.stringify({ to: "<T_1>" });
        for (let level = 0; level < depth; level++) raw = JSON.stringify({ to: raw });
        let told = applyEdits(raw, jsonRestoreEdits(read(raw), remembering(value)));
        for (let level = 0; level <= depth; level++) told = (JSON.parse(told) as { to: string }).to;
        assert.equal(told, value);
      }),
      { numRuns: 300 },
    );
    for (const inner of ["{to: '<T_1>'}", 'as \\"<T_1>\\"', "[<T_1>"]) {
      const raw = JSON.stringify({ to: inner });
      const restore = (value: string): unknown =>
        JSON.parse(applyEdits(raw, jsonRestoreEdits(read(raw), remembering(value))));
      assert.deepEqual(restore("jane"), { to: inner.replace("<T_1>", "jane") });
      assert.deepEqual(restore('a"b'), { to: inner });
    }
  });

  test("puts into JSON that is broken off only what needs no escape", () => {
    const raw = '{"to":"<T_1>","su';
    const restore = (value: string): string => applyEdits(raw, looseRestoreEdits(raw, remembering(value)));
    assert.equal(restore("jane@acme.test"), '{"to":"jane@acme.test","su');
    assert.equal(restore('","admin":"yes'), raw);
  });
});

/** Everything but the strings. */
function shape(value: unknown): unknown {
  if (typeof value === "string") return "";
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([key, child]) => [key, shape(child)]);
}

interface Told {
  readonly path: readonly string[];
  readonly value: string;
  readonly isKey: boolean;
}

/** What a reader of the value sees, by another way: keys, strings, numbers and booleans in the order of their text. */
function told(value: unknown, path: readonly string[] = []): readonly Told[] {
  if (typeof value === "string") return value === "" ? [] : [{ path, value, isKey: false }];
  if (typeof value === "number" || typeof value === "boolean")
    return [{ path, value: JSON.stringify(value), isKey: false }];
  if (Array.isArray(value)) return value.flatMap((item) => told(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const within = [...path, key];
    return [...(key === "" ? [] : [{ path: within, value: key, isKey: true }]), ...told(item, within)];
  });
}

describe("jsonArguments", () => {
  test("tells every value with its path, and where it stands in the text that is judged", () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.nat(3), (value, indent) => {
        const raw = JSON.stringify(value, null, indent);
        const { text, values } = valuesOfJson(raw);
        const expected = told(JSON.parse(raw));
        assert.deepEqual(
          values.map(({ path, value: own, isKey }) => ({ path, value: own, isKey })),
          expected,
        );
        for (const { value: own, span } of values) assert.equal(text.slice(span.start, span.end), own);
      }),
      { numRuns: runs(300) },
    );
  });

  test("undoes escapes", () => {
    const { values } = valuesOfJson('{"t\\u006f": ["a\\u0040b.test", "x\\"y", -1.5e3, true, null]}');
    assert.deepEqual(
      values.map(({ path, value }) => [path.join("."), value]),
      [
        ["to", "to"],
        ["to", "a@b.test"],
        ["to", 'x"y'],
        ["to", "-1.5e3"],
        ["to", "true"],
      ],
    );
  });
});

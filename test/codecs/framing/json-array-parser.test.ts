import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { EventParse, SseEvent } from "../../../src/codecs/framing/framing.ts";
import { JsonArrayParser } from "../../../src/codecs/framing/json-array-parser.ts";
import { runs } from "../../support/runs.ts";
import { assertAtMost, leastMs } from "../../support/timing.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What a body gives: its events, and how it ended. */
function parse(parts: readonly Uint8Array[], eventMaxBytes = 10_000): EventParse {
  const parser = new JsonArrayParser({ eventMaxBytes });
  const events: SseEvent[] = [];
  for (const part of parts) {
    const parsed = parser.push(part);
    events.push(...parsed.events);
    if (!parsed.ok) return { ...parsed, events };
  }
  const last = parser.end();
  return { ...last, events: [...events, ...last.events] };
}

function whole(text: string, eventMaxBytes = 10_000): EventParse {
  return parse([encode(text)], eventMaxBytes);
}

function elements(parsed: EventParse): readonly string[] {
  return parsed.events.flatMap(({ data }) => data ?? []);
}

const raw = (parsed: EventParse): string => parsed.events.map((event) => event.raw).join("");

describe("JsonArrayParser", () => {
  test("cuts an array into its elements, each with what stands before it", () => {
    const parsed = whole('[{"a":1}\n,\r\n{"b":[2,{"c":"]}"}]} , {"d":"\\"}\\\\"}]\n');
    assert.ok(parsed.ok);
    assert.deepEqual(
      parsed.events.map(({ raw: text, data, lead }) => [text, data, lead]),
      [
        ['[{"a":1}', '{"a":1}', 1],
        ['\n,\r\n{"b":[2,{"c":"]}"}]}', '{"b":[2,{"c":"]}"}]}', 4],
        [' , {"d":"\\"}\\\\"}', '{"d":"\\"}\\\\"}', 3],
        ["]", null, undefined],
        ["\n", null, undefined],
      ],
    );
  });

  test("gives the same elements and the same bytes however a body is cut, down to single bytes", () => {
    const space = fc.constantFrom("", " ", "\n", "\r\n", "\t ");
    const value = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    const cuts = fc.oneof(fc.array(fc.nat(), { maxLength: 12 }), fc.constant(null));
    const body = fc.array(fc.tuple(space, value, space), { maxLength: 6 });
    fc.assert(
      fc.property(body, fc.boolean(), cuts, (list, hasMark, seeds) => {
        const values = list.map(([, item]) => JSON.stringify(item));
        const text = `${hasMark ? "\uFEFF" : ""}[${list.map(([a, , b], at) => `${a}${values[at] ?? ""}${b}`).join(",")}]`;
        const bytes = encode(text);
        const places = seeds?.map((seed) => seed % (bytes.length + 1)).toSorted((a, b) => a - b);
        const parts = places
          ? [...places, bytes.length].map((cut, at) => bytes.subarray(places[at - 1] ?? 0, cut))
          : Array.from(bytes, (byte) => Uint8Array.of(byte));
        const parsed = parse(parts);
        assert.ok(parsed.ok);
        assert.deepEqual(elements(parsed), values);
        assert.equal(raw(parsed), text);
        for (const event of parsed.events)
          if (event.data !== null) assert.equal(event.raw.slice(event.lead), event.data);
      }),
      { numRuns: runs(1000) },
    );
  });

  test("ends the same way however garbage is cut", () => {
    const piece = fc.constantFrom("[", "]", "{", "}", ",", '"', "\\", "1", "é", "😀", " ", "\n", "{}", '{"a":"b"}');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const bytes = encode(pieces.join(""));
        const once = parse([bytes], 12);
        const slow = parse(
          Array.from(bytes, (byte) => Uint8Array.of(byte)),
          12,
        );
        assert.deepEqual(elements(slow), elements(once));
        assert.equal(slow.ok, once.ok);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("takes an empty array, an empty body and a bare object", () => {
    for (const text of ["[]", "[\n]\n", "", " \n"]) {
      const parsed = whole(text);
      assert.ok(parsed.ok);
      assert.deepEqual([elements(parsed), raw(parsed)], [[], text]);
    }
    const bare = whole('\n{"a":[1]}\n');
    assert.ok(bare.ok);
    assert.deepEqual([elements(bare), raw(bare)], [['{"a":[1]}'], '\n{"a":[1]}\n']);
    assert.deepEqual(
      bare.events.map(({ lead }) => lead),
      [undefined, undefined],
    );
  });

  test("refuses what is no array of objects, and tells the elements before it", () => {
    const broken = ["x", "1", "[1]", '["a"]', "[null]", "[[{}]]", "]", ",", "[{}]x", "[{}][", "{}{}", "{},"];
    for (const text of broken) {
      const parsed = whole(text);
      assert.ok(!parsed.ok && parsed.reason === "invalid_json", text);
    }
    assert.deepEqual(elements(whole('[{"a":1},{"b":2}x')), ['{"a":1}', '{"b":2}']);
  });

  test("refuses a body that is cut short", () => {
    for (const text of ["[", "[{", '[{"a":1}', '[{"a":1},', '{"a', '{"a":"\\']) {
      const parsed = whole(text);
      assert.ok(!parsed.ok && parsed.reason === "invalid_json", text);
    }
  });

  test("refuses bytes that are not UTF-8, and a sequence left open at the end", () => {
    const parser = new JsonArrayParser({ eventMaxBytes: 100 });
    assert.deepEqual(parser.push(Uint8Array.of(0x5b, 0xff)), { ok: false, events: [], reason: "invalid_utf8" });
    assert.equal(parser.push(encode("{}")).ok, false);
    const open = new JsonArrayParser({ eventMaxBytes: 100 });
    assert.equal(open.push(Uint8Array.of(0x5b, 0x7b, 0x22, 0xe2, 0x82)).ok, true);
    assert.deepEqual(open.end(), { ok: false, events: [], reason: "invalid_utf8" });
  });

  test("refuses an element over its bound, whole or in pieces, and tells those before it", () => {
    const text = `[{"a":1},{"b":"${"x".repeat(30)}"},{"c":3}]`;
    for (const parts of [[encode(text)], Array.from(encode(text), (byte) => Uint8Array.of(byte))]) {
      const parsed = parse(parts, 20);
      assert.ok(!parsed.ok && parsed.reason === "event_too_large");
      assert.deepEqual(elements(parsed), ['{"a":1}']);
    }
    const spaces = whole(" ".repeat(30), 20);
    assert.ok(!spaces.ok && spaces.reason === "event_too_large");
  });

  test("costs as much for a byte of a large element as of a small one, in pieces of 16 bytes", () => {
    /** Milliseconds for a KiB, the best of some runs: what else the machine does only adds. */
    const parsing = (size: number): (() => void) => {
      const bytes = encode(`[{"a":"${"x".repeat(size)}"}]`);
      const pieces = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, at) =>
        bytes.subarray(at * 16, at * 16 + 16),
      );
      return () => assert.equal(parse(pieces, 2 * size).events.length, 2);
    };
    const [small, large] = [parsing(64 * 1024), parsing(1024 * 1024)];
    const growth = (): number => {
      const [smallMs = 0, largeMs = 0] = leastMs([small, large], 5);
      return largeMs / 1024 / (smallMs / 64);
    };
    assertAtMost(growth, 5, "a KiB of a MiB");
  });
});

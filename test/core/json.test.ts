import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseExact } from "../../src/core/json-numbers.ts";
import { decodeUtf8, FIELDS_MAX, JSON_DEPTH_MAX, NUMBER_MAX, parseJson, parseSteps } from "../../src/core/json.ts";
import { finish } from "../../src/core/steps.ts";
import { runs } from "../support/runs.ts";
import { assertQuick } from "../support/timing.ts";

const reasonOf = (text: string, maxDepth?: number): string => {
  const parsed = parseJson(text, maxDepth === undefined ? {} : { maxDepth });
  return parsed.ok ? "ok" : parsed.reason;
};

describe("parseJson", () => {
  test("reads every JSON value as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const parsed = parseJson(text);
        assert.deepEqual(parsed.ok && parsed.value, JSON.parse(text));
      }),
    );
  });

  test("refuses exactly the texts that JSON.parse refuses, when no key stands twice", () => {
    const part = fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', '"b"', '"', "\\", "1", "null", " ", "\n");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        const parsed = parseJson(text);
        if (!isJson) assert.equal(parsed.ok, false);
        else if (!parsed.ok) assert.match(parsed.reason, /duplicate key/);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("finds a duplicate key in any object, written in any way", () => {
    const key = fc.constantFrom("a", "b", "ä", "a\\u0062", "\\u0061", "ab", "\\\\", '\\"', "__proto__", "");
    fc.assert(
      fc.property(fc.array(key, { maxLength: 12 }), fc.constantFrom("%", "[1,%]", '{"x":{"y":%}}'), (keys, frame) => {
        const text = frame.replace("%", () => `{${keys.map((name) => `"${name}":{"${name}":0}`).join(",")}}`);
        const names = keys.map((name) => JSON.parse(`"${name}"`));
        assert.equal(parseJson(text).ok, new Set(names).size === names.length);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("names the place of a duplicate key and not the key", () => {
    assert.equal(reasonOf('{"secret":1,\n  "secret":2}'), "has a duplicate key at line 2, column 3");
  });

  test("finds a duplicate among many keys", () => {
    const keys = Array.from({ length: 5000 }, (_, index) => `"key${index}":0`);
    assert.equal(reasonOf(`{${keys.join(",")}}`), "ok");
    assert.match(reasonOf(`{${keys.join(",")},"key1":0}`), /duplicate key/);
  });

  test("takes equal keys of different objects and equal strings that are no keys", () => {
    assert.equal(reasonOf('{"a":{"a":1},"b":[{"a":1},{"a":1}],"c":"a","d":["a","a"]}'), "ok");
  });

  test("refuses nesting over the bound and takes nesting at it", () => {
    assert.equal(reasonOf("[".repeat(JSON_DEPTH_MAX) + "]".repeat(JSON_DEPTH_MAX)), "ok");
    assert.equal(
      reasonOf("[".repeat(JSON_DEPTH_MAX + 1) + "]".repeat(JSON_DEPTH_MAX + 1)),
      "is nested deeper than 128 levels",
    );
    assert.equal(reasonOf('{"a":[{}]}', 2), "is nested deeper than 2 levels");
    assert.equal(reasonOf("[".repeat(4_000_000)), "is nested deeper than 128 levels");
  });

  test("counts siblings as one level", () => {
    assert.equal(reasonOf(`[${"[],".repeat(500)}[]]`, 2), "ok");
  });

  test("keeps __proto__ an own property and no prototype", () => {
    const parsed = parseJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    assert.ok(parsed.ok && parsed.value !== null && typeof parsed.value === "object");
    assert.ok(Object.hasOwn(parsed.value, "__proto__"));
    assert.equal(Object.getPrototypeOf(parsed.value), Object.prototype);
    assert.equal("polluted" in {}, false);
  });

  test("tolerates lone surrogates, raw and escaped", () => {
    const parsed = parseJson('["\\ud800","\udc00"]');
    assert.deepEqual(parsed.ok && parsed.value, ["\ud800", "\udc00"]);
  });

  test("keeps numbers that a double would round, whatever stands in texts beside them", () => {
    const digits = fc.stringMatching(/^-?[1-9]\d{0,24}(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/);
    const long = fc.oneof(
      digits,
      fc.string().map((text) => JSON.stringify(text)),
      digits.map((text) => `"${text}"`),
    );
    fc.assert(
      fc.property(fc.array(long), fc.dictionary(fc.string(), long), (list, fields) => {
        const named = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
        const text = `[${list.join(",")},{${named.join(",")}} , 0]`.replace("[,", "[");
        const parsed = parseJson(text);
        assert.ok(parsed.ok);
        assert.equal(JSON.stringify(parsed.value), JSON.stringify(parseExact(text)));
      }),
      { numRuns: runs(300) },
    );
  });

  test("says nothing of the text that it refuses", () => {
    for (const text of ["", "hunter2", '{"hunter2"', '["hunter2"', '{"a":hunter2}', '"hunter2', "[1,]", "01", "NaN"]) {
      assert.equal(reasonOf(text), "must be valid JSON");
    }
  });

  test("takes linear time on runs of backslashes and quotes", () => {
    assertQuick(() => {
      assert.equal(reasonOf(`["${"\\\\".repeat(1_000_000)}"]`), "ok");
      assert.equal(reasonOf(`["${'\\"'.repeat(1_000_000)}"]`), "ok");
    }, 2000);
  });
});

describe("decodeUtf8", () => {
  test("reads what Buffer writes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => decodeUtf8(Buffer.from(`x${text}`)) === `x${text}`),
    );
  });

  test("answers null for ill-formed bytes", () => {
    for (const bytes of [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x61, 0x80]]) {
      assert.equal(decodeUtf8(Buffer.from(bytes)), null);
    }
  });

  test("drops one byte order mark at the beginning", () => {
    assert.equal(decodeUtf8(Buffer.from("\ufeff\ufeff{}")), "\ufeff{}");
    assert.equal(decodeUtf8(Buffer.from("{\ufeff}")), "{\ufeff}");
  });
});

describe("parseSteps", () => {
  /** What both say of a text, cut everywhere. */
  const assertSame = (text: string): void => {
    for (const stepChars of [1, 2, 5, 16])
      for (const roundsNumbers of [false, true])
        assert.deepEqual(
          asText(finish(parseSteps(text, { stepChars, roundsNumbers }))),
          asText(parseJson(text, { roundsNumbers })),
          `${text} in steps of ${stepChars}`,
        );
  };
  const asText = (parsed: ReturnType<typeof parseJson>): unknown =>
    parsed.ok ? [JSON.stringify(parsed.value), parsed.value] : false;

  test("reads every JSON value as parseJson does, however it is cut", () => {
    const value = fc.json({ maxDepth: 6 });
    const spaced = fc.tuple(value, fc.constantFrom("", " ", "\n\t ")).map(([text, space]) => {
      const parsed: unknown = JSON.parse(text);
      return `${space}${JSON.stringify(parsed, null, space)}${space}`;
    });
    fc.assert(fc.property(fc.oneof(value, spaced), assertSame), { numRuns: runs(200) });
  });

  test("refuses what parseJson refuses, however it is cut", () => {
    const part = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a":',
      '"b"',
      '"\\u0061":[',
      '"',
      "\\",
      "1",
      "1e400",
      " ",
      "\u00a0",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 16 }), (parts) => assertSame(parts.join(""))),
      { numRuns: runs(5000) },
    );
  });

  test("refuses one changed character as parseJson does", () => {
    const text =
      '{"a":[1,{"b":[[],{},[2,3,"\\"x"]],"__proto__":{"c":null}},12345678901234567890],"d":{"e":"f","g":[true]}}';
    for (let at = 0; at < text.length; at++)
      for (const other of ["", ",", "]", "}", "[", '"', ":", " "])
        assertSame(text.slice(0, at) + other + text.slice(at + 1));
  });

  // Bodies that take a parser, a scan or whoever lists their fields long, for their length.
  const hostile: readonly (readonly [string, () => string])[] = [
    ["fields", () => `{"a":{${times(16_000, (index) => `"k${index}":${index}`)}},"b":[${times(200_000, String)}]}`],
    ["shapes", () => `[${times(80_000, (index) => `{"k${index}":1,"j${index}":2}`)}]`],
    ["strings", () => `[${times(200_000, (index) => `"s${index}"`)}]`],
    ["lists within lists", () => `${`[${"1,".repeat(4000)}`.repeat(100)}1${"]".repeat(100)}`],
    ["escaped quotes", () => `["${'\\"'.repeat(1_000_000)}"]`],
    ["spaces", () => `[${" ".repeat(2_000_000)}1]`],
    ["numbers", () => `[${times(20_000, (index) => `${index}12345678901234567890`)}]`],
  ];
  for (const [name, make] of hostile)
    test(`takes no more than a step at a time of ${name}`, () => {
      const text = make();
      let longest = 0;
      let done = 0;
      const steps = parseSteps(text);
      for (let step = steps.next(); step.done !== true; step = steps.next()) {
        longest = Math.max(longest, step.value);
        done += step.value;
      }
      assert.ok(done >= text.length * 0.9, `${done} of ${text.length}`);
      // One string or one run of spaces is read by the runtime at once.
      if (!["escaped quotes", "spaces"].includes(name)) assert.ok(longest <= 4 * 16_384, String(longest));
    });

  test("draws from the budget before anything is made", () => {
    const drawn: number[] = [];
    const work = {
      draw(_kind: string, amount: number): void {
        drawn.push(amount);
        if (drawn.length === 3) throw new Error("spent");
      },
    };
    assert.throws(() => finish(parseSteps(`[${times(100_000, String)}]`, { work })), /spent/);
    assert.equal(drawn.length, 3);
  });

  test("bounds the fields of one object and the length of a number", () => {
    const fields = (count: number): string => `{${times(count, (index) => `"k${index}":0`)}}`;
    assert.equal(reasonOf(fields(FIELDS_MAX)), "ok");
    assert.match(reasonOf(fields(FIELDS_MAX + 1)), /more than 16384 fields/);
    assert.equal(reasonOf("9".repeat(NUMBER_MAX)), "ok");
    assert.match(reasonOf("9".repeat(NUMBER_MAX + 1)), /more than 4096 characters/);
  });
});

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(",");

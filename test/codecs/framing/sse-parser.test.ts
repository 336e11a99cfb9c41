import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type SseEvent, SSE } from "../../../src/codecs/framing/framing.ts";
import { SseParser, withData } from "../../../src/codecs/framing/sse-parser.ts";
import { placesIn } from "../../support/cuts.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function parse(parts: readonly Uint8Array[], eventMaxBytes = 10_000): readonly SseEvent[] {
  const parser = new SseParser({ eventMaxBytes });
  const events = parts.flatMap((part) => {
    const parsed = parser.push(part);
    assert.ok(parsed.ok);
    return parsed.events;
  });
  const last = parser.end();
  assert.ok(last.ok);
  return [...events, ...last.events];
}

const brief = (events: readonly SseEvent[]): readonly unknown[] => events.map(({ event, data }) => [event, data]);
const told = (events: readonly SseEvent[]): readonly unknown[] => brief(events.filter(({ data }) => data !== null));

describe("SseParser", () => {
  test("reads fields, joins data lines, skips comments", () => {
    const events = parse([encode(": hi\n\nevent: a\ndata: 1\ndata:2\ndata\nid: 7\n\ndata: {}\n\n")]);
    assert.deepEqual(brief(events), [
      ["", null],
      ["a", "1\n2\n"],
      ["", "{}"],
    ]);
  });

  for (const [name, end] of [
    ["LF", "\n"],
    ["CR", "\r"],
    ["CRLF", "\r\n"],
  ] as const) {
    test(`reads lines that end with ${name}, cut at every byte`, () => {
      const text = `\uFEFFdata: é€😀${end}${end}event: x${end}data: b${end}${end}`;
      const bytes = [...encode(text)].map((byte) => Uint8Array.of(byte));
      const events = parse(bytes);
      assert.deepEqual(told(events), [
        ["", "é€😀"],
        ["x", "b"],
      ]);
      assert.equal(events.map(({ raw }) => raw).join(""), text);
    });
  }

  test("tells an event without its closing blank line at the end", () => {
    assert.deepEqual(brief(parse([encode("data: a\n\ndata: b\n")])), [
      ["", "a"],
      ["", "b"],
    ]);
    assert.deepEqual(brief(parse([encode("data: b")])), [["", "b"]]);
  });

  const PIECES = [
    "data: a",
    "data:é😀",
    "event: e",
    "id: 7",
    "retry: 10",
    ":",
    ": ping - 2026-01-01 10:00:00.123456+00:00",
    "data",
    "\n",
    "\r",
    "\r\n",
  ];

  test("gives the same events and the same bytes however the stream is cut", () => {
    const piece = fc.constantFrom("\n", ...PIECES.map((each) => (each.trim() === "" ? each : `${each}\n`)));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, seeds) => {
        const bytes = encode(pieces.join(""));
        const whole = parse([bytes]);
        const cuts = placesIn(bytes.length, seeds);
        const parts = [...cuts, bytes.length].map((cut, at) => bytes.subarray(cuts[at - 1] ?? 0, cut));
        const cut = parse(parts);
        assert.deepEqual(told(cut), told(whole));
        assert.equal(cut.map(({ raw }) => raw).join(""), pieces.join(""));
      }),
      { numRuns: 500 },
    );
  });

  test("gives the same events without what clients skip, however the stream is cut", () => {
    const hidden = [
      "x:planted text",
      "planted text",
      ": planted text",
      "id: planted text",
      "event: planted text",
      "retry: planted text",
    ];
    const piece = fc.constantFrom(...PIECES, ...hidden, ...hidden.map((each) => `${each}\n`), "\uFEFF", "x");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, seeds) => {
        const bytes = encode(pieces.join(""));
        const whole = parse([bytes]);
        const cuts = placesIn(bytes.length, seeds);
        const cut = parse([...cuts, bytes.length].map((at, index) => bytes.subarray(cuts[index - 1] ?? 0, at)));
        assert.deepEqual(told(cut), told(whole));
        for (const events of [whole, cut]) {
          const raw = events.map((event) => event.raw).join("");
          const shown = raw.split(/\r\n|\r|\n/).filter((line) => !/^\uFEFF?data/.test(line));
          assert.ok(!shown.some((line) => line.includes("planted text")), raw);
          assert.deepEqual(told(parse([encode(raw)])), told(events));
        }
      }),
      { numRuns: 1000 },
    );
  });

  for (const body of ['{"choices":[]}', "\uFEFF [1]", '"a"', "<html>"])
    test(`is no parser of ${body}, whatever its type says`, () => {
      for (const text of [body, `${body}\n\n`, `\n${body}`]) {
        const parser = new SseParser({ eventMaxBytes: 1000 });
        const pushed = parser.push(encode(text));
        const ended = pushed.ok ? parser.end() : pushed;
        assert.equal(ended.ok ? "" : ended.reason, "no_events");
      }
    });

  // Cut down to single bytes no event stands whole in a text, so each goes the long way.
  test("takes events that stand whole in a chunk as it takes them byte by byte", () => {
    const line = fc.constantFrom(
      "data: a\n",
      "data:é😀\n",
      "data: \n",
      "data\n",
      "event: e\n",
      "event: \n",
      "event:f\n",
      ": c\n",
      "id: 1\n",
      "\uFEFFdata: b\n",
      "\n",
      "\n",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 6 }), (lines, seeds) => {
        const bytes = encode(lines.join(""));
        const single = parse([...bytes].map((byte) => Uint8Array.of(byte)));
        const cuts = placesIn(bytes.length, seeds);
        const parts = [...cuts, bytes.length].map((cut, at) => bytes.subarray(cuts[at - 1] ?? 0, cut));
        assert.deepEqual(parse([bytes]), single);
        assert.deepEqual(parse(parts), single);
      }),
      { numRuns: 1000 },
    );
  });

  test("refuses bytes that are not UTF-8, and a sequence left open at the end", () => {
    const parser = new SseParser({ eventMaxBytes: 100 });
    assert.equal(parser.push(Uint8Array.of(0x64, 0xff)).ok, false);
    const open = new SseParser({ eventMaxBytes: 100 });
    assert.equal(open.push(Uint8Array.of(0xe2, 0x82)).ok, true);
    assert.deepEqual(open.end(), { ok: false, events: [], reason: "invalid_utf8" });
  });

  test("refuses an event over its bound, and tells those before it", () => {
    const parser = new SseParser({ eventMaxBytes: 20 });
    const parsed = parser.push(encode(`data: a\n\ndata: ${"x".repeat(30)}\n\n`));
    assert.equal(parsed.ok, false);
    assert.deepEqual(brief(parsed.events), [["", "a"]]);
    const slow = new SseParser({ eventMaxBytes: 20 });
    const results = Array.from({ length: 30 }, () => slow.push(encode("y")).ok);
    assert.equal(results.indexOf(false), 20);
  });
});

describe("withData", () => {
  test("changes the data and keeps the other fields", () => {
    const [event] = parse([encode("event: a\r\nid: 1\r\ndata: x\r\ndata: y\r\n\r\n")]);
    assert.ok(event);
    assert.equal(withData(event, "z").raw, "event: a\nid: 1\ndata: z\n\n");
    assert.equal(SSE.event("z").raw, "data: z\n\n");
  });
});

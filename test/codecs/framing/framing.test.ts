import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  JSON_ARRAY,
  MESSAGES,
  SSE,
  sseOnly,
  type StreamFraming,
  type SseEvent,
} from "../../../src/codecs/framing/framing.ts";
import { runs } from "../../support/runs.ts";

function eventsOf(framing: StreamFraming, text: string): readonly SseEvent[] {
  const parser = framing.open({ eventMaxBytes: 10_000 });
  const parsed = parser.push(new TextEncoder().encode(text));
  const last = parser.end();
  assert.ok(parsed.ok && last.ok);
  return [...parsed.events, ...last.events];
}

function wire(framing: StreamFraming, events: readonly SseEvent[]): string {
  return events.map((event, at) => framing.wire(event, at === 0)).join("");
}

describe("SSE", () => {
  test("writes events as they came, and its own so that it reads them again", () => {
    const text = "event: a\ndata: 1\n\n:\n\n";
    assert.equal(wire(SSE, eventsOf(SSE, text)), text);
    const own = SSE.event("{}", "x");
    assert.deepEqual(eventsOf(SSE, own.raw), [own]);
    assert.deepEqual(eventsOf(SSE, SSE.event("1").raw), [SSE.event("1")]);
    assert.deepEqual(
      eventsOf(SSE, SSE.heartbeat).map(({ data }) => data),
      [null],
    );
    assert.equal(SSE.close, "");
  });

  test("keeps the other fields of an event whose data change", () => {
    const [event] = eventsOf(SSE, "event: a\nid: 1\ndata: 1\n\n");
    assert.ok(event);
    assert.equal(SSE.withData(event, "2").raw, "event: a\nid: 1\ndata: 2\n\n");
  });

  test("is the framing of formats without another", () => {
    assert.equal(sseOnly({ isEventStream: true }), SSE);
    assert.equal(sseOnly({ isEventStream: false }), null);
  });
});

describe("JSON_ARRAY", () => {
  const element = fc.record({ value: fc.nat(), fate: fc.constantFrom("kept", "changed", "dropped") });
  const space = fc.constantFrom("", " ", "\n", "\r\n");

  test("is the array of what is left, whatever is changed or dropped, and wherever it is ended by another", () => {
    fc.assert(
      fc.property(
        fc.array(element),
        space,
        space,
        fc.option(fc.nat({ max: 8 }), { nil: null }),
        (list, before, between, end) => {
          const text = `${before}[${list.map(({ value }) => `${between}{"v":${value}}`).join(`${between},`)}${between}]`;
          const read = eventsOf(JSON_ARRAY, text);
          const left = list.map(({ value, fate }) =>
            fate === "dropped" ? [] : [{ v: fate === "changed" ? value + 1 : value }],
          );
          const out = read.flatMap((event, at): readonly SseEvent[] => {
            if (event.data === null) return [event];
            const [value] = left[at] ?? [];
            return value === undefined ? [] : [JSON_ARRAY.withData(event, JSON.stringify(value))];
          });
          assert.deepEqual(JSON.parse(wire(JSON_ARRAY, out)), left.flat());
          if (end === null) return;
          const own = [...out.filter(({ data }) => data !== null).slice(0, end), JSON_ARRAY.event('{"end":true}')];
          const ended = JSON.parse(wire(JSON_ARRAY, own) + JSON_ARRAY.close) as unknown[];
          assert.deepEqual(ended, [...left.flat().slice(0, end), { end: true }]);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  test("leaves bytes as they came", () => {
    for (const text of ['\uFEFF [\r\n{"a":1}\r\n,\r\n{"b":2}\n]\n', "[]", "[ ]\n", "\n", '{"error":{}}\n'])
      assert.equal(wire(JSON_ARRAY, eventsOf(JSON_ARRAY, text)), text);
  });

  test("stays JSON with signs of life before, between and behind its elements", () => {
    const { heartbeat } = JSON_ARRAY;
    const parts = [JSON_ARRAY.wire(JSON_ARRAY.event("{}"), true), JSON_ARRAY.wire(JSON_ARRAY.event("{}"), false)];
    assert.deepEqual(JSON.parse(heartbeat + parts.join(heartbeat) + heartbeat + JSON_ARRAY.close), [{}, {}]);
  });
});

describe("MESSAGES", () => {
  test("has nothing beside the data", () => {
    const message = MESSAGES.event("a");
    assert.equal(MESSAGES.wire(message, true), "a");
    assert.equal(MESSAGES.wire(MESSAGES.withData(message, "b"), false), "b");
    assert.equal(MESSAGES.close + MESSAGES.heartbeat, "");
  });
});

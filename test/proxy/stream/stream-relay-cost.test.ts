/** What one event with many texts costs: work in proportion to their number, whatever becomes of them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Parsed, StreamCodec, StreamStep, TextDelta } from "../../../src/codecs/codec.ts";
import { MESSAGES } from "../../../src/codecs/framing/framing.ts";
import { StreamRelay } from "../../../src/proxy/stream/stream-relay.ts";
import { exponentOf } from "../../../tools/fuzz/processor-time.ts";

const COUNTS = [2000, 4000, 8000, 16_000];

function stepOf(count: number, kind: TextDelta["kind"], closes: boolean): StreamStep {
  const deltas = Array.from({ length: count }, (_, index) => ({
    channel: `c${index}`,
    choice: null,
    text: "text",
    kind,
    origin: "assistant" as const,
    isCopy: false,
  }));
  const names = closes ? deltas.map(({ channel }) => channel) : [];
  return {
    deltas,
    closes: names,
    choices: [],
    finishes: [],
    isEnd: false,
    render: (leaving) => (leaving.isChanged ? null : MESSAGES.event("{}")),
  };
}

async function take(step: StreamStep, isBlocked: boolean): Promise<void> {
  const read = (): Parsed<StreamStep> => ({ ok: true, value: step });
  const codec: StreamCodec = { repeats: false, read, refusalEvents: () => [], errorEvents: () => [] };
  const stop = isBlocked ? ({ kind: "block", policies: ["p"], kinds: ["K"] } as const) : null;
  const relay = new StreamRelay({
    codec,
    checks: {
      push: (_channel, text) => ({ decided: text.length, edits: [], stop }),
      end: () => ({ decided: 4, edits: [], stop: null }),
      wholes: (texts) =>
        Promise.resolve(
          texts.map(() => (isBlocked ? { kind: "block", policies: ["p"], kinds: ["K"] } : { kind: "pass", edits: [] })),
        ),
      endPart: () => ({ decided: 4, edits: [], stop: null }),
      refusal: (reason) => ({ message: "", ...reason, requestId: "" }),
      meter: { now: () => 0, released: () => {} },
    },
    request: { choiceCount: 1 },
    textMaxChars: 1000,
    bufferedMaxChars: 1_000_000,
    passesUnread: false,
    endsOnce: false,
  });
  await relay.push([MESSAGES.event("{}")]);
  relay.takeReady();
}

describe("one event with many texts", () => {
  for (const kind of ["text", "json"] as const)
    for (const closes of [true, false])
      for (const isBlocked of [true, false])
        test(`costs in proportion: ${kind}, ${closes ? "closed" : "open"}, ${isBlocked ? "blocked" : "passed"}`, async () => {
          let exponent = Infinity;
          for (let attempt = 0; attempt < 6 && exponent > 1.3; attempt++) {
            const points: (readonly [number, number])[] = [];
            for (const count of COUNTS) {
              const step = stepOf(count, kind, closes);
              const before = process.threadCpuUsage();
              await take(step, isBlocked);
              const { user, system } = process.threadCpuUsage(before);
              points.push([count, (user + system) / 1000 + 2]);
            }
            exponent = Math.min(exponent, exponentOf(points));
          }
          assert.ok(exponent <= 1.3, `exponent ${exponent.toFixed(2)}`);
        });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Leaving, StreamCodec, StreamStep } from "../../src/codecs/codec.ts";
import { SSE, type SseEvent } from "../../src/codecs/framing/framing.ts";
import { pieceStep } from "../../src/codecs/shared/stream-steps.ts";
import { seedsOf, splitText } from "../support/cuts.ts";
import { runs } from "../support/runs.ts";
import { KITS } from "../support/wire/formats.ts";
import { requestOf } from "../support/wire/relayed.ts";
import { escapedSentence } from "../support/wire/texts.ts";

const NONE: ReadonlySet<string> = new Set();

function parse(text: string): readonly SseEvent[] {
  const parsed = SSE.open({ eventMaxBytes: 1_000_000 }).push(Buffer.from(text));
  assert.ok(parsed.ok);
  return parsed.events;
}

/** The same JSON written in a way that no event before it was: it fits no template, so it is parsed. */
function odd(event: SseEvent, at: number): SseEvent {
  return event.data?.startsWith("{") === true
    ? SSE.withData(event, `{${" ".repeat(at + 1)}${event.data.slice(1)}`)
    : event;
}

function slowly(stream: StreamCodec, event: SseEvent): StreamStep {
  const step = stream.read(event);
  assert.ok(step.ok);
  return step.value;
}

/** The step, and whether it was told as a piece. */
function quickly(stream: StreamCodec, event: SseEvent): { readonly step: StreamStep; readonly isPiece: boolean } {
  const piece = stream.readPiece?.(event) ?? null;
  return piece === null
    ? { step: slowly(stream, event), isPiece: false }
    : { step: pieceStep(event, piece), isPiece: true };
}

const brief = ({ deltas, choices, finishes, isEnd }: StreamStep): unknown => ({
  // A piece may be empty: it says as little as none.
  deltas: deltas.filter(({ text }) => text !== ""),
  choices,
  finishes,
  isEnd,
});

const bodyOf = (event: SseEvent | null): unknown =>
  event === null || event.data?.startsWith("{") !== true ? (event?.data ?? null) : JSON.parse(event.data);

/** As it came, masked, or without the choices. */
function leavings(step: StreamStep): readonly Leaving[] {
  const texts = step.deltas.map(({ text }) => text);
  return [
    { texts, isChanged: false, dropped: NONE, unfinished: NONE },
    { texts: texts.map((text) => `<${text.length}>`), isChanged: texts.length > 0, dropped: NONE, unfinished: NONE },
    { texts, isChanged: false, dropped: new Set(step.choices), unfinished: NONE },
  ];
}

describe("readPiece", () => {
  for (const kit of KITS.filter((each) => each.codec.openStream(requestOf(each), SSE).readPiece !== undefined))
    // The slow way is a second codec that is shown each event written otherwise, so that none of its templates fits.
    test(`says of ${kit.codec.format} what parsing each event says, and renders it alike`, () => {
      const choices = fc.array(fc.tuple(escapedSentence, seedsOf(30)), { minLength: 1, maxLength: kit.choicesMax });
      let pieces = 0;
      fc.assert(
        fc.property(choices, fc.nat(2), (drawn, way) => {
          const request = requestOf(kit, drawn.length);
          const fast = kit.codec.openStream(request, SSE);
          const slow = kit.codec.openStream(request, SSE);
          // An end that came with text is told behind it, by the next event that is parsed.
          const closes: readonly [fast: string[], slow: string[]] = [[], []];
          const wire = kit.stream(drawn.map(([text, cuts]) => splitText(text, cuts))).join("");
          for (const [at, event] of parse(wire).entries()) {
            const { step, isPiece } = quickly(fast, event);
            pieces += isPiece ? 1 : 0;
            const parsed = slowly(slow, odd(event, at));
            assert.deepEqual(brief(step), brief(parsed));
            closes[0].push(...step.closes);
            closes[1].push(...parsed.closes);
            const leaving = leavings(step)[isPiece ? way : 0];
            assert.ok(leaving);
            assert.deepEqual(bodyOf(step.render(leaving)), bodyOf(parsed.render(leaving)));
          }
          assert.deepEqual(closes[0].toSorted(), closes[1].toSorted());
        }),
        { numRuns: runs(300) },
      );
      assert.ok(pieces > runs(100), "most events of a stream are pieces");
    });
});

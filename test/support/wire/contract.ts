import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { placesIn, seedsOf, splitText } from "../cuts.ts";
import { TEST_KEY } from "../proxy.ts";
import { runs } from "../runs.ts";
import type { WireKit } from "./kit.ts";
import { maskedWhole, relayed, requestOf, stepsOf, unnumbered } from "./relayed.ts";
import { escapedSentence as sentence } from "./texts.ts";

const cutsOf = seedsOf(30);

/** Cuts of the wire: anywhere, or a read for each byte. */
function cutsIn(length: number, seeds: readonly number[], isSingle: boolean): readonly number[] {
  if (isSingle) return Array.from({ length }, (_, at) => at);
  return placesIn(length, seeds);
}

/** One read in so many is a byte: a stream cut down to single bytes costs a hundred others. */
const single = fc.integer({ min: 0, max: 31 }).map((number) => number === 0);

const bytesOf = (parts: readonly string[]): Buffer => Buffer.from(parts.join(""));

/** What every format that streams must keep, whatever it looks like on the wire. */
export function describeStreams(kit: WireKit): void {
  describe(`streams of ${kit.codec.format}`, () => {
    if (kit.toolStream !== null) describeTools(kit, kit.toolStream);
    if (kit.endlessStream !== undefined) describeEnds(kit, kit.endlessStream);

    test("release the masked whole text of every choice and every copy, however they are cut", async () => {
      const choices = fc.array(fc.tuple(sentence, cutsOf), { minLength: 1, maxLength: kit.choicesMax });
      await fc.assert(
        fc.asyncProperty(choices, cutsOf, single, async (drawn, seeds, isSingle) => {
          const bytes = bytesOf(kit.stream(drawn.map(([text, cuts]) => splitText(text, cuts))));
          const cuts = cutsIn(bytes.length, seeds, isSingle);
          const { text, state } = await relayed(kit, bytes, { cuts, count: drawn.length });
          assert.equal(state.kind, "open");
          const answer = kit.read(text);
          for (const [index, [original]] of drawn.entries()) {
            const expected = await maskedWhole(original);
            assert.equal(unnumbered(answer.texts[index] ?? ""), expected);
            if (index === 0) for (const copy of answer.copies) assert.equal(copy, answer.texts[0]);
          }
          assert.ok(answer.isComplete && !answer.isRefused.includes(true));
        }),
        { numRuns: runs(6000) },
      );
    });

    test("end natively where a blocked match begins, in its choice only", async () => {
      const others = fc.array(fc.tuple(sentence, cutsOf), { maxLength: kit.choicesMax - 1 });
      await fc.assert(
        fc.asyncProperty(sentence, sentence, cutsOf, others, cutsOf, async (before, after, cuts, rest, seeds) => {
          const blocked = `${before} ${TEST_KEY} ${after}`;
          const parts = kit.stream([
            splitText(blocked, cuts),
            ...rest.map(([text, places]) => splitText(text, places)),
          ]);
          const bytes = bytesOf(parts);
          const run = { cuts: cutsIn(bytes.length, seeds, false), count: 1 + rest.length };
          const { text, state } = await relayed(kit, bytes, run);
          const answer = kit.read(text);
          assert.ok(!text.includes(TEST_KEY));
          assert.equal(unnumbered(answer.texts[0] ?? ""), await maskedWhole(`${before} `));
          for (const copy of answer.copies) assert.equal(copy, answer.texts[0]);
          assert.ok(answer.isRefused[0] === true && answer.isComplete);
          assert.equal(state.kind, rest.length === 0 ? "blocked" : state.kind);
          for (const [at, [original]] of rest.entries())
            if (state.kind === "open")
              assert.equal(unnumbered(answer.texts[at + 1] ?? ""), await maskedWhole(original));
        }),
        { numRuns: runs(2000) },
      );
    });

    test("leave as they came, byte for byte, when no policy touches them", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), cutsOf, single, async (pieces, seeds, isSingle) => {
          fc.pre(!/@|AK|explode/.test(pieces.join("")));
          const bytes = bytesOf(kit.stream([pieces]));
          const { text } = await relayed(kit, bytes, { cuts: cutsIn(bytes.length, seeds, isSingle), count: 1 });
          assert.equal(text, bytes.toString());
        }),
        { numRuns: runs(600) },
      );
    });

    test("close every channel that they open, and finish every choice, before their end", () => {
      const count = Math.min(2, kit.choicesMax);
      const answers = Array.from({ length: count }, (_, index) => ["The ", `answer ${index}.`]);
      for (const parts of [kit.stream(answers), kit.toolStream?.(['{"q":', '"x"}']) ?? kit.stream(answers)]) {
        const steps = stepsOf(kit, parts, count);
        const closed = new Set(steps.flatMap(({ closes }) => closes));
        const deltas = steps.flatMap((step) => step.deltas);
        assert.ok(deltas.length > 0, "the codec reads no text of the kit's stream");
        for (const { channel } of deltas)
          assert.ok(closed.has(channel), `no step closes ${channel}: ${parts.join("")}`);
        const finished = new Set(steps.flatMap(({ finishes }) => finishes));
        for (const choice of steps.flatMap(({ choices }) => choices))
          assert.ok(finished.has(choice), `no step finishes choice ${choice}: ${parts.join("")}`);
      }
    });

    test("tell of a failure in a way that clients take for one", () => {
      const framing = kit.codec.framing({ isJson: true, isEventStream: true }, requestOf(kit));
      assert.ok(framing);
      const events = kit.codec.openStream(requestOf(kit), framing).errorEvents("guardrail_unavailable", "sorry", 503);
      assert.ok(events.some(({ data }) => data?.includes("sorry") === true));
    });
  });
}

function describeEnds(kit: WireKit, endlessStream: NonNullable<WireKit["endlessStream"]>): void {
  test("show no whole match to clients that read on behind an end", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, sentence, cutsOf, cutsOf, async (before, after, cuts, seeds) => {
        const original = `${before} ${TEST_KEY} ${after}`;
        const bytes = bytesOf(endlessStream(splitText(original, cuts).filter((piece) => piece !== "")));
        const run = { cuts: cutsIn(bytes.length, seeds, false), count: Math.min(2, kit.choicesMax) };
        const answer = kit.read((await relayed(kit, bytes, run)).text);
        assert.ok(answer.isRefused[0]);
        for (const shown of [...answer.texts, ...answer.copies]) assert.ok(!shown.includes(TEST_KEY));
      }),
      { numRuns: runs(1000) },
    );
  });

  test("mask what the ends do not cut, and none of what was released twice", async () => {
    const bytes = bytesOf(endlessStream(["to jane@acme.test ok ", "plain ", "words jane@acme.test ok", " end"]));
    const run = { cuts: [], count: Math.min(2, kit.choicesMax) };
    const { text, state } = await relayed(kit, bytes, run);
    assert.equal(state.kind, "open");
    assert.equal(kit.read(text).texts[0], "to <MAIL_1> ok plain words <MAIL_1> ok end");
  });
}

function describeTools(kit: WireKit, toolStream: NonNullable<WireKit["toolStream"]>): void {
  test("release masked tool arguments that parse, their keys untouched", async () => {
    const args = fc.dictionary(fc.constantFrom("a", "b", "c"), sentence, { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(args, cutsOf, cutsOf, single, async (value, cuts, seeds, isSingle) => {
        const bytes = bytesOf(toolStream(splitText(JSON.stringify(value), cuts)));
        const run = { cuts: cutsIn(bytes.length, seeds, isSingle), count: 1 };
        const answer = kit.read((await relayed(kit, bytes, run)).text);
        const released = JSON.parse(answer.toolArguments) as Record<string, string>;
        assert.deepEqual(Object.keys(released), Object.keys(value));
        for (const [key, original] of Object.entries(value))
          assert.equal(unnumbered(released[key] ?? ""), await maskedWhole(original));
        assert.ok(answer.isComplete);
      }),
      { numRuns: runs(1500) },
    );
  });

  test("hold a tool call back until its arguments are checked", async () => {
    const bytes = bytesOf(toolStream(['{"q":"', TEST_KEY.slice(0, 6), `${TEST_KEY.slice(6)} "}`]));
    const { text, state } = await relayed(kit, bytes, { cuts: [], count: 1 });
    assert.equal(state.kind, "blocked");
    assert.ok(!text.includes("look_up") && !text.includes("AK1"));
    const answer = kit.read(text);
    assert.deepEqual([answer.toolArguments, answer.isRefused[0], answer.isComplete], ["", true, true]);
  });
}

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { placesIn, seedsOf, splitText } from "../support/cuts.ts";
import { TEST_KEY } from "../support/proxy.ts";
import {
  callEvents,
  completed,
  created,
  eventsOf,
  functionCall,
  message,
  messageEvents,
  openAiResponsesKit as kit,
  responseEvents,
} from "../support/wire/openai-responses.ts";
import { relayed, unnumbered, type Relayed } from "../support/wire/relayed.ts";
import { sentence } from "../support/wire/texts.ts";
import { runs } from "../support/runs.ts";

const masked = (text: string): string =>
  text.replaceAll(/(?<![a-z0-9])[a-z0-9]{1,12}@[a-z0-9]{1,12}\.test(?![a-z0-9])/g, "<MAIL>");

const cutsOf = seedsOf(30);

function run(parts: readonly string[], seeds: readonly number[]): Promise<Relayed> {
  const bytes = Buffer.from(parts.join(""));
  return relayed(kit, bytes, { cuts: placesIn(bytes.length, seeds), count: 1 });
}

/** Numbers go up by one from the first. */
function assertNumbered(wire: string): void {
  const numbers = eventsOf(wire).map((event) => event.sequence_number);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => at),
  );
  for (const [, name, data] of wire.matchAll(/^event: (.*)\ndata: (.*)$/gm)) {
    assert.equal(JSON.parse(data ?? "").type, name);
  }
}

describe("a stream of responses", () => {
  test("releases the masked whole text in all its copies, however it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, cutsOf, cutsOf, async (text, cuts, seeds) => {
        const { text: wire, state } = await run(kit.stream([splitText(text, cuts)]), seeds);
        assert.equal(state.kind, "open");
        const read = kit.read(wire);
        assert.equal(unnumbered(read.texts[0] ?? ""), masked(text));
        assert.ok(read.copies.every((copy) => copy === read.texts[0]));
        assert.equal(read.copies.length, text === "" ? 0 : 4);
        assert.ok(read.isComplete && read.isRefused[0] === false);
        assertNumbered(wire);
      }),
      { numRuns: runs(300) },
    );
  });

  test("ends a blocked text natively, with nothing of the match and only what was released", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, sentence, cutsOf, cutsOf, async (before, after, cuts, seeds) => {
        const original = `${before} ${TEST_KEY} ${after}`;
        const { text: wire, state } = await run(kit.stream([splitText(original, cuts)]), seeds);
        assert.equal(state.kind, "blocked");
        const read = kit.read(wire);
        assert.equal(unnumbered(read.texts[0] ?? ""), masked(`${before} `));
        for (const copy of read.copies) assert.equal(copy, read.texts[0]);
        assert.ok(read.isRefused[0] && read.isComplete);
        assert.ok(!wire.includes(TEST_KEY.slice(0, 6)));
        assert.equal(eventsOf(wire).at(-2).type, "response.output_item.done");
        assertNumbered(wire);
      }),
      { numRuns: runs(300) },
    );
  });

  test("releases masked arguments that parse, and of blocked ones not even the call's name", async () => {
    await fc.assert(
      fc.asyncProperty(sentence, fc.boolean(), cutsOf, cutsOf, async (text, blocks, cuts, seeds) => {
        const raw = JSON.stringify({ a: text, b: blocks ? TEST_KEY : "" });
        const { text: wire, state } = await run(kit.toolStream?.(splitText(raw, cuts)) ?? [], seeds);
        if (blocks) {
          assert.equal(state.kind, "blocked");
          assert.ok(!wire.includes("function_call"));
          assert.ok(kit.read(wire).isRefused[0]);
        } else {
          assert.deepEqual(JSON.parse(unnumbered(kit.read(wire).toolArguments)), { a: masked(text), b: "" });
          assert.ok(wire.includes('"name":"send"'));
        }
        assertNumbered(wire);
      }),
      { numRuns: 200 },
    );
  });

  test("leaves a stream without a match byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), cutsOf, async (pieces, seeds) => {
        fc.pre(!/@|AK|explode/.test(pieces.join("")));
        const items = [message(pieces.join("")), functionCall(JSON.stringify({ pieces }))];
        const parts = responseEvents([
          ...created({ instructions: "be kind", metadata: { status: "x" } }),
          ...messageEvents(pieces, 0),
          ...callEvents(splitText(JSON.stringify({ pieces }), seeds), 1),
          completed(items, { instructions: "be kind", metadata: { status: "x" } }),
        ]);
        const { text } = await run(parts, seeds);
        assert.equal(text, parts.join(""));
      }),
      { numRuns: 100 },
    );
  });

  test("keeps a second item behind a blocked first one in, whatever came together", async () => {
    const parts = responseEvents([
      ...created(),
      ...messageEvents(["a ", TEST_KEY, " b"], 0),
      ...callEvents(["{}"], 1),
      completed([message(`a ${TEST_KEY} b`), functionCall("{}")]),
    ]);
    const whole = await run(parts, []);
    const single = await run(
      parts,
      Array.from({ length: parts.join("").length }, (_, at) => at),
    );
    assert.equal(whole.text, single.text);
    assert.ok(!whole.text.includes("function_call"));
    assertNumbered(whole.text);
  });
});

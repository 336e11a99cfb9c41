/**
 * An answer in several parts is the same streamed and whole. Goal: whatever the cuts over parts, blocks and items, and whatever the
 * pieces, the stream releases what the whole answer releases, and is blocked where that is.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { withTexts } from "../../src/codecs/shared/body-edits.ts";
import { inspectSlots } from "../../src/proxy/checks/inspect.ts";
import { seedsOf, splitText } from "../support/cuts.ts";
import { TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import { runs } from "../support/runs.ts";
import { PARTS_KITS, type PartsKit } from "../support/wire/parts.ts";
import { openExchange, relayed, requestOf, unnumbered } from "../support/wire/relayed.ts";
import { sentence } from "../support/wire/texts.ts";

/** The parts as a whole answer shows them; `null`: it is blocked. */
async function wholeParts(
  { kit, whole, shownWhole }: PartsKit,
  parts: readonly string[],
): Promise<readonly string[] | null> {
  const body = whole(parts);
  const read = kit.codec.readResponse(body, requestOf(kit));
  assert.ok(read.ok);
  const exchange = openExchange(kit.path({ stream: false }).split("?")[0] ?? "");
  const inspection = await inspectSlots(exchange, read.value, { keepsGoing: false });
  if (inspection.kind !== "pass") return null;
  const changed = withTexts(body, inspection.changes);
  return shownWhole(changed).map(unnumbered);
}

async function compare(
  parts: PartsKit,
  pieces: readonly (readonly string[])[],
  cuts: readonly number[],
): Promise<void> {
  const texts = pieces.map((each) => each.join(""));
  const bytes = Buffer.from(parts.stream(pieces).join(""));
  const places = [...new Set(cuts.map((cut) => cut % bytes.length))].toSorted((a, b) => a - b);
  // Of a stream that does not tell its parts apart none is judged by itself.
  const expected = await wholeParts(parts, parts.isJoined === true ? [texts.join("")] : texts);
  const { text, state } = await relayed(parts.kit, bytes, { cuts: places, count: 1 });
  const told = JSON.stringify(pieces);
  assert.equal(state.kind, expected === null ? "blocked" : "open", told);
  const shown = parts.shown(text).map(unnumbered);
  if (expected === null) {
    const key = KEY.exec(texts.join(""));
    assert.ok(key === null || !shown.join("").includes(key[0]), told);
    return;
  }
  assert.deepEqual(shown, expected, told);
  for (const copy of parts.copies?.(text) ?? []) assert.deepEqual(copy.map(unnumbered), expected, told);
}

const KEY = /(?<!\w)AK\d{10}(?!\w)/;

/** Every way to cut a text in two. */
const inTwo = (text: string): readonly (readonly string[])[] =>
  Array.from({ length: text.length - 1 }, (_, at) => [text.slice(0, at + 1), text.slice(at + 1)]);

for (const parts of PARTS_KITS)
  describe(`parts of ${parts.name}`, () => {
    test("block and mask what stands in two, wherever it is cut", async () => {
      for (const text of [TEST_KEY, `see ${TEST_KEY} ok`, TEST_MAIL, `to ${TEST_MAIL}, ok`])
        for (const cut of inTwo(text))
          await compare(
            parts,
            cut.map((part) => [part]),
            [],
          );
    });

    test("block and mask what stands in many, a character each", async () => {
      for (const text of [`x ${TEST_KEY} y`, `x ${TEST_MAIL} y`, TEST_MAIL])
        await compare(
          parts,
          Array.from(text, (character) => [character]),
          [],
        );
    });

    test("release what the whole answer releases, however they are cut", async () => {
      const seeds = seedsOf(8);
      const words = fc.array(fc.oneof(sentence, fc.constantFrom(TEST_KEY.slice(0, 5), TEST_KEY.slice(5))), {
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(words, seeds, seeds, seedsOf(4), async (drawn, partCuts, pieceCuts, cuts) => {
          const texts = splitText(drawn.join(""), partCuts).filter((text) => text !== "");
          fc.pre(texts.length > 1);
          await compare(
            parts,
            texts.map((text) => splitText(text, pieceCuts).filter((piece) => piece !== "")),
            cuts,
          );
        }),
        { numRuns: runs(150) },
      );
    });
  });

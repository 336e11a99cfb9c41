import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { maskText, PlaceholderBook } from "../../src/core/masks.ts";
import { seedsOf } from "../support/cuts.ts";
import { TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import {
  anthropicBlock,
  anthropicCall,
  anthropicEvents,
  anthropicKit,
  anthropicStream,
  anthropicText,
} from "../support/wire/anthropic-messages.ts";
import { evaluateWhole, relayed, unnumbered, type Relayed } from "../support/wire/relayed.ts";
import { sentenceOf } from "../support/wire/texts.ts";

/** Runs a wire, cut where `seeds` says. */
function run(wire: string, seeds: readonly number[]): Promise<Relayed> {
  const bytes = Buffer.from(wire);
  const cuts = seeds.map((seed) => seed % (bytes.length + 1)).toSorted((a, b) => a - b);
  return relayed(anthropicKit, bytes, { cuts, count: 1 });
}

/** What of a text may be shown: masked, and up to the first match that blocks. */
async function checked(text: string): Promise<{ readonly isBlocked: boolean; readonly shown: string }> {
  const { verdict, violations } = await evaluateWhole(text);
  const found = violations.filter(({ action }) => action === "block").flatMap(({ findings }) => findings);
  const end = Math.min(text.length, ...found.map(({ span }) => span?.start ?? 0));
  const masks = violations.filter(({ policy }) => policy.mask).flatMap((violation) => violation.masks);
  const before = masks.filter((mask) => mask.end <= end);
  const shown = maskText(text.slice(0, end), before, new PlaceholderBook()) ?? text.slice(0, end);
  return { isBlocked: verdict === "blocked", shown: unnumbered(shown) };
}

/** Blocks of a text, after which the stream's shape holds: every start has its stop, and the message its end. */
function assertWellFormed(wire: string): void {
  const open = new Set<number>();
  let next = 0;
  let isOver = false;
  for (const event of anthropicEvents(wire) as readonly { readonly type: string; readonly index: number }[]) {
    assert.equal(isOver, false, "nothing follows the end");
    if (event.type === "content_block_start") {
      assert.equal(event.index, next, "clients take a block's place for its index");
      next += 1;
      open.add(event.index);
    }
    if (event.type === "content_block_delta") assert.ok(open.has(event.index));
    if (event.type === "content_block_stop") assert.ok(open.delete(event.index));
    if (event.type === "message_delta") assert.equal(open.size, 0);
    isOver = event.type === "message_stop";
  }
  assert.ok(isOver);
  for (const raw of wire.split("\n\n").slice(0, -1)) assert.match(raw, /^event: (\w+)\ndata: \{"type":"\1"/);
}

const sentence = sentenceOf(
  [TEST_MAIL, TEST_KEY, "a@b.test", "AK12", "@", "héllo", "😀", " ", "\n", '"', "plain words "],
  8,
);
const cutsOf = seedsOf(24);

/** Cuts a text at any place between characters. */
function pieces(text: string, seeds: readonly number[]): readonly string[] {
  const characters = Array.from(text);
  const places = [0, ...seeds.map((seed) => seed % (characters.length + 1)), characters.length].toSorted(
    (a, b) => a - b,
  );
  return places.slice(1).map((place, at) => characters.slice(places[at], place).join(""));
}

type Made = { readonly kind: "text" | "thinking" | "call" | "results"; readonly text: string };

// What would be masked in thinking is no matter of the codec, nor what blocks say together: a space parts them.
const madeBlock = fc
  .record({ kind: fc.constantFrom("text", "thinking", "call", "results"), text: sentence })
  .map(({ kind, text }): Made => ({ kind, text: ` ${kind === "thinking" ? text.replaceAll("@", "") : text} ` }));

function wireOf({ kind, text }: Made, index: number, seeds: readonly number[]): readonly string[] {
  switch (kind) {
    case "text":
      return anthropicText(index, pieces(text, seeds));
    case "thinking": {
      const deltas = pieces(text, seeds).map((thinking) => ({ type: "thinking_delta", thinking }));
      const signature = { type: "signature_delta", signature: "c2ln" };
      return anthropicBlock(index, { type: "thinking", thinking: "", signature: "" }, [...deltas, signature]);
    }
    case "call":
      return anthropicCall(index, pieces(JSON.stringify({ q: text }), seeds));
    case "results": {
      const result = { type: "web_search_result", url: "https://a.test/", title: text, encrypted_content: "x" };
      const content = [{ ...result, title: "first" }, result];
      return anthropicBlock(index, { type: "web_search_tool_result", tool_use_id: "srv", content }, []);
    }
  }
}

describe("streams over the relay", () => {
  test("release the end of a text before a block in the next one, when both come in one read", async () => {
    const blocks = [...anthropicText(0, ["all is well"]), ...anthropicText(1, [`and ${TEST_KEY} ${"x ".repeat(80)}`])];
    const { text } = await run(anthropicStream(blocks, "end_turn").join(""), []);
    assert.deepEqual(texts(text), ["all is well", "and "]);
  });

  test("release the masked whole of every block, however the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(madeBlock, { minLength: 1, maxLength: 4 }),
        cutsOf,
        cutsOf,
        async (made, seeds, cuts) => {
          const blocks = made.flatMap((block, index) => wireOf(block, index, seeds));
          const wire = anthropicStream(blocks, "end_turn").join("");
          const { text, state } = await run(wire, cuts);
          const { text: atOnce } = await run(wire, []);
          assertWellFormed(text);
          assert.deepEqual(texts(text), texts(atOnce));
          const verdicts = await Promise.all(made.map((block) => checked(block.text)));
          const blockedAt = verdicts.findIndex(({ isBlocked }) => isBlocked);
          assert.equal(state.kind, blockedAt === -1 ? "open" : "blocked");
          assert.equal(anthropicKit.read(text).isRefused[0], blockedAt !== -1);
          for (const [at, { kind }] of made.entries()) {
            const shown = unnumbered(texts(text)[at] ?? "");
            const expected = verdicts[at]?.shown ?? "";
            if (blockedAt !== -1 && at > blockedAt) assert.equal(shown, "");
            else if (kind === "text") assert.equal(shown, expected);
            // A signature stands under the whole of a text only.
            else if (kind === "thinking") assert.equal(shown, at === blockedAt ? expected : expected + SIGNED);
            else if (at === blockedAt) assert.equal(shown, "", "a call and a result leave whole or not at all");
            else assert.ok(shown.includes(JSON.stringify(expected)));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

const SIGNED = " (signed)";

interface BlockEvent {
  readonly type: string;
  readonly index: number;
  readonly content_block: { readonly type: string };
  readonly delta: Readonly<Record<"text" | "thinking" | "partial_json" | "signature", string | undefined>>;
}

/** By index: what a client has of each block. */
function texts(wire: string): readonly string[] {
  const all: string[] = [];
  for (const event of anthropicEvents(wire) as unknown as readonly BlockEvent[]) {
    const { type, index, content_block: block, delta } = event;
    // Blocks that get their text by deltas begin empty.
    if (type === "content_block_start") all[index] = block.type.endsWith("_result") ? JSON.stringify(block) : "";
    if (type !== "content_block_delta") continue;
    all[index] += delta.text ?? delta.thinking ?? delta.partial_json ?? (delta.signature === undefined ? "" : SIGNED);
  }
  return all;
}

import assert from "node:assert/strict";
import fc from "fast-check";
import { createMaskHash } from "../../src/access/keyed-hashes.ts";
import { systemClock } from "../../src/cli/process.ts";
import { applyEdits, maskEdits, PlaceholderBook, type Edit } from "../../src/core/masks.ts";
import { withRestored } from "../../src/core/restore.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { seedsOf } from "./cuts.ts";

/** One key for whole texts and streams. */
export const HASH = createMaskHash("the key of these tests");
const signal = new AbortController().signal;

/** Cuts a text at those places (modulo its length). */
export function pieces(whole: string, at: readonly number[]): readonly string[] {
  const places = [0, ...at.map((place) => place % (whole.length + 1)), whole.length].toSorted((a, b) => a - b);
  return places.slice(1).map((place, index) => whole.slice(places[index], place));
}

interface Streamed {
  readonly released: string;
  readonly isBlocked: boolean;
  readonly decided: number;
}

/** Sends the parts through a stream guard, and checks what each step promises. */
export async function stream(
  guards: readonly Guard[],
  parts: readonly string[],
  options: { readonly isSealed?: boolean; readonly book?: PlaceholderBook } = {},
): Promise<Streamed> {
  const { isSealed = false, book = new PlaceholderBook(HASH) } = options;
  const guard = createStreamGuard(guards, { clock: systemClock, signal, book });
  const whole = parts.join("");
  const edits: Edit[] = [];
  let decided = 0;
  for (const [index, part] of [...parts, null].entries()) {
    const step = await (part === null ? guard.end("c") : guard.push("c", part, { isSealed }));
    assert.ok(step.decided >= decided, "what is decided never shrinks");
    assert.ok(step.decided <= parts.slice(0, index + 1).join("").length, "nothing is decided before it came");
    for (const edit of step.edits)
      assert.ok(edit.start >= decided && edit.end <= step.decided, "an edit lies in its step");
    edits.push(...step.edits);
    decided = step.decided;
    if (step.kind === "block")
      return { released: applyEdits(whole.slice(0, decided), edits), isBlocked: true, decided };
  }
  return { released: applyEdits(whole, edits), isBlocked: false, decided };
}

/** What checking the whole text gives. */
export async function whole(
  guards: readonly Guard[],
  raw: string,
  book: PlaceholderBook = new PlaceholderBook(HASH),
): Promise<{ masked: string; isBlocked: boolean; firstBlocked: number }> {
  const evaluation = await evaluate(guards, new Reading(raw), {
    side: "output",
    origin: "assistant",
    clock: systemClock,
    signal,
  });
  const masks = evaluation.violations.filter(({ policy }) => policy.mask).flatMap((violation) => violation.masks);
  const blocked = evaluation.violations.filter(({ action }) => action === "block").flatMap(({ findings }) => findings);
  return {
    masked: applyEdits(raw, withRestored(maskEdits(raw, masks, { book }), book.restorable.read(raw).edits)),
    isBlocked: evaluation.verdict === "blocked",
    firstBlocked: Math.min(...blocked.map(({ span }) => span?.start ?? 0)),
  };
}

/** How a property is tried. */
export interface Trial {
  readonly text: fc.Arbitrary<string>;
  readonly numRuns: number;
}

const cuts = seedsOf(14);

/** A stream releases the masked whole text for every way of cutting it. */
export function assertReleasesWhole(guards: readonly Guard[], { text, numRuns }: Trial): Promise<void> {
  const property = fc.asyncProperty(text, cuts, async (raw, at) => {
    const streamed = await stream(guards, pieces(raw, at));
    assert.equal(streamed.released, (await whole(guards, raw)).masked);
  });
  return fc.assert(property, { numRuns });
}

/** A stream is blocked exactly when the whole text is, and no character of the match leaves. */
export function assertBlocksAsWhole(guards: readonly Guard[], { text, numRuns }: Trial): Promise<void> {
  const property = fc.asyncProperty(text, cuts, async (raw, at) => {
    const streamed = await stream(guards, pieces(raw, at));
    const expected = await whole(guards, raw);
    assert.equal(streamed.isBlocked, expected.isBlocked);
    if (expected.isBlocked) assert.ok(streamed.decided <= expected.firstBlocked);
    else assert.equal(streamed.released, expected.masked);
  });
  return fc.assert(property, { numRuns });
}

/** Masking a masked text changes nothing. */
export async function assertMaskedOnce(guards: readonly Guard[], raw: string): Promise<void> {
  const { masked } = await whole(guards, raw);
  assert.equal((await whole(guards, masked)).masked, masked);
}

/** Where the sentence begins that makes a text one to be blocked. */
async function firstBlocked(guards: readonly Guard[], sentences: readonly string[]): Promise<number> {
  let raw = "";
  for (const next of sentences) {
    const { isBlocked } = await whole(guards, raw + next);
    if (isBlocked) return raw.length;
    raw += next;
  }
  return raw.length;
}

const cutsOfText = fc.array(fc.nat(), { maxLength: 30 });

/** Streams block exactly when the whole text is blocked, before the sentence that does it has left. @returns how many were blocked */
export async function assertBlocksAlike(
  guards: readonly Guard[],
  sentence: fc.Arbitrary<string>,
  numRuns: number,
): Promise<number> {
  let blocks = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(sentence, { maxLength: 40 }), cutsOfText, async (sentences, at) => {
      const raw = sentences.join("");
      const streamed = await stream(guards, pieces(raw, at));
      const expected = await whole(guards, raw);
      assert.equal(streamed.isBlocked, expected.isBlocked);
      if (!expected.isBlocked) return assert.equal(streamed.released, expected.masked);
      blocks += 1;
      assert.ok(streamed.decided <= (await firstBlocked(guards, sentences)));
    }),
    { numRuns },
  );
  return blocks;
}

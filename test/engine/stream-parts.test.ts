/**
 * A text that comes in parts is judged part by part and joined. Goal: whatever the parts and the pieces, a stream releases what the
 * masks of each part and of the joined text leave, and blocks where one of them does.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { systemClock } from "../../src/cli/system-clock.ts";
import { applyEdits, maskEdits, PlaceholderBook, type Edit } from "../../src/core/masks.ts";
import type { Mask } from "../../src/core/model.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { createStreamGuard, type StreamGuard } from "../../src/engine/stream-guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { analyzerOf, DIGITS, guardOf, VALUES, WORDS } from "../support/analyzers.ts";
import { seedsOf } from "../support/cuts.ts";
import { runs } from "../support/runs.ts";
import { HASH, pieces } from "../support/streaming.ts";
import { mixedText } from "../support/stream-window.ts";

const signal = new AbortController().signal;
const open = (guards: readonly Guard[]): StreamGuard =>
  createStreamGuard(guards, { clock: systemClock, signal, book: new PlaceholderBook(HASH) });

const numbered = /<([A-Z_]+)_\d+>/g;

/** What judging each part and all of them together gives; `null`: it is blocked. */
async function whole(guards: readonly Guard[], parts: readonly string[]): Promise<string | null> {
  const masks: Mask[] = [];
  let start = 0;
  for (const [text, from] of [
    ...parts.map((part) => [part, (start += part.length) - part.length] as const),
    [parts.join(""), 0] as const,
  ]) {
    const { verdict, violations } = await evaluate(guards, new Reading(text), {
      side: "output",
      origin: "assistant",
      clock: systemClock,
      signal,
    });
    if (verdict === "blocked") return null;
    for (const violation of violations)
      if (violation.policy.mask)
        masks.push(...violation.masks.map((mask) => ({ ...mask, start: mask.start + from, end: mask.end + from })));
  }
  const text = parts.join("");
  return applyEdits(text, maskEdits(text, masks, { book: new PlaceholderBook(HASH) }));
}

/** The same as a stream. */
async function streamed(
  guards: readonly Guard[],
  parts: readonly (readonly string[])[],
  isAtOnce: boolean,
): Promise<string | null> {
  const guard = open(guards);
  const edits: Edit[] = [];
  const steps = parts.flatMap((part) => [
    ...part.map(
      (piece, at) => () => guard.push("c", piece, isAtOnce && at === part.length - 1 ? { ends: "part" } : {}),
    ),
    ...(isAtOnce && part.length > 0 ? [] : [() => guard.endPart("c")]),
  ]);
  let decided = 0;
  for (const take of [...steps, () => guard.end("c")]) {
    const step = await take();
    assert.ok(step.decided >= decided, "what is decided never shrinks");
    for (const edit of step.edits)
      assert.ok(edit.start >= decided && edit.end <= step.decided, "an edit lies in its step");
    edits.push(...step.edits);
    decided = step.decided;
    if (step.kind === "block") return null;
  }
  const text = parts.flat().join("");
  assert.equal(decided, text.length, "all is decided at the end");
  return applyEdits(text, edits);
}

async function assertAsWhole(guards: readonly Guard[], text: fc.Arbitrary<string>, numRuns: number): Promise<void> {
  const seeds = seedsOf(4);
  await fc.assert(
    fc.asyncProperty(
      text,
      seeds,
      fc.array(seeds, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (raw, cuts, own, isAtOnce) => {
        const parts = pieces(raw, cuts).filter((part) => part !== "");
        const cut = parts.map((part, at) => pieces(part, own[at % own.length] ?? []).filter((piece) => piece !== ""));
        const [expected, actual] = [await whole(guards, parts), await streamed(guards, cut, isAtOnce)];
        assert.equal(actual?.replaceAll(numbered, "<$1>"), expected?.replaceAll(numbered, "<$1>"));
      },
    ),
    { numRuns },
  );
}

describe("a text in parts", () => {
  const words = fc
    .array(fc.constantFrom("hush", "hus", "h", "12", "345", "6789012", "key=", "a", ";", " ", "\n", "😀", "\ud83d"), {
      maxLength: 20,
    })
    .map((parts) => parts.join(""));

  test("releases what its parts and the joined text leave, of simple policies", async () => {
    await assertAsWhole([guardOf(WORDS), guardOf(DIGITS), guardOf(VALUES)], words, runs(3000));
  });

  test("blocks where a part or the joined text does", async () => {
    await assertAsWhole([guardOf(WORDS, { action: "block" }), guardOf(DIGITS)], words, runs(1500));
  });

  test("keeps the same with policies that need the whole text, or hear of it afterwards", async () => {
    await assertAsWhole([guardOf(WORDS, { stream: "hold" }), guardOf(DIGITS)], words, runs(700));
    const guard = open([guardOf(WORDS, { stream: "observe", action: "block" })]);
    for (const part of ["hu", "sh"]) await guard.push("c", part, { ends: "part" });
    assert.equal(guard.summary().verdict, "passed");
    await guard.end("c");
    assert.equal(guard.summary().verdict, "blocked");
  });

  const planted = [...SECRET_DETECTORS, ...PII_DETECTORS].flatMap(({ examples }) => examples.hits.flat());
  const mixed = mixedText(
    ["the boat ", " ", "\n", ", ", ".", "password=", "tel ", "1", "12 ", "@", "://", "😀", '"'],
    planted,
  );

  test("releases what its parts and the joined text leave, of the shipped detectors", async () => {
    await assertAsWhole([guardOf(SECRETS_KEYS_DETECTION), guardOf(PII_DETECTION)], mixed, runs(600));
  });

  test("blocks as its parts and the joined text do, of the shipped detectors", async () => {
    await assertAsWhole([guardOf(SECRETS_KEYS_DETECTION, { action: "block" })], mixed, runs(400));
  });

  test("an ordinary sentence leaves at the end of its part, but for the word that could go on", async () => {
    const guard = open([guardOf(SECRETS_KEYS_DETECTION), guardOf(PII_DETECTION)]);
    const text = "I will look that up for you.";
    const step = await guard.push("c", text, { ends: "part" });
    assert.ok(step.decided >= text.length - "you.".length, String(step.decided));
  });

  test("looks at no more text for many short parts than for long ones", async () => {
    let looked = 0;
    const counting = guardOf(
      analyzerOf("counting", {
        analyze: ({ raw }) => {
          looked += raw.length;
          return [];
        },
        stableUntil: ({ raw }) => raw.length,
      }),
    );
    const read = async (count: number): Promise<number> => {
      looked = 0;
      const guard = open([counting]);
      for (let at = 0; at < count; at++) await guard.push("c", "plain words ", { ends: "part" });
      await guard.end("c");
      return looked;
    };
    const [some, more] = [await read(200), await read(800)];
    assert.ok(more < 5 * some, `${some} ${more}`);
  });
});

/**
 * The promise of streams: however a text is cut into pieces, what is released equals what checking the whole text would
 * release, and no character of a blocked match leaves.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { systemClock } from "../../src/cli/process.ts";
import { MASK_CONTEXT } from "../../src/core/mask-forms.ts";
import { applyEdits, PlaceholderBook } from "../../src/core/masks.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import { analyzerOf, DIGITS, guardOf, VALUES, WORDS } from "../support/analyzers.ts";
import { runs } from "../support/runs.ts";
import { assertBlocksAsWhole, assertReleasesWhole, HASH, pieces, stream, whole } from "../support/streaming.ts";

const RUNS = runs(10_000);
const signal = new AbortController().signal;

/** Pieces that collide: words, digits, keys, separators, a surrogate pair, a lone half of one. */
const text = fc
  .array(
    fc.constantFrom("hush", "hus", "h", "12", "345", "6789012", "key=", "a", ";", " ", "\n", "😀", "\ud83d", "x"),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));
const cuts = fc.array(fc.nat(200), { maxLength: 12 });

/** A book whose prompt had some values, the one of `<WORD_1>` and `<DIGITS_2>` to be put back. */
function bookOfPrompt(): PlaceholderBook {
  const book = new PlaceholderBook(HASH);
  const write = (type: string, value: string, restores: boolean): string =>
    book.writerFor("input", "user").replacement({ type, style: "placeholder", restores }, value);
  assert.equal(write("WORD", "mother said hush", true), "<WORD_1>");
  assert.equal(write("DIGITS", "555", false), "<DIGITS_1>");
  assert.equal(write("DIGITS", "key=7777;", true), "<DIGITS_2>");
  return book;
}
const echoed = fc
  .array(
    fc.constantFrom(
      "<WORD_1>",
      "<DIGITS_2>",
      "<DIGITS_1>",
      "<DIGITS_3>",
      "<WORD",
      "_1>",
      "<",
      ">",
      "hush",
      "key=",
      "1234",
      ";",
      " ",
    ),
    { maxLength: 16 },
  )
  .map((parts) => parts.join(""));

describe("createStreamGuard", () => {
  test("releases the masked whole text for every way of cutting it", async () => {
    const guards = [guardOf(WORDS), guardOf(DIGITS), guardOf(VALUES)];
    await assertReleasesWhole(guards, { text, numRuns: RUNS });
  });

  test("blocks exactly when the whole text is blocked, and lets no character of the match leave", async () => {
    const guards = [guardOf(WORDS, { action: "block" }), guardOf(DIGITS), guardOf(VALUES)];
    await assertBlocksAsWhole(guards, { text, numRuns: RUNS });
  });

  test("holds the whole answer for a policy that asks for it", async () => {
    const guard = createStreamGuard([guardOf(WORDS, { stream: "hold" })], {
      clock: systemClock,
      signal,
      book: new PlaceholderBook(),
    });
    assert.equal((await guard.push("c", "clean text ")).decided, 0);
    const step = await guard.end("c");
    assert.deepEqual([step.kind, step.decided], ["release", 11]);
  });

  test("releases at once what is only observed, and tells the verdict at the end", async () => {
    const guard = createStreamGuard([guardOf(WORDS, { stream: "observe", action: "block" })], {
      clock: systemClock,
      signal,
      book: new PlaceholderBook(),
    });
    assert.equal((await guard.push("c", "say hush")).decided, 8);
    assert.equal((await guard.end("c")).kind, "release");
    assert.equal(guard.summary().verdict, "blocked");
  });

  test("has nothing to do for a policy that the conversation brings nothing for, until it does", async () => {
    const beside = analyzerOf("beside", {
      analyze: () => [],
      canJudge: ({ conversation }) => (conversation?.texts.length ?? 0) > 0,
    });
    const texts: { readonly origin: "system"; readonly text: string }[] = [];
    const options = { clock: systemClock, signal: new AbortController().signal, book: new PlaceholderBook() };
    const guard = createStreamGuard([guardOf(beside)], { ...options, conversation: { texts } });
    await guard.push("c", "text");
    const [before] = guard.summary().applied;
    assert.deepEqual(before?.status === "skipped" && before.reason, "out_of_scope");
    texts.push({ origin: "system", text: "Be kind." });
    assert.equal(guard.summary().applied[0]?.status, "passed");
  });

  test("keeps channels apart", async () => {
    const guard = createStreamGuard([guardOf(WORDS)], { clock: systemClock, signal, book: new PlaceholderBook() });
    await guard.push("a", "hu");
    await guard.push("b", "sh ");
    assert.deepEqual((await guard.end("a")).edits, []);
    assert.deepEqual((await guard.end("b")).edits, []);
  });

  test("numbers equal values alike over channels", async () => {
    const guard = createStreamGuard([guardOf(DIGITS)], { clock: systemClock, signal, book: new PlaceholderBook() });
    const first = await guard.push("a", "123 456 ");
    const second = await guard.push("b", "456 ");
    assert.deepEqual(
      [...first.edits, ...second.edits].map(({ replacement }) => replacement),
      ["<DIGITS_1>", "<DIGITS_2>", "<DIGITS_2>"],
    );
  });

  test("blocks when a fail-closed policy breaks, and names it", async () => {
    const broken = analyzerOf("broken", {
      analyze: () => {
        throw new Error("no");
      },
      stableUntil: ({ raw }) => raw.length,
    });
    const guard = createStreamGuard([guardOf(broken)], { clock: systemClock, signal, book: new PlaceholderBook() });
    const step = await guard.push("c", "text ");
    assert.equal(step.kind, "block");
    assert.deepEqual(step.kind === "block" && step.failedClosed, ["broken"]);
    assert.equal(step.decided, 0);
  });

  test("goes on when a fail-open policy breaks, and names it", async () => {
    const broken = analyzerOf("broken", {
      analyze: () => {
        throw new Error("no");
      },
    });
    const guard = createStreamGuard([guardOf(broken, { onError: "pass" })], {
      clock: systemClock,
      signal,
      book: new PlaceholderBook(),
    });
    await guard.push("c", "text ");
    const step = await guard.end("c");
    assert.deepEqual([step.kind, step.decided], ["release", 5]);
    assert.deepEqual(guard.summary().degraded, ["broken"]);
  });

  test("alters nothing of a sealed text: it ends where something would be masked", async () => {
    const guards = [guardOf(WORDS), guardOf(DIGITS), guardOf(VALUES, { mask: false })];
    const masking = guards.slice(0, 2);
    await fc.assert(
      fc.asyncProperty(text, cuts, async (raw, at) => {
        const streamed = await stream(guards, pieces(raw, at), { isSealed: true });
        const expected = await whole(masking, raw);
        assert.equal(streamed.isBlocked, expected.masked !== raw);
        assert.equal(streamed.released, raw.slice(0, streamed.decided));
        if (streamed.isBlocked) assert.ok(!(await whole(masking, streamed.released)).masked.includes("<"));
      }),
      { numRuns: RUNS },
    );
  });

  test("tells a sealed text's block as one, whatever the policy does elsewhere", async () => {
    const guard = createStreamGuard([guardOf(WORDS), guardOf(DIGITS)], {
      clock: systemClock,
      signal,
      book: new PlaceholderBook(),
    });
    await guard.push("content", "hush ");
    assert.equal(guard.summary().verdict, "flagged");
    await guard.push("thinking", "sign", { isSealed: true });
    const step = await guard.push("thinking", "ed 123 text ");
    assert.deepEqual([step.kind, step.decided, step.edits], ["block", 7, []]);
    assert.deepEqual(step.kind === "block" && step.violations.map(({ policy, action }) => [policy.name, action]), [
      ["digits", "block"],
    ]);
    assert.equal(guard.summary().verdict, "blocked");
    assert.equal((await guard.push("content", "hush ")).kind, "release");
  });

  test("puts the prompt's values back however their placeholders are cut, with policies and without", async () => {
    for (const guards of [[guardOf(WORDS), guardOf(DIGITS), guardOf(VALUES)], []])
      await fc.assert(
        fc.asyncProperty(echoed, cuts, async (raw, at) => {
          const streamed = await stream(guards, pieces(raw, at), { book: bookOfPrompt() });
          assert.equal(streamed.released, (await whole(guards, raw, bookOfPrompt())).masked);
        }),
        { numRuns: RUNS },
      );
    const streamed = await stream([], ["<WO", "RD_1", "> and <DIGITS_1> <DIGITS_2"], { book: bookOfPrompt() });
    assert.equal(streamed.released, "mother said hush and <DIGITS_1> <DIGITS_2");
  });

  test("puts nothing back into a sealed text", async () => {
    const streamed = await stream([], ["<WO", "RD_1> "], { book: bookOfPrompt(), isSealed: true });
    assert.equal(streamed.released, "<WORD_1> ");
  });

  test("holds no more than what may become a placeholder of the exchange", async () => {
    const guard = createStreamGuard([], { clock: systemClock, signal, book: bookOfPrompt() });
    const decided: number[] = [];
    for (const part of ["a <", "b", " <W", "ORD_", "1", ">", " <DIGITS_2", "x"])
      decided.push((await guard.push("c", part)).decided);
    assert.deepEqual(decided, [2, 4, 5, 5, 5, 5, 14, 24]);
  });

  test("reads placeholders of its exchange as nothing, and values that come back as checked", async () => {
    const guards = [guardOf(WORDS, { action: "block" })];
    const streamed = await stream(guards, ["so ", "<WORD", "_1>", " it is"], { book: bookOfPrompt() });
    assert.deepEqual([streamed.isBlocked, streamed.released], [false, "so mother said hush it is"]);
  });

  test("refuses more undecided text than its bound", async () => {
    const guard = createStreamGuard([guardOf(WORDS, { stream: "hold" })], {
      clock: systemClock,
      signal,
      book: new PlaceholderBook(),
      pendingMaxChars: 10,
    });
    assert.equal((await guard.push("c", "0123456789")).kind, "release");
    assert.equal((await guard.push("c", "0")).kind, "block");
  });

  test("gives up a policy that holds too much and fails open; the others check what it held", async () => {
    const guards = [guardOf(WORDS, { stream: "hold", onError: "pass" }), guardOf(DIGITS, { action: "block" })];
    const guard = createStreamGuard(guards, {
      clock: systemClock,
      signal,
      book: new PlaceholderBook(),
      pendingMaxChars: 10,
    });
    assert.equal((await guard.push("c", "say 123 or")).decided, 0);
    const step = await guard.push("c", " so");
    assert.deepEqual([step.kind, step.decided], ["block", 4]);
    assert.deepEqual(guard.summary().degraded, ["words"]);
    assert.equal((await guard.push("d", "say hush and so on")).kind, "release");
    assert.equal((await guard.push("d", " ab ")).decided, 22);
  });

  test("decides asynchronous analyzers in order", async () => {
    const slow = analyzerOf("slow", {
      analyze: async ({ raw }, { from }) => {
        await new Promise((resolve) => setImmediate(resolve));
        const at = raw.indexOf("hush", from);
        return at < 0 ? [] : [{ kind: "WORD", score: 1, span: { start: at, end: at + 4 } }];
      },
      stableUntil: ({ raw }) => Math.max(0, raw.length - 4),
    });
    const guard = createStreamGuard([guardOf(slow)], { clock: systemClock, signal, book: new PlaceholderBook() });
    const steps = await Promise.all([guard.push("c", "a hu"), guard.push("c", "sh b"), guard.end("c")]);
    assert.equal(
      applyEdits(
        "a hush b",
        steps.flatMap(({ edits }) => edits),
      ),
      "a <WORD_1> b",
    );
  });

  test("reads each character a bounded number of times", async () => {
    let read = 0;
    const counting = analyzerOf("counting", {
      analyze: ({ raw }) => {
        read += raw.length;
        return [];
      },
      stableUntil: ({ raw }) => raw.length,
      lookback: 50,
    });
    const guard = createStreamGuard([guardOf(counting)], { clock: systemClock, signal, book: new PlaceholderBook() });
    for (let index = 0; index < 1000; index++) await guard.push("c", "0123456789");
    // What may stay beyond the context, so that a window is not a new one with every delta.
    const slack = 256;
    assert.ok(read <= 1000 * (Math.max(50, MASK_CONTEXT) + slack + 10), `${read} characters were read for 10000`);
  });
});

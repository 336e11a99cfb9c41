import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { COMPETITOR_MENTION_DETECTION } from "../../../src/analyzers/competitors/index.ts";
import { PII_DETECTION } from "../../../src/analyzers/pii/index.ts";
import { PII_DETECTORS } from "../../../src/analyzers/pii/registry.ts";
import { SECRETS_KEYS_DETECTION } from "../../../src/analyzers/secrets/index.ts";
import { SECRET_DETECTORS } from "../../../src/analyzers/secrets/registry.ts";
import { PlaceholderBook } from "../../../src/core/masks.ts";
import { evaluate } from "../../../src/engine/evaluate.ts";
import type { Guard } from "../../../src/engine/guard.ts";
import { createStreamGuard } from "../../../src/engine/stream-guard.ts";
import { KEPT_MAX_CHARS, KeptTexts } from "../../../src/proxy/record/kept-texts.ts";
import { createRecordGuards, keptGathered, type GatheredText } from "../../../src/records/content.ts";
import { MASKED_POLICIES, knownPlacesOf, streamLooks } from "../../../src/records/known-places.ts";
import { Reading } from "../../../src/text/reading.ts";
import { guardOf } from "../../support/analyzers.ts";
import { createManualClock } from "../../support/clock.ts";
import { seedsOf, splitText } from "../../support/cuts.ts";
import { runs } from "../../support/runs.ts";
import { mixedText } from "../../support/stream-window.ts";

const clock = createManualClock();
const { signal } = new AbortController();
const keeping = { mode: "masked", recordGuards: createRecordGuards(), clock, maskHash: () => "h" } as const;
const planted = [...SECRET_DETECTORS, ...PII_DETECTORS].flatMap(({ examples }) => examples.hits.flat());
const mixed = mixedText(["the boat ", " ", "\n", "Acme ", "password=", "12 ", "@", "<EMAIL_ADDRESS_1>", "😀"], planted);

const PII = guardOf(PII_DETECTION);
const NARROW = guardOf(PII_DETECTION, { metadata: ["EMAIL_ADDRESS"] });
const LATER = guardOf(PII_DETECTION, { stream: "observe" });
const SECRETS = guardOf(SECRETS_KEYS_DETECTION);
const NAMES = guardOf(COMPETITOR_MENTION_DETECTION, { metadata: ["Acme"] });
/** Has no business with answers. */
const PROMPTS = guardOf(SECRETS_KEYS_DETECTION, { metadata: [["boats", "the boat"]], scope: "input" });
const assets: fc.Arbitrary<readonly Guard[]> = fc.constantFrom(
  [PII, SECRETS, NAMES],
  [PII],
  [NARROW, SECRETS],
  [LATER, SECRETS, NAMES],
  [PII, PROMPTS],
  [],
);

const context = { side: "output", origin: "assistant", clock, signal } as const;

/** What is kept when nothing is known of the texts. */
async function looked(texts: readonly string[], guards: readonly Guard[]): Promise<string | null> {
  return keptGathered({ texts: texts.map((text) => ({ text, isCut: false, places: null })), guards }, keeping);
}

describe("KeptTexts", () => {
  test("what was judged whole is kept as if it were looked at once more", async () => {
    const texts = fc.array(mixed, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, assets, async (list, guards) => {
        const kept = new KeptTexts();
        for (const text of list) {
          kept.add(text);
          kept.learn(text, knownPlacesOf(await evaluate(guards, new Reading(text), context)));
        }
        const all = list.filter((text) => text !== "");
        assert.equal(await keptGathered({ texts: kept.gathered(), guards }, keeping), await looked(all, guards));
      }),
      { numRuns: runs(300) },
    );
  });

  test("so is what was judged in pieces, however it was cut", async () => {
    await fc.assert(
      fc.asyncProperty(mixed, seedsOf(12), assets, async (text, seeds, guards) => {
        fc.pre(text !== "");
        const kept = new KeptTexts();
        const stream = kept.openStream();
        const guard = createStreamGuard(guards, { clock, signal, book: new PlaceholderBook() });
        const take = async (stepping: ReturnType<typeof guard.end>): Promise<boolean> => {
          const step = await stepping;
          if (step.kind === "release") stream.found("c", step.maskable);
          return step.kind === "release";
        };
        for (const piece of splitText(text, seeds)) {
          stream.grow("c", piece);
          await take(guard.push("c", piece));
        }
        stream.end("c", await take(guard.end("c")));
        stream.over(streamLooks(guard.summary().applied));
        const texts = kept.gathered();
        assert.equal(await keptGathered({ texts, guards }, keeping), await looked([text], guards));
      }),
      { numRuns: runs(500) },
    );
  });

  const whole = `${"word ".repeat(KEPT_MAX_CHARS).slice(0, KEPT_MAX_CHARS - 11)} `;

  test("keeps so much and no more, and nothing behind a cut", () => {
    const kept = new KeptTexts();
    const stream = kept.openStream();
    stream.grow("b", "be");
    kept.add(whole);
    stream.grow("c", "01234567-");
    stream.grow("c", "more");
    kept.add("later");
    stream.grow("b", "fore");
    for (const channel of ["b", "c"]) stream.end(channel, true);
    assert.equal(kept.isCut, true);
    assert.deepEqual(
      kept.gathered().map(({ text, isCut }: GatheredText) => [text.length, isCut]),
      [
        [2, true],
        [KEPT_MAX_CHARS - 10, false],
        [8, true],
      ],
    );
  });

  test("masks what reaches over the cut as far as it is kept, whoever else looks besides", async () => {
    for (const [guards, ending] of [
      [[PII, SECRETS], "to <EMAIL_ADDRESS_1>"],
      // Who looks for secrets now sees the kept text only, and cannot tell how it goes on.
      [[PII], "to "],
    ] as const) {
      const kept = new KeptTexts();
      const text = `${whole}to ann.lee@acme-mail.com`;
      kept.add(text);
      kept.learn(text, knownPlacesOf(await evaluate(guards, new Reading(text), context)));
      const masked = await keptGathered({ texts: kept.gathered(), guards }, keeping);
      assert.equal(masked, `${whole}${ending}`);
    }
  });

  test("keeps what is known of a text when less is found where it comes again", async () => {
    const kept = new KeptTexts();
    const mask = { start: 0, end: 4, type: "HALF", score: 1, style: "placeholder" } as const;
    const known = { masks: [], missing: [], unasked: [] };
    kept.add("0123 rest");
    kept.learn("0123 rest", { ...known, masks: [mask], missing: MASKED_POLICIES });
    kept.learn("0123 rest", known);
    kept.learn("0123 rest", { ...known, masks: [mask] });
    assert.deepEqual(kept.gathered()[0]?.places, { ...known, masks: [mask] });
    assert.equal(await keptGathered({ texts: kept.gathered(), guards: [] }, keeping), "<HALF_1> rest");
  });

  const mail = "to ann.lee@acme-mail.com ";
  const nobodyLacks = { missing: [], unasked: [] };

  test("texts of several streams are several, whatever their channels are called", async () => {
    const kept = new KeptTexts();
    for (const isBlocked of [true, false]) {
      const stream = kept.openStream();
      stream.grow("c", mail);
      if (!isBlocked) {
        stream.found("c", [{ start: 3, end: 24, type: "EMAIL_ADDRESS", score: 1, style: "placeholder" }]);
        stream.end("c", true);
      }
      stream.over(nobodyLacks);
    }
    const masked = await keptGathered({ texts: kept.gathered(), guards: [] }, keeping);
    // Of the blocked one nothing is kept that more text could change.
    assert.equal(masked, "to \n\nto <EMAIL_ADDRESS_1> ");
  });

  test("looks for itself at what was not decided, where somebody else waited, and where nobody told who looked", async () => {
    for (const spoil of ["undecided", "lost", "not over"]) {
      const kept = new KeptTexts();
      const stream = kept.openStream();
      stream.grow("c", mail);
      if (spoil === "lost") stream.lose("c");
      stream.end("c", spoil !== "undecided");
      if (spoil !== "not over") stream.over(nobodyLacks);
      assert.deepEqual(kept.gathered()[0]?.places, null);
      const masked = await keptGathered({ texts: kept.gathered(), guards: [] }, keeping);
      assert.equal(masked, "to <EMAIL_ADDRESS_1> ");
    }
  });

  test("of a text that never ended keeps nothing that may be half of a match", async () => {
    const kept = new KeptTexts();
    const stream = kept.openStream();
    stream.grow("c", `${mail}and bob.lee@acme-m`);
    stream.over(nobodyLacks);
    assert.equal(kept.isCut, false);
    const masked = await keptGathered({ texts: kept.gathered(), guards: [] }, keeping);
    assert.equal(masked, "to <EMAIL_ADDRESS_1> and ");
  });

  test("asks who did not look at a stream", () => {
    const kept = new KeptTexts();
    const stream = kept.openStream();
    stream.grow("c", "text");
    stream.end("c", true);
    stream.over({ missing: MASKED_POLICIES, unasked: ["p"] });
    assert.deepEqual(kept.gathered()[0]?.places, { masks: [], missing: MASKED_POLICIES, unasked: ["p"] });
  });
});

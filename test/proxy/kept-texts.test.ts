import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { COMPETITOR_MENTION_DETECTION } from "../../src/analyzers/competitors/index.ts";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import { KEPT_MAX_CHARS, KeptTexts } from "../../src/proxy/kept-texts.ts";
import { keptGathered, type GatheredText } from "../../src/records/content.ts";
import { MASKED_POLICIES, missingOf, placesOf } from "../../src/records/known-places.ts";
import { Text } from "../../src/text/text.ts";
import { guardOf } from "../support/analyzers.ts";
import { createManualClock } from "../support/clock.ts";
import { seedsOf, splitText } from "../support/cuts.ts";
import { runs } from "../support/runs.ts";
import { mixedText } from "../support/stream-window.ts";

const clock = createManualClock();
const { signal } = new AbortController();
const keeping = { mode: "masked", clock, maskHash: () => "h" } as const;
const planted = [...SECRET_DETECTORS, ...PII_DETECTORS].flatMap(({ examples }) => examples.hits.flat());
const mixed = mixedText(["the boat ", " ", "\n", "Acme ", "password=", "12 ", "@", "<EMAIL_ADDRESS_1>", "😀"], planted);

const PII = guardOf(PII_DETECTION);
const NARROW = guardOf(PII_DETECTION, { metadata: ["EMAIL_ADDRESS"] });
const LATER = guardOf(PII_DETECTION, { stream: "observe" });
const SECRETS = guardOf(SECRETS_KEYS_DETECTION);
const NAMES = guardOf(COMPETITOR_MENTION_DETECTION, { metadata: ["Acme"] });
const assets: fc.Arbitrary<readonly Guard[]> = fc.constantFrom(
  [PII, SECRETS, NAMES],
  [PII],
  [NARROW, SECRETS],
  [LATER, SECRETS, NAMES],
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
          kept.learn(text, placesOf(await evaluate(guards, new Text(text), context)));
        }
        const all = list.filter((text) => text !== "");
        assert.equal(await keptGathered({ texts: kept.gathered([]), guards }, keeping), await looked(all, guards));
      }),
      { numRuns: runs(300) },
    );
  });

  test("so is what was judged in pieces, however it was cut", async () => {
    await fc.assert(
      fc.asyncProperty(mixed, seedsOf(12), assets, async (text, seeds, guards) => {
        fc.pre(text !== "");
        const kept = new KeptTexts();
        const guard = createStreamGuard(guards, { clock, signal, book: new PlaceholderBook() });
        const take = async (stepping: ReturnType<typeof guard.end>): Promise<boolean> => {
          const step = await stepping;
          if (step.kind === "release") kept.found("c", step.maskable);
          return step.kind === "release";
        };
        for (const piece of splitText(text, seeds)) {
          kept.grow("c", piece);
          await take(guard.push("c", piece));
        }
        kept.end("c", await take(guard.end("c")));
        const inTime = guard.summary().applied.filter(({ policy }) => policy.stream !== "observe");
        const texts = kept.gathered(missingOf(inTime));
        assert.equal(await keptGathered({ texts, guards }, keeping), await looked([text], guards));
      }),
      { numRuns: runs(500) },
    );
  });

  const whole = "x".repeat(KEPT_MAX_CHARS - 10);

  test("keeps so much and no more, and nothing behind a cut", () => {
    const kept = new KeptTexts();
    kept.add(whole);
    kept.grow("c", "0123456789-");
    kept.grow("c", "more");
    kept.add("later");
    assert.equal(kept.isCut, true);
    assert.deepEqual(
      kept.gathered([]).map(({ text, isCut }: GatheredText) => [text.length, isCut]),
      [
        [KEPT_MAX_CHARS - 10, false],
        [10, true],
      ],
    );
  });

  test("masks what reaches over the cut as far as it is kept", async () => {
    const kept = new KeptTexts();
    const text = `${whole}to ann.lee@acme-mail.com`;
    kept.add(text);
    kept.learn(text, placesOf(await evaluate([PII, SECRETS], new Text(text), context)));
    const masked = await keptGathered({ texts: kept.gathered([]), guards: [PII] }, keeping);
    assert.equal(masked, `${whole}to <EMAIL_ADDRESS_1>`);
  });

  test("looks for itself at what was not decided, and where somebody else waited for the guard", async () => {
    for (const spoil of [
      (kept: KeptTexts) => kept.end("c", false),
      (kept: KeptTexts) => {
        kept.lose("c");
        kept.end("c", true);
      },
      () => undefined,
    ]) {
      const kept = new KeptTexts();
      kept.grow("c", "to ann.lee@acme-mail.com");
      spoil(kept);
      assert.deepEqual(kept.gathered([])[0]?.places, null);
      const masked = await keptGathered({ texts: kept.gathered([]), guards: [] }, keeping);
      assert.equal(masked, "to <EMAIL_ADDRESS_1>");
    }
  });

  test("asks which of the policies did not look at a stream", () => {
    const kept = new KeptTexts();
    kept.grow("c", "text");
    kept.end("c", true);
    assert.deepEqual(kept.gathered(MASKED_POLICIES)[0]?.places, { masks: [], missing: MASKED_POLICIES });
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { COMPETITOR_MENTION_DETECTION } from "../../src/analyzers/competitors/index.ts";
import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { SECRETS_KEYS_DETECTION } from "../../src/analyzers/secrets/index.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { knownPlacesOf, type KnownPlaces } from "../../src/records/known-places.ts";
import { Reading } from "../../src/text/reading.ts";
import { guardOf } from "../support/analyzers.ts";
import { createManualClock } from "../support/clock.ts";

describe("placesOf", () => {
  const { signal } = new AbortController();
  const context = { side: "output", origin: "assistant", clock: createManualClock(), signal } as const;
  const places = async (text: string, guards: readonly Guard[]): Promise<KnownPlaces> =>
    knownPlacesOf(await evaluate(guards, new Reading(text), context));

  const PII = guardOf(PII_DETECTION);
  const SECRETS = guardOf(SECRETS_KEYS_DETECTION);
  const NAMES = guardOf(COMPETITOR_MENTION_DETECTION, { metadata: ["Acme"] });
  const PROMPTS = guardOf(SECRETS_KEYS_DETECTION, { scope: "input" });

  test("is one and the same of all texts without findings that the same policies looked at", async () => {
    const [one, two] = [await places("The boat left.", [PII, SECRETS]), await places("So did we.", [PII, SECRETS])];
    assert.deepEqual(one, { masks: [], missing: [], unasked: [] });
    assert.equal(one, two);
    assert.equal(one, await places("Acme has boats.", [PII, SECRETS]));
  });

  test("is another where other policies looked", async () => {
    const narrow = await places("The boat left.", [PII, PROMPTS]);
    assert.deepEqual(narrow, {
      masks: [],
      missing: ["secrets_keys_detection"],
      unasked: ["secrets_keys_detection"],
    });
    assert.equal(narrow, await places("So did we.", [PII, PROMPTS]));
    assert.deepEqual(await places("The boat left.", []), {
      masks: [],
      missing: ["pii_detection", "secrets_keys_detection"],
      unasked: [],
    });
  });

  test("has the masks of what was found", async () => {
    const { masks, missing } = await places("Acme wrote to jane.doe@example.org.", [PII, SECRETS, NAMES]);
    assert.deepEqual(
      masks.map(({ start, end }) => [start, end]).toSorted(([a = 0], [b = 0]) => a - b),
      [
        [0, 4],
        [14, 34],
      ],
    );
    assert.deepEqual(missing, []);
  });
});

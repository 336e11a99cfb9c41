import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { namesProvider as namesProviderIn, PROVIDER_KEYWORDS } from "../../../src/analyzers/secrets/providers.ts";
import { Reading } from "../../../src/text/reading.ts";

const namesProvider = (raw: string): boolean => namesProviderIn(new Reading(raw), { start: 0, end: raw.length });

describe("namesProvider", () => {
  test("finds a name as a word, in identifiers and as two words", () => {
    for (const context of ["my Mailgun key", "NEW_RELIC_KEY", "newRelicKey", "digital ocean key", "auth0-key"])
      assert.ok(namesProvider(context), context);
  });

  test("ordinary words count in the same line only", () => {
    assert.ok(namesProvider("linear key"));
    assert.ok(!namesProvider("a linear model\nthe key"));
    assert.ok(namesProvider("mailgun:\n  key"));
  });

  test("parts of other words do not count", () => {
    for (const context of ["bookTable key", "the key", "cache key of the row"])
      assert.ok(!namesProvider(context), context);
  });

  test("the names to search for are lower-case ASCII without ordinary words", () => {
    assert.ok(PROVIDER_KEYWORDS.length > 500);
    for (const name of PROVIDER_KEYWORDS) assert.match(name, /^[a-z0-9]{5,}$/);
    for (const word of ["segment", "square", "render"]) assert.ok(!PROVIDER_KEYWORDS.includes(word), word);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isOtherName, labelOf } from "../../../src/analyzers/secrets/labels.ts";
import { Reading } from "../../../src/text/reading.ts";

/** The word in brackets, what stands before it and what stands behind it. */
function place(
  marked: string,
): readonly [reading: Reading, word: { readonly start: number; readonly end: number }, rest: string] {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  const raw = marked.replace("[", "").replace("]", "");
  return [new Reading(raw), { start, end }, raw.slice(end)];
}

describe("labelOf", () => {
  test("a key is strong when its name or a provider says so", () => {
    for (const marked of ["api [key]", "mySigning[Key]", "STORAGE_[KEY]", "ACME_[KEY]", "X-Acme-[Key]", "mapbox[Key]"])
      assert.equal(labelOf(...place(marked)), "strong", marked);
    for (const marked of ["the [key]", "row[Key]", "[key]"]) assert.equal(labelOf(...place(marked)), "weak", marked);
  });

  test("passwords are passwords", () => {
    assert.equal(labelOf(...place("DB_[PASSWORD]")), "password");
  });
});

describe("isOtherName", () => {
  test("knows names that hold the word and no secret", () => {
    for (const marked of [
      "[token]Type",
      "[secret]_name",
      "public_[key]",
      "by[pass]",
      "mon[key]",
      "[key]board",
      "com[pass]",
    ])
      assert.ok(isOtherName(...place(marked)), marked);
  });

  test("lets names of secrets through", () => {
    for (const marked of ["db[Pass]", "DB_[PASS]", "intercom[Key]", "client_[secret]_v2", "[token]"])
      assert.ok(!isOtherName(...place(marked)), marked);
  });
});

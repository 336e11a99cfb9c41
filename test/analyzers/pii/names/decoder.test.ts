import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { nameModel, readModel, WEIGHTS_VERSION } from "../../../../src/analyzers/pii/names/decoder.ts";
import stored from "../../../../src/analyzers/pii/names/weights.json" with { type: "json" };

/** Base64 characters of the weights: what the package may weigh more. */
const SIZE_MAX = 1_800_000;

describe("the shipped names model", () => {
  test("is what its digest says", () => {
    const digest = createHash("sha256").update(Buffer.from(stored.data, "base64")).digest("hex");
    assert.equal(digest, stored.digest);
    assert.equal(stored.version, WEIGHTS_VERSION);
  });

  test("stays small", () => assert.ok(stored.data.length <= SIZE_MAX));

  test("is refused when it does not fit the code", () => {
    assert.throws(() => readModel({ ...stored, version: WEIGHTS_VERSION + 1 }), TypeError);
    assert.throws(() => readModel({ ...stored, data: stored.data.slice(0, 400) }), TypeError);
  });

  test("is read once", () => assert.equal(nameModel(), nameModel()));
});

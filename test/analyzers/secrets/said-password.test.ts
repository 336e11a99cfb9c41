import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { saidAt } from "../../../src/analyzers/secrets/said.ts";

describe("saidAt", () => {
  test("finds where a sentence gives the password", () => {
    for (const between of [
      " is now ",
      " for the box is ",
      " was reset to ",
      " will be ",
      " wurde auf ",
      " sera ",
      " ha sido cambiada a ",
    ])
      assert.equal(saidAt(`password${between}x`, 8), 8 + between.length, between);
  });

  test("finds nothing where it gives none", () => {
    for (const raw of ["password must be x", "password, and x", "password = x"]) assert.equal(saidAt(raw, 8), -1, raw);
  });
});

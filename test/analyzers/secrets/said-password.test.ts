import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { saidAt, tangledAfter } from "../../../src/analyzers/secrets/said.ts";

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
      "'s ",
    ])
      assert.equal(saidAt(`password${between}x`, 8), 8 + between.length, between);
  });

  test("finds nothing where it gives none", () => {
    for (const raw of ["password must be x", "password, and x", "password = x"]) assert.equal(saidAt(raw, 8), -1, raw);
  });
});

describe("tangledAfter", () => {
  const password = ["Kd9!vq", "Lm&2x^z"].join("");
  const read = (raw: string, end: number): string | null => {
    const span = tangledAfter(raw, end);
    return span === null ? null : raw.slice(span.start, span.end);
  };

  test("finds a password of all signs after words of any language", () => {
    for (const between of ["si ", " от базы ", " for the box `", " again?\nivo: ", "nya "])
      assert.equal(read(`password${between}${password}`, 8), password, between);
  });

  test("leaves out the marks of the sentence", () =>
    assert.equal(read(`password of shop (${password}).`, 8), password));

  test("finds none in code, after other signs, and none far away", () => {
    for (const raw of [
      `password:"${password}",`,
      `password and then = ${password}`,
      `password check(user1,Pass#2&x)`,
      `password one two three four five six seven ${password}`,
      "password of Windows-11 Pro",
    ])
      assert.equal(read(raw, 8), null, raw);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SessionTurns } from "../../src/state/session-turns.ts";
import type { Clock } from "../../src/core/clock.ts";

const HOUR_MS = 60 * 60 * 1000;

function make(maxChars?: number) {
  let nowMs = 1;
  const clock: Clock = { now: () => nowMs, epochMs: () => nowMs, after: () => () => {} };
  const turns = new SessionTurns({ clock, ...(maxChars === undefined ? {} : { maxChars }) });
  return { turns, pass: (ms: number) => (nowMs += ms) };
}

describe("SessionTurns", () => {
  test("remembers the last texts of each session, oldest first", () => {
    const { turns } = make();
    for (const text of ["one", "two", "three"]) turns.add("a", text, 2);
    turns.add("b", "other", 2);
    assert.deepEqual(turns.recent("a", 2), ["two", "three"]);
    assert.deepEqual(turns.recent("a", 1), ["three"]);
    assert.deepEqual(turns.recent("b", 2), ["other"]);
    assert.deepEqual(turns.recent("c", 2), []);
  });

  test("forgets a session by the name before the dot, and no other", () => {
    const { turns } = make();
    for (const session of ["s.1", "s.2", "s2.1", "t.s.1"]) turns.add(session, "text", 2);
    turns.forget("s");
    assert.deepEqual(
      ["s.1", "s.2", "s2.1", "t.s.1"].map((session) => turns.recent(session, 2).length),
      [0, 0, 1, 1],
    );
  });

  test("remembers nothing where one prompt is judged by itself", () => {
    const { turns } = make();
    turns.add("a", "one", 0);
    assert.deepEqual(turns.recent("a", 0), []);
  });

  test("keeps the ends of long texts, and no more of a session than is read", () => {
    const { turns } = make();
    turns.add("a", `begin${"x".repeat(5000)}end`, 5);
    const [kept = ""] = turns.recent("a", 5);
    assert.ok(kept.length === 2000 && kept.endsWith("end"));
    turns.add("a", "y".repeat(100), 5);
    assert.deepEqual(
      turns.recent("a", 5).map(({ length }) => length),
      [100],
    );
  });

  test("forgets a session an hour after its last prompt", () => {
    const { turns, pass } = make();
    turns.add("a", "one", 3);
    pass(HOUR_MS - 1);
    assert.equal(turns.recent("a", 3).length, 1);
    pass(HOUR_MS - 1);
    turns.add("a", "two", 3);
    assert.equal(turns.recent("a", 3).length, 2);
    pass(HOUR_MS + 1);
    assert.deepEqual(turns.recent("a", 3), []);
  });

  test("is bounded in sessions and in characters: the one that rests longest is forgotten", () => {
    const many = make();
    for (let session = 0; session < 10_010; session++) many.turns.add(String(session), "x", 3);
    assert.equal(many.turns.recent("9", 3).length, 0);
    assert.equal(many.turns.recent("10", 3).length, 1);
    const small = make(1000);
    for (const session of ["a", "b", "c"]) small.turns.add(session, "x".repeat(300), 3);
    assert.deepEqual(
      ["a", "b", "c"].map((session) => small.turns.recent(session, 3).length),
      [0, 1, 1],
    );
  });
});

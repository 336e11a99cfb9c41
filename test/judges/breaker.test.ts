import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Breaker } from "../../src/judges/configured-judge.ts";
import { createManualClock } from "../support/clock.ts";

function setUp(failures = 3) {
  const clock = createManualClock();
  const changes: boolean[] = [];
  const breaker = new Breaker({ failures, openMs: 1000 }, { clock, onChange: (isOpen) => changes.push(isOpen) });
  const attempt = (how: "succeeded" | "failed" | "abandoned"): boolean => {
    const leave = breaker.enter();
    leave?.[how]();
    return leave !== null;
  };
  return { clock, changes, breaker, attempt };
}

describe("Breaker", () => {
  test("opens after so many failures in a row, and a success begins the row anew", () => {
    const { breaker, attempt, changes } = setUp();
    for (const how of ["failed", "failed", "succeeded", "failed", "failed"] as const) assert.ok(attempt(how));
    assert.equal(breaker.isOpen, false);
    assert.ok(attempt("failed"));
    assert.equal(breaker.isOpen, true);
    assert.equal(attempt("succeeded"), false);
    assert.deepEqual(changes, [true]);
  });

  test("lets one probe through after its time, and closes when that succeeds", () => {
    const { breaker, attempt, clock, changes } = setUp(1);
    attempt("failed");
    clock.advance(999);
    assert.equal(breaker.enter(), null);
    clock.advance(1);
    const probe = breaker.enter();
    assert.ok(probe);
    assert.equal(breaker.enter(), null);
    probe.succeeded();
    assert.equal(breaker.isOpen, false);
    assert.ok(attempt("succeeded"));
    assert.deepEqual(changes, [true, false]);
  });

  test("stays open for its whole time again when the probe fails", () => {
    const { attempt, clock, changes, breaker } = setUp(1);
    attempt("failed");
    clock.advance(1000);
    assert.ok(attempt("failed"));
    clock.advance(999);
    assert.equal(breaker.enter(), null);
    clock.advance(1);
    assert.ok(attempt("succeeded"));
    assert.deepEqual(changes, [true, false]);
  });

  test("lets the next probe through when the caller of one went away", () => {
    const { attempt, clock } = setUp(1);
    attempt("failed");
    clock.advance(1000);
    assert.ok(attempt("abandoned"));
    assert.ok(attempt("succeeded"));
  });

  test("does not listen to what began before it opened", () => {
    const { breaker, clock } = setUp(1);
    const [slow, late, quick] = [breaker.enter(), breaker.enter(), breaker.enter()];
    quick?.failed();
    slow?.succeeded();
    assert.equal(breaker.isOpen, true);
    clock.advance(900);
    late?.failed();
    clock.advance(100);
    assert.ok(breaker.enter());
  });
});

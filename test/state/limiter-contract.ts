import assert from "node:assert/strict";
import { test } from "node:test";
import type { Admission, LimitAnswer } from "../../src/state/limiter.ts";

/** A limiter whose time the test moves on. */
export interface LimiterUnderTest extends AsyncDisposable {
  readonly take: (key: string, limit: number) => LimitAnswer | Promise<LimitAnswer>;
  readonly setWindowSeconds: (seconds: number) => void;
  readonly advance: (byMs: number) => void | Promise<void>;
}

/**
 * What every limiter keeps, wherever it counts. Time may run besides, so nothing here hangs on less than half a second.
 * @param open a limiter with a window of 60 s
 */
export function limiterContract(open: () => LimiterUnderTest | Promise<LimiterUnderTest>): void {
  test("admits the limit and refuses the next", async () => {
    await using limiter = await open();
    assert.deepEqual(await limiter.take("a", 2), { admitted: true, limit: 2, remaining: 1, resetSeconds: 60 });
    assert.deepEqual(await limiter.take("a", 2), { admitted: true, limit: 2, remaining: 0, resetSeconds: 60 });
    assert.deepEqual(await limiter.take("a", 2), { admitted: false, limit: 2, remaining: 0, resetSeconds: 60 });
  });

  test("counts each key by itself", async () => {
    await using limiter = await open();
    await limiter.take("POST /a one", 1);
    assert.equal((await counted(limiter, "POST /b one", 1)).admitted, true);
    assert.equal((await counted(limiter, "POST /a two", 1)).admitted, true);
    assert.equal((await counted(limiter, "POST /a one", 1)).admitted, false);
  });

  test("opens the window with the key's first request, not on a grid", async () => {
    await using limiter = await open();
    await limiter.take("other", 1);
    await limiter.advance(58_500);
    await limiter.take("a", 1);
    await limiter.advance(2000);
    assert.deepEqual(await limiter.take("a", 1), { admitted: false, limit: 1, remaining: 0, resetSeconds: 58 });
  });

  test("opens a window with a request that is refused, too", async () => {
    await using limiter = await open();
    assert.deepEqual(await limiter.take("a", 0), { admitted: false, limit: 0, remaining: 0, resetSeconds: 60 });
    await limiter.advance(30_500);
    assert.deepEqual(await limiter.take("a", 0), { admitted: false, limit: 0, remaining: 0, resetSeconds: 30 });
  });

  test("ends the window after its length, and not before", async () => {
    await using limiter = await open();
    await limiter.take("a", 1);
    await limiter.advance(59_500);
    assert.deepEqual(await limiter.take("a", 1), { admitted: false, limit: 1, remaining: 0, resetSeconds: 1 });
    await limiter.advance(500);
    assert.deepEqual(await limiter.take("a", 1), { admitted: true, limit: 1, remaining: 0, resetSeconds: 60 });
    assert.equal((await counted(limiter, "a", 1)).admitted, false);
  });

  test("does not prolong a window by refusing", async () => {
    await using limiter = await open();
    await limiter.take("a", 1);
    for (let step = 1; step < 6; step++) {
      await limiter.advance(10_000);
      assert.equal((await counted(limiter, "a", 1)).admitted, false);
    }
    await limiter.advance(10_000);
    assert.equal((await counted(limiter, "a", 1)).admitted, true);
  });

  test("takes a lower limit over within an open window", async () => {
    await using limiter = await open();
    for (let index = 0; index < 5; index++) await limiter.take("a", 10);
    assert.deepEqual(await limiter.take("a", 3), { admitted: false, limit: 3, remaining: 0, resetSeconds: 60 });
  });

  test("takes a higher limit over within an open window", async () => {
    await using limiter = await open();
    for (let index = 0; index < 3; index++) await limiter.take("a", 2);
    assert.deepEqual(await limiter.take("a", 4), { admitted: true, limit: 4, remaining: 1, resetSeconds: 60 });
  });

  test("lets open windows end as begun when the length changes", async () => {
    await using limiter = await open();
    await limiter.take("old", 1);
    limiter.setWindowSeconds(10);
    await limiter.take("new", 1);
    await limiter.advance(10_500);
    assert.deepEqual(await limiter.take("old", 1), { admitted: false, limit: 1, remaining: 0, resetSeconds: 50 });
    assert.deepEqual(await limiter.take("new", 1), { admitted: true, limit: 1, remaining: 0, resetSeconds: 10 });
  });

  test("admits exactly the limit of requests that come together", async () => {
    await using limiter = await open();
    const answers = await Promise.all(Array.from({ length: 300 }, () => counted(limiter, "a", 100)));
    assert.equal(answers.filter(({ admitted }) => admitted).length, 100);
    const told = answers.filter(({ admitted }) => admitted).map(({ remaining }) => remaining);
    assert.deepEqual(
      told.toSorted((a, b) => b - a),
      Array.from({ length: 100 }, (_, index) => 99 - index),
    );
  });
}

async function counted(limiter: LimiterUnderTest, key: string, limit: number): Promise<Admission> {
  const answer = await limiter.take(key, limit);
  assert.ok(answer !== "unavailable");
  return answer;
}

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { threadCount } from "../../src/threads/thread-count.ts";

describe("threadCount", () => {
  test("leaves a processor to the event loop, and is never more than four by itself", () => {
    assert.deepEqual(
      [1, 2, 3, 5, 64].map((cores) => threadCount(null, cores)),
      [1, 1, 2, 4, 4],
    );
  });

  test("is what the configuration says", () => {
    assert.deepEqual([threadCount(0, 8), threadCount(16, 2)], [0, 16]);
  });
});

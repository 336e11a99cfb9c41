import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { threadCount } from "../../src/threads/thread-port.ts";

describe("threadCount", () => {
  test("leaves a processor to the event loop, and is never more than four by itself", () => {
    assert.deepEqual(
      [1, 2, 3, 5, 64].map((cores) => threadCount(null, { cores, workers: 1 })),
      [1, 1, 2, 4, 4],
    );
  });

  test("shares the processors with other workers", () => {
    assert.deepEqual(
      [1, 2, 4, 8, 16].map((workers) => threadCount(null, { cores: 16, workers })),
      [4, 4, 3, 1, 1],
    );
  });

  test("is what the configuration says", () => {
    assert.deepEqual([threadCount(0, { cores: 8, workers: 1 }), threadCount(16, { cores: 2, workers: 1 })], [0, 16]);
  });
});

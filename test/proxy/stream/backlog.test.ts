import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isBehind } from "../../../src/proxy/stream/backlog.ts";
import { ARRIVED } from "../../../src/proxy/scheduling/answer-batch.ts";
import { JUDGED } from "../../../src/proxy/scheduling/loop-budget.ts";

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("the backlog", () => {
  test("is more than a turn of texts, or of answers", async () => {
    assert.equal(isBehind(), false);
    const texts = Array.from({ length: 60 }, () => JUDGED.take(4096));
    assert.equal(isBehind(), true);
    await Promise.all(texts.filter((waiting) => waiting !== null));
    assert.equal(isBehind(), false);

    for (let answer = 0; answer < 60; answer++) ARRIVED.join(() => {});
    assert.equal(isBehind(), true);
    while (ARRIVED.length > 0) await turn();
    assert.equal(isBehind(), false);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isBacklogged, openScheduling } from "../../../src/proxy/scheduling/scheduling.ts";

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("the backlog", () => {
  test("is more than a turn of texts, or of answers", async () => {
    const scheduling = openScheduling();
    assert.equal(isBacklogged(scheduling), false);
    const texts = Array.from({ length: 60 }, () => scheduling.texts.take(4096));
    assert.equal(isBacklogged(scheduling), true);
    await Promise.all(texts.filter((waiting) => waiting !== null));
    assert.equal(isBacklogged(scheduling), false);

    for (let answer = 0; answer < 60; answer++) scheduling.answers.join(() => {});
    assert.equal(isBacklogged(scheduling), true);
    while (scheduling.answers.length > 0) await turn();
    assert.equal(isBacklogged(scheduling), false);
  });
});

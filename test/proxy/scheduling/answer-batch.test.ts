import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AnswerBatch } from "../../../src/proxy/scheduling/answer-batch.ts";

describe("AnswerBatch", () => {
  test("goes on when the loop has taken in what has come, stage by stage", async () => {
    let turn: (() => void) | null = null;
    const batch = new AnswerBatch((run) => void (turn = run));
    const seen: string[] = [];
    const stages = async (name: string): Promise<void> => {
      await new Promise<void>((resolve) => batch.join(resolve));
      seen.push(`${name} read`);
      await Promise.resolve();
      seen.push(`${name} judged`);
    };
    const all = ["a", "b", "c"].map(stages);
    await Promise.resolve();
    assert.deepEqual(seen, []);
    (turn as (() => void) | null)?.();
    await Promise.all(all);
    assert.deepEqual(seen, ["a read", "b read", "c read", "a judged", "b judged", "c judged"]);
  });

  test("leaves what is too much for one turn to the next, in order", async () => {
    const batch = new AnswerBatch();
    const seen: number[] = [];
    for (let name = 0; name < 70; name++) batch.join(() => seen.push(name));
    const lengths: number[] = [];
    while (seen.length < 70) {
      await new Promise((resolve) => setImmediate(resolve));
      lengths.push(seen.length);
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 70 }, (_, name) => name),
    );
    assert.deepEqual(lengths, [32, 64, 70]);
  });

  test("takes who comes while others go on along in the next turn", async () => {
    const batch = new AnswerBatch();
    const seen: string[] = [];
    batch.join(() => {
      seen.push("a");
      batch.join(() => seen.push("b"));
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(seen, ["a"]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(seen, ["a", "b"]);
  });

  test("loses nobody behind one that throws", () => {
    const turns: (() => void)[] = [];
    const batch = new AnswerBatch((run) => turns.push(run));
    const seen: string[] = [];
    batch.join(() => seen.push("a"));
    batch.join(() => {
      throw new Error("broken");
    });
    batch.join(() => seen.push("c"));
    assert.throws(() => turns.shift()?.(), /^Error: broken$/);
    turns.shift()?.();
    assert.deepEqual(seen, ["a", "c"]);
    assert.equal(batch.length, 0);
    assert.equal(turns.length, 0);
  });
});

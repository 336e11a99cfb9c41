import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, test } from "node:test";
import { isBacklogged, openScheduling, AnswerBatch, LoopBudget } from "../../src/proxy/scheduling.ts";

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

describe("LoopBudget", () => {
  function open(maxChars: number, shortMax = 0): { readonly budget: LoopBudget; readonly turn: () => Promise<void> } {
    let waiting: (() => void)[] = [];
    const turn = async (): Promise<void> => {
      const due = waiting;
      waiting = [];
      for (const run of due) run();
      await Promise.resolve();
    };
    return { budget: new LoopBudget(maxChars, { afterTurn: (run) => waiting.push(run), shortMax }), turn };
  }

  test("lets short texts be judged at once, turn by turn", async () => {
    const { budget, turn } = open(10_000);
    for (let round = 0; round < 3; round += 1) {
      assert.equal(budget.take(6000), null);
      assert.equal(budget.take(4000), null);
      await turn();
    }
  });

  test("makes what would exceed it wait, and lets as much go on in each turn as fits, in the order of asking", async () => {
    const { budget, turn } = open(10_000);
    let gone = "";
    assert.equal(budget.take(10_000), null);
    for (const each of [1, 2, 3, 4]) void budget.take(each === 3 ? 20_000 : 4000)?.then(() => (gone += each));
    await Promise.resolve();
    assert.equal(gone, "");
    await turn();
    assert.equal(gone, "123");
    // Who comes now stands behind those who wait, however short it is.
    void budget.take(1000)?.then(() => (gone += 5));
    await turn();
    assert.equal(gone, "12345");
    assert.equal(budget.take(4000), null);
    await turn();
    assert.equal(budget.take(10_000), null);
  });

  test("lets short texts overtake long ones, up to a share of the turn", async () => {
    const { budget, turn } = open(10_000, 1000);
    assert.equal(budget.take(10_000), null);
    let isOver = false;
    void budget.take(5000)?.then(() => (isOver = true));
    assert.equal(budget.take(1000), null);
    assert.notEqual(budget.take(1001), null);
    let short = 1;
    while (budget.take(1000) === null) short += 1;
    assert.equal(short, 3);
    await turn();
    assert.equal(isOver, true);
  });

  test("counts even the shortest text as some", async () => {
    const { budget, turn } = open(1000);
    let texts = 0;
    while (budget.take(1) === null) texts += 1;
    assert.ok(texts < 10);
    await turn();
  });

  test("lets the loop turn in earnest", async () => {
    const budget = new LoopBudget(10_000);
    let turns = 0;
    setImmediate(() => (turns += 1));
    assert.equal(budget.take(11_000), null);
    await budget.take(6000);
    assert.equal(turns, 1);
    assert.equal(budget.take(4000), null);
  });

  // Goal: whatever comes when, everything goes on in order, and no turn has more than the budget and one text.
  test("is kept in every turn, and nobody is left behind", async () => {
    const step = fc.oneof(fc.nat({ max: 15_000 }), fc.constant("turn" as const));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { budget, turn } = open(10_000);
        const gone: number[] = [];
        let [came, spent] = [0, 0];
        const judge = (name: number, chars: number): void => {
          assert.ok(spent < 10_000);
          spent += Math.max(chars, 128);
          gone.push(name);
        };
        const goOn = async (): Promise<void> => {
          spent = 0;
          await turn();
        };
        for (const each of steps) {
          if (each === "turn") await goOn();
          else {
            const name = came++;
            const waiting = budget.take(each);
            if (waiting === null) judge(name, each);
            else void waiting.then(() => judge(name, each));
          }
        }
        for (let left = came; left > 0; left--) await goOn();
        assert.deepEqual(
          gone,
          Array.from({ length: came }, (_, index) => index),
        );
      }),
      { numRuns: 50 },
    );
  });
});

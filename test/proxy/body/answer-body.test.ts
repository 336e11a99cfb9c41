import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { AnswerBody } from "../../../src/proxy/body/answer-body.ts";
import { AnswerBatch } from "../../../src/proxy/scheduling.ts";
import { runs } from "../../support/runs.ts";

describe("AnswerBody", () => {
  /** A body, and what it has asked of its connection. */
  function open(): { readonly body: AnswerBody; readonly asked: string[] } {
    const asked: string[] = [];
    const source = {
      pause: () => asked.push("pause"),
      resume: () => asked.push("resume"),
      abort: ({ message }: Error) => asked.push(`abort: ${message}`),
    };
    const body = new AnswerBody(source, new AnswerBatch());
    return { body, asked };
  }

  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  const textOf = (bytes: Uint8Array | null | undefined): string | null =>
    bytes === null || bytes === undefined ? null : Buffer.from(bytes).toString();
  const big = Buffer.alloc(64 * 1024, "a");

  describe("whole", () => {
    test("is all that comes before and behind the question", async () => {
      const { body, asked } = open();
      body.push(Buffer.from("one "));
      const whole = body.whole(100);
      body.push(Buffer.from("two "));
      body.push(Buffer.from("three"));
      body.end();
      assert.equal(textOf(await whole), "one two three");
      assert.deepEqual(asked, []);
    });

    test("is there where all has come, and may be empty", async () => {
      const { body } = open();
      body.push(Buffer.from("one"));
      body.end();
      assert.equal(textOf(await body.whole(3)), "one");
      const none = open().body;
      none.end();
      assert.equal(textOf(await none.whole(0)), "");
    });

    test("is null where it comes in so many small pieces that they cost more than the bound", async () => {
      const { body } = open();
      const whole = body.whole(100_000);
      for (let count = 0; count < 50_000; count++) body.push(Buffer.from("a"));
      assert.equal(await whole, null);
    });

    test("takes room for its bytes, and is given up where there is none", async () => {
      for (const isEarly of [true, false]) {
        const { body, asked } = open();
        let kept = 0;
        const place = { keep: (bytes: number): boolean => (kept += bytes) <= big.length };
        if (isEarly) body.push(big);
        const whole = body.whole(1e9, place);
        if (!isEarly) body.push(big);
        body.push(big);
        await assert.rejects(whole, { code: "overloaded" });
        assert.deepEqual([kept, asked.at(-1)?.split(":")[0]], [2 * big.length, "abort"]);
      }
    });

    test("is null above the bound, and nothing more is read", async () => {
      const early = open();
      early.body.push(Buffer.from("four"));
      assert.equal(await early.body.whole(3), null);
      assert.deepEqual(early.asked, ["pause"]);

      const late = open();
      const whole = late.body.whole(3);
      late.body.push(Buffer.from("fo"));
      late.body.push(Buffer.from("ur"));
      assert.equal(await whole, null);
      assert.deepEqual(late.asked, ["pause"]);
      late.body.push(big);
      late.body.fail(new Error("reset"));
    });

    test("rejects where the body breaks off", async () => {
      const { body } = open();
      const whole = body.whole(100);
      body.push(Buffer.from("half"));
      body.fail(new Error("reset"));
      await assert.rejects(whole, /^Error: reset$/);
      await assert.rejects(body.whole(100), /^Error: reset$/);
    });
  });

  describe("an iteration", () => {
    test("gives a small piece at once, a large one when the loop has taken in what has come, with all that came by then", async () => {
      const { body } = open();
      const small = body.next();
      body.push(Buffer.from("token"));
      await Promise.resolve();
      body.push(Buffer.from(" next"));
      assert.equal(textOf((await small).value), "token");
      assert.equal(textOf((await body.next()).value), " next");

      const large = body.next();
      body.push(Buffer.alloc(4096, "a"));
      await Promise.resolve();
      body.push(Buffer.from("b"));
      assert.equal((await large).value?.length, 4097);
    });

    test("holds the upstream back while a reader waits for others", async () => {
      const { body, asked } = open();
      const piece = body.next();
      body.push(big);
      assert.deepEqual(asked, ["pause"]);
      assert.equal((await piece).value?.length, big.length);
      assert.deepEqual(asked, ["pause", "resume"]);
    });

    test("gives what has come at once where the body breaks off meanwhile, and then the error", async () => {
      const { body } = open();
      const piece = body.next();
      body.push(Buffer.alloc(4096, "a"));
      body.fail(new Error("reset"));
      let isTurn = false;
      setImmediate(() => (isTurn = true));
      assert.equal((await piece).value?.length, 4096);
      assert.equal(isTurn, false);
      await assert.rejects(body.next(), /^Error: reset$/);
      await turn();
    });

    test("gives all that has come as one piece", async () => {
      const { body } = open();
      body.push(Buffer.from("a"));
      body.push(Buffer.from("b"));
      const iterator = body[Symbol.asyncIterator]();
      assert.equal(textOf((await iterator.next()).value), "ab");
      const next = iterator.next();
      body.push(Buffer.from("c"));
      body.push(Buffer.from("d"));
      assert.equal(textOf((await next).value), "cd");
      body.end();
      assert.equal((await iterator.next()).done, true);
    });

    test("gives what has come before it breaks off", async () => {
      const { body } = open();
      const waiting = body.next();
      body.push(Buffer.from("half"));
      body.fail(new Error("reset"));
      assert.equal(textOf((await waiting).value), "half");
      await assert.rejects(body.next(), /^Error: reset$/);
    });

    test("holds the upstream back while nobody reads", async () => {
      const { body, asked } = open();
      body.push(big.subarray(1));
      assert.deepEqual(asked, []);
      body.push(Buffer.from("b"));
      assert.deepEqual(asked, ["pause"]);
      assert.equal((await body.next()).value?.length, big.length);
      assert.deepEqual(asked, ["pause", "resume"]);
    });

    test("that is left ends the exchange", async () => {
      const { body, asked } = open();
      body.push(Buffer.from("a"));
      for await (const _ of body) break;
      assert.deepEqual(asked, ["abort: the answer is not read to its end"]);
      const { body: ended, asked: none } = open();
      ended.push(Buffer.from("a"));
      ended.end();
      for await (const _ of ended) break;
      assert.deepEqual(none, []);
    });

    test("gives every byte once and in order, however they come and are read", async () => {
      const step = fc.oneof(fc.uint8Array({ maxLength: 40_000, minLength: 1 }), fc.constant("turn" as const));
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isWhole) => {
          const { body, asked } = open();
          const sent = steps.filter((each) => each !== "turn");
          const feed = (async () => {
            for (const each of steps) {
              if (each === "turn") await turn();
              else body.push(each);
            }
            body.end();
          })();
          const read: Uint8Array[] = [];
          if (isWhole) read.push((await body.whole(1e9)) ?? new Uint8Array());
          else for await (const piece of body) read.push(piece);
          await feed;
          assert.deepEqual(Buffer.concat(read), Buffer.concat(sent));
          // What was held back goes on, unless nothing more was to come.
          const pauses = asked.filter((each) => each === "pause").length;
          assert.ok(pauses - asked.filter((each) => each === "resume").length <= 1);
        }),
        { numRuns: runs(60) },
      );
    });
  });

  describe("destroy", () => {
    test("aborts the exchange, and the reader hears of the error, not of what waits", async () => {
      const { body, asked } = open();
      body.push(Buffer.from("a"));
      body.destroy(new Error("too late"));
      await assert.rejects(body.next(), /^Error: too late$/);
      assert.deepEqual(asked, ["abort: too late"]);
      const waiting = open();
      const piece = waiting.body.next();
      waiting.body.destroy(new Error("too late"));
      await assert.rejects(piece, /^Error: too late$/);
    });

    test("does nothing to a body that is over, and nothing comes behind it", async () => {
      const { body, asked } = open();
      body.end();
      body.destroy(new Error("too late"));
      body.push(Buffer.from("a"));
      assert.equal((await body.next()).done, true);
      assert.deepEqual(asked, []);
    });
  });

  test("tells once when it is over, however it ends", () => {
    for (const finish of [
      (body: AnswerBody) => body.end(),
      (body: AnswerBody) => body.fail(new Error("reset")),
      (body: AnswerBody) => body.destroy(new Error("too late")),
    ]) {
      const { body } = open();
      let times = 0;
      for (const asked of [1, 2]) {
        body.onceOver(() => (times += asked));
        assert.equal(times, 0);
      }
      finish(body);
      body.end();
      body.fail(new Error("again"));
      assert.equal(times, 3);
      body.onceOver(() => (times += 1));
      assert.equal(times, 4);
    }
  });
});

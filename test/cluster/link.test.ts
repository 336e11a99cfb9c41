import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ProcessLink } from "../../src/cluster/link.ts";
import { ServiceError } from "../../src/core/errors.ts";
import { createManualClock } from "../support/clock.ts";
import { linkPair } from "../support/links.ts";

const ECHO = { echo: (value: unknown) => value, later: async (value: unknown) => value };

describe("Link", () => {
  test("carries arguments and answers, at once or later, whatever JSON holds", async () => {
    const { left } = linkPair({ left: {}, right: ECHO });
    const odd = JSON.parse('{"__proto__":{"a":1},"b":[null,"ä😀\\u0000\\ud800"],"kind":"call"}');
    assert.deepEqual(await left.call("echo", odd), odd);
    assert.deepEqual(await left.call("later", odd), odd);
  });

  test("works both ways", async () => {
    const { left, right } = linkPair({ left: { name: () => "left" }, right: { name: () => "right" } });
    assert.deepEqual(await Promise.all([left.call("name", undefined), right.call("name", undefined)]), [
      "right",
      "left",
    ]);
  });

  test("sends what is said in one turn as one message, and so are the answers", async () => {
    const { left, messages } = linkPair({ left: {}, right: ECHO });
    await Promise.all(Array.from({ length: 50 }, (_, index) => left.call("later", index)));
    assert.deepEqual(messages, [50, 50]);
  });

  test("keeps the code and the message of a ServiceError, and of others only the name", async () => {
    const failing = {
      known: () => {
        const cause = Object.assign(new Error("secret text"), { code: "ERR_X" });
        throw new ServiceError("store_unavailable", { cause });
      },
      unknown: async () => {
        throw new TypeError("secret text");
      },
    };
    const { left } = linkPair({ left: {}, right: failing });
    await assert.rejects(left.call("known", undefined), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.equal(error.code, "store_unavailable");
      assert.equal(error.message, "The record store is unavailable");
      assert.ok(error.cause instanceof Error);
      assert.equal(error.cause.message, "Error ERR_X");
      return true;
    });
    await assert.rejects(left.call("unknown", undefined), { message: "the other process failed: TypeError" });
  });

  test("fails a call that is not answered in time, and takes no harm of a late answer", async () => {
    const clock = createManualClock();
    const answers: ((value: number) => void)[] = [];
    const slow = { slow: () => new Promise<number>((resolve) => answers.push(resolve)), fast: () => 1 };
    const { left } = linkPair({ left: {}, right: slow }, clock);
    const call = left.call("slow", undefined, { withinMs: 2000 });
    const other = left.call("slow", undefined);
    await left.call("fast", undefined);
    clock.advance(3000);
    await assert.rejects(call, { message: "the other process did not answer in time" });
    for (const answer of answers) answer(7);
    assert.equal(await other, 7);
  });

  test("fails all calls when the other side is gone, and later ones at once", async () => {
    const { left } = linkPair({ left: {}, right: { never: () => new Promise<null>(() => {}) } });
    const calls = [left.call("never", undefined), left.call("never", undefined)];
    left.close();
    for (const call of [...calls, left.call("never", undefined)])
      await assert.rejects(call, { message: "the other process is gone" });
  });

  test("bounds the calls under way", async () => {
    const link = new ProcessLink<typeof ECHO>({
      clock: createManualClock(),
      send: () => {},
      defer: () => {},
      handlers: {},
    });
    const ends = Array.from({ length: 65_536 }, () => link.call("echo", 1).catch(() => "closed"));
    await assert.rejects(link.call("echo", 1), { message: "the other process does not keep up" });
    link.close();
    assert.deepEqual(new Set(await Promise.all(ends)), new Set(["closed"]));
  });
});

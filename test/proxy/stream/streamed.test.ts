import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { describe, test } from "node:test";
import { createBrotliCompress, createGzip, createZstdCompress } from "node:zlib";
import { AnswerBody } from "../../../src/proxy/body/answer-body.ts";
import { decodeStream } from "../../../src/proxy/body/content-coding.ts";
import { AnswerBatch } from "../../../src/proxy/scheduling.ts";
import { StreamPace } from "../../../src/proxy/stream/streamed.ts";
import { createManualClock } from "../../support/clock.ts";

/** How long a pace lets each of so many pieces wait, ms. */
function pauses(busy: number, count: number, bytes = 200): readonly number[] {
  const waits: number[] = [];
  const clock = { now: () => 0, epochMs: () => 0, after: (ms: number) => (waits.push(ms), () => {}) };
  const pace = new StreamPace({ load: { busy: () => busy }, clock }, { onceOver: () => {} });
  return Array.from({ length: count }, () => (pace.gather(bytes) === null ? 0 : (waits.pop() ?? 0)));
}

describe("pace of a stream", () => {
  test("takes every piece at once while the process is calm", () => {
    for (const busy of [0, 0.1, 0.25]) assert.deepEqual(pauses(busy, 50), Array(50).fill(0));
  });

  test("gathers pieces while it is busy, the longer the busier, and never for long", () => {
    const [some = 0] = pauses(0.3, 50).slice(-1);
    const [more = 0] = pauses(0.4, 50).slice(-1);
    const [most = 0] = pauses(1, 50).slice(-1);
    assert.ok(some > 0 && some < more && more < most, `${some}, ${more}, ${most} ms`);
    assert.ok(most <= 30, `${most} ms`);
  });

  test("takes the beginning at once, and what somebody else has gathered", () => {
    const first = pauses(1, 50);
    assert.deepEqual(first.slice(0, 7), Array(7).fill(0));
    assert.ok(first.slice(7).every((ms) => ms > 0));
    assert.deepEqual(pauses(1, 50, 64 * 1024), Array(50).fill(0));
  });

  test("waits no longer than the stream goes on", async () => {
    const clock = createManualClock();
    const body = new AnswerBody({ pause: () => {}, resume: () => {}, abort: () => {} }, new AnswerBatch());
    const pace = new StreamPace({ load: { busy: () => 1 }, clock }, body);
    while (pace.gather(200) === null);
    const ended: string[] = [];
    const waiting = pace.gather(200)?.then(() => ended.push("gathered"));
    clock.advance(29);
    await Promise.resolve();
    assert.deepEqual(ended, []);
    body.end();
    await waiting;
    assert.deepEqual(ended, ["gathered"]);
    assert.equal(pace.gather(200), null);
  });
});

describe("pieces of a body", () => {
  test("that have come by now are told as one, in order", async () => {
    const body = new AnswerBody({ pause: () => {}, resume: () => {}, abort: () => {} }, new AnswerBatch());
    const pieces: string[] = [];
    body.push(Buffer.from("a"));
    for await (const piece of decodeStream(body, undefined)) {
      pieces.push(Buffer.from(piece).toString());
      if (pieces.length === 1) for (const more of "bcd") body.push(Buffer.from(more));
      else body.end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(pieces, ["a", "bcd"]);
  });

  test("of a coded body are joined behind its decoder: whoever gathers them falls no farther behind", async () => {
    for (const [coding, open] of [
      ["gzip", createGzip],
      ["br", createBrotliCompress],
      ["zstd", createZstdCompress],
    ] as const) {
      const coder = open();
      const body = coder.pipe(new PassThrough());
      const written = (text: string): Promise<void> =>
        new Promise((resolve) => {
          coder.write(text);
          coder.flush(() => setImmediate(resolve));
        });
      await written("a");
      const pieces: string[] = [];
      for await (const piece of decodeStream(body, coding)) {
        pieces.push(Buffer.from(piece).toString());
        if (pieces.length === 1) for (const more of "bcdefgh") await written(more);
        else coder.end();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.equal(pieces.join(""), "abcdefgh", coding);
      assert.ok(pieces.length <= 4, `${coding}: ${pieces.length} pieces`);
    }
  });

  test("that come with its end are told, and its failure behind them", async () => {
    const told: string[] = [];
    const body = new Readable({ read() {} });
    body.push("a");
    body.push("b");
    body.push(null);
    for await (const piece of decodeStream(body, undefined)) told.push(Buffer.from(piece).toString());
    assert.equal(told.join(""), "ab");
    const broken = new Readable({ read() {} });
    broken.push("c");
    await assert.rejects(async () => {
      for await (const piece of decodeStream(broken, undefined)) {
        told.push(Buffer.from(piece).toString());
        broken.destroy(new Error("broken off"));
      }
    }, /broken off/);
    assert.equal(told.join(""), "abc");
  });
});

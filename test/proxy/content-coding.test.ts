import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { decodeStream, decodeWhole, isReadableCoding, readWhole } from "../../src/proxy/content-coding.ts";

const CODINGS = {
  br: brotliCompressSync,
  deflate: deflateSync,
  gzip: gzipSync,
  "x-gzip": gzipSync,
  zstd: zstdCompressSync,
};

async function streamed(bytes: Buffer, coding: string): Promise<string> {
  // Every byte its own read.
  const body = Readable.from([...bytes].map((byte) => Buffer.of(byte)));
  const chunks: Uint8Array[] = [];
  for await (const chunk of decodeStream(body, coding)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("content codings", () => {
  test("are undone, whole and as a stream", async () => {
    for (const [coding, compress] of Object.entries(CODINGS)) {
      const bytes = compress(Buffer.from("some text, é"));
      const whole = await decodeWhole(bytes, coding.toUpperCase(), { maxBytes: 1000 });
      assert.ok(whole.kind === "bytes");
      assert.equal(Buffer.from(whole.bytes).toString(), "some text, é");
      assert.equal(await streamed(bytes, coding), "some text, é");
    }
  });

  test("that are unknown or stacked cannot be read", () => {
    for (const coding of ["compress", "gzip, br", "gzip,identity"]) assert.equal(isReadableCoding(coding), false);
    for (const coding of [undefined, "", "identity", " GZIP "]) assert.equal(isReadableCoding(coding), true);
  });

  test("stop at their bound and at 200 times the compressed size", async () => {
    for (const [coding, compress] of Object.entries(CODINGS)) {
      const small = compress(Buffer.alloc(5000, "x"));
      assert.equal((await decodeWhole(small, coding, { maxBytes: 4999 })).kind, "too_large");
      assert.equal((await decodeWhole(small, coding, { maxBytes: 5000 })).kind, "bytes");
      const bomb = compress(Buffer.alloc(3_000_000, "x"));
      assert.equal((await decodeWhole(bomb, coding, { maxBytes: 1e9 })).kind, "too_large");
      await assert.rejects(streamed(bomb, coding));
    }
  });

  test("that are broken are told", async () => {
    assert.equal((await decodeWhole(Buffer.from("no gzip"), "gzip", { maxBytes: 100 })).kind, "invalid");
    await assert.rejects(streamed(Buffer.from("no gzip"), "gzip"));
    await assert.rejects(streamed(gzipSync("cut short").subarray(0, 12), "gzip"));
  });
});

describe("readWhole", () => {
  test("joins a body, and stops reading at its bound", async () => {
    const parts = (): Readable => Readable.from([Buffer.from("ab"), Buffer.from("cd")]);
    assert.equal(Buffer.from((await readWhole(parts(), 4)) ?? []).toString(), "abcd");
    assert.equal(await readWhole(parts(), 3), null);
    assert.equal((await readWhole(Readable.from([]), 3))?.length, 0);
  });

  test("rejects when the body breaks off", async () => {
    const broken = new Readable({ read: () => {} });
    const pending = readWhole(broken, 10);
    broken.destroy();
    await assert.rejects(pending);
    const failing = new Readable({ read: () => {} });
    const failed = readWhole(failing, 10);
    failing.destroy(new Error("reset"));
    await assert.rejects(failed, /reset/);
  });
});

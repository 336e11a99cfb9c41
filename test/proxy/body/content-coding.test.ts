import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { ServiceError } from "../../../src/core/errors.ts";
import { decodeStream, decodeWhole, isReadableCoding, readWhole } from "../../../src/proxy/body/content-coding.ts";
import { CODINGS, cutAt, encode, type Coded } from "../../support/codings.ts";

async function streamed(pieces: Iterable<Uint8Array>, coding: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of decodeStream(Readable.from(pieces), coding)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const byBytes = (bytes: Buffer): Uint8Array[] => [...bytes].map((byte) => Buffer.of(byte));
const whole = (bytes: Uint8Array, coding: string, maxBytes = 1e9) => decodeWhole(bytes, coding, { maxBytes });
const isInvalid = (error: unknown): boolean => error instanceof ServiceError && error.code === "upstream_invalid";

describe("content codings", () => {
  test("are undone, whole and as a stream, alone and on top of each other", async () => {
    for (const coded of CODINGS) {
      const bytes = encode("some text, é", coded);
      const decoded = await whole(bytes, coded.header.toUpperCase());
      assert.ok(decoded.kind === "bytes", coded.name);
      assert.equal(Buffer.from(decoded.bytes).toString(), "some text, é");
      assert.equal(await streamed(byBytes(bytes), coded.header), "some text, é", coded.name);
    }
  });

  test("give the same text however a stream is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", maxLength: 200 }),
        fc.constantFrom(...CODINGS),
        fc.array(fc.nat(300)),
        async (text, coded, cuts) => {
          assert.equal(await streamed(cutAt(encode(text, coded), cuts), coded.header), text);
        },
      ),
    );
  });

  test("that are unknown, or too many, cannot be read", () => {
    for (const coding of ["compress", "gzip, x", "gzip;q=1", "gzip br", "br,br,br,br"])
      assert.equal(isReadableCoding(coding), false, coding);
    for (const coding of [undefined, "", "identity", " GZIP ", "gzip,identity", "deflate , br", "br,,br,br"])
      assert.equal(isReadableCoding(coding), true, String(coding));
  });

  test("stop at their bound and at 200 times the compressed size", async () => {
    for (const coded of CODINGS.filter(({ header }) => header !== "identity")) {
      const small = encode("x".repeat(5000), coded);
      assert.equal((await whole(small, coded.header, 4999)).kind, "too_large");
      assert.equal((await whole(small, coded.header, 5000)).kind, "bytes");
      const bomb = encode("x".repeat(3_000_000), coded);
      assert.equal((await whole(bomb, coded.header)).kind, "too_large", coded.name);
      await assert.rejects(streamed([bomb], coded.header), isInvalid);
      await assert.rejects(streamed(byBytes(bomb), coded.header), isInvalid);
    }
  });

  test("that are cut short, empty, or go on behind their end are told", async () => {
    for (const coded of CODINGS.filter(({ header }) => header !== "identity")) {
      const bytes = encode("some text that is cut short", coded);
      const broken = [bytes.subarray(0, -1), bytes.subarray(0, 5), Buffer.alloc(0)];
      // zstd takes them for the beginning of a next frame, which may be cut short.
      if (!coded.header.endsWith("zstd")) broken.push(Buffer.concat([bytes, bytes.subarray(0, 3)]));
      for (const body of broken) {
        assert.equal((await whole(body, coded.header)).kind, "invalid", `${coded.name} ${body.length}`);
        await assert.rejects(streamed([body], coded.header), isInvalid);
      }
      assert.equal((await whole(Buffer.from('{"plain":true}'), coded.header)).kind, "invalid", coded.name);
      await assert.rejects(streamed(byBytes(Buffer.from('{"plain":true}')), coded.header), isInvalid);
    }
  });

  test("that could be read in two ways are refused: zlib whose bytes are bare deflate too", async () => {
    const two = Buffer.from([0x78, 0x9c, 0x00, 0x63, 0xff, ...deflateSync("x").subarray(2)]);
    assert.equal((await whole(two, "deflate")).kind, "invalid");
  });

  test("that ask for more memory than browsers give are refused", async () => {
    const params = { [constants.ZSTD_c_windowLog]: 26, [constants.ZSTD_c_contentSizeFlag]: 0 };
    const wide = zstdCompressSync(Buffer.alloc(1 << 24, "abc"), { params });
    const zstd: Coded = { name: "zstd", header: "zstd", apply: () => wide };
    assert.equal((await whole(encode("", zstd), "zstd")).kind, "invalid");
  });

  test("tell of what is flushed before more comes", async () => {
    for (const coded of CODINGS) {
      if (coded.open === undefined) continue;
      const body = new Readable({ read: () => {} }).on("error", () => {});
      const encoder = coded.open();
      encoder.on("data", (chunk: Buffer) => body.push(chunk));
      const decoded = decodeStream(body, coded.header)[Symbol.asyncIterator]();
      for (const text of ["first é", "second"]) {
        encoder.write(text);
        encoder.flush();
        let got = "";
        while (got !== text) {
          const { value, done } = await decoded.next();
          assert.ok(done !== true);
          got += Buffer.from(value).toString();
        }
      }
      await decoded.return?.();
      assert.ok(body.destroyed);
    }
  });

  test("let a failure of the body itself through as it is", async () => {
    for (const header of ["identity", "gzip", "deflate, gzip"]) {
      const failing = Readable.from(
        (function* () {
          yield gzipSync("abc").subarray(0, 6);
          throw new TypeError("reset");
        })(),
      );
      await assert.rejects(async () => {
        for await (const _ of decodeStream(failing, header));
      }, /reset/);
    }
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

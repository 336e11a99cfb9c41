import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { describe, test } from "node:test";
import fc from "fast-check";
import { relayLines } from "../../src/cluster/relay-lines.ts";

/** A text in pieces of any lengths. */
function cut(text: string, lengths: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  let at = 0;
  for (const length of lengths) {
    if (at >= bytes.length) break;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return at < bytes.length ? [...pieces, bytes.subarray(at)] : pieces;
}

/** What came, write by write. */
function collected(): { readonly sink: PassThrough; readonly writes: string[] } {
  const writes: string[] = [];
  const sink = new PassThrough();
  sink.on("data", (bytes: Buffer) => void writes.push(bytes.toString()));
  return { sink, writes };
}

describe("relayLines", () => {
  test("passes every byte on, and only ever whole lines", async () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "ä", "😀", "\n") }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.integer({ min: 1, max: 5 })), async (parts, lengths) => {
        const text = parts.join("\n");
        const { sink, writes } = collected();
        await relayLines(Readable.from(cut(text, lengths)), sink);
        sink.end();
        const whole = text === "" || text.endsWith("\n") ? text : `${text}\n`;
        assert.equal(writes.join(""), whole);
        assert.ok(writes.every((write) => write.endsWith("\n")));
      }),
    );
  });

  test("ends the line that a killed process has begun", async () => {
    const { sink, writes } = collected();
    await relayLines(Readable.from([Buffer.from('{"a":1}\n{"b"')]), sink);
    assert.deepEqual(writes, ['{"a":1}\n', '{"b"\n']);
  });

  test("holds no line that never ends", async () => {
    const { sink, writes } = collected();
    const piece = Buffer.alloc(300 * 1024, "x");
    await relayLines(Readable.from([piece, piece, piece, piece, Buffer.from("\nend\n")]), sink);
    assert.equal(writes.join("").replaceAll("\n", "").length, 4 * piece.length + 3);
    assert.ok(writes.length > 1);
  });

  test("makes the writer wait for a slow reader", async () => {
    const sink = new PassThrough({ highWaterMark: 10 });
    let produced = 0;
    const source = Readable.from(
      (function* lines() {
        for (; produced < 1000; produced++) yield Buffer.from("a line of some length\n");
      })(),
    );
    const relaying = relayLines(source, sink);
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(produced < 100);
    sink.resume();
    await relaying;
    assert.equal(produced, 1000);
  });
});

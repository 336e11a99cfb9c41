import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readLines, type FileLine } from "../../src/cli/replay/cases.ts";
import { placesIn, seedsOf } from "../support/cuts.ts";

async function linesOf(bytes: Uint8Array, cuts: readonly number[] = [], maxBytes = 1000): Promise<readonly FileLine[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const places = [0, ...placesIn(bytes.length, cuts), bytes.length];
    for (const [index, place] of places.entries()) yield bytes.subarray(places[index - 1] ?? 0, place);
  }
  return gathered(readLines(chunks(), maxBytes));
}

async function gathered(lines: AsyncIterable<FileLine>): Promise<readonly FileLine[]> {
  const all: FileLine[] = [];
  for await (const each of lines) all.push(each);
  return all;
}

const line = (number: number, text: string): FileLine => ({ kind: "line", number, text });

describe("readLines", () => {
  test("counts lines from 1, empty ones too, and leaves those out", async () => {
    assert.deepEqual(await linesOf(Buffer.from("a\n\n b \r\nc")), [line(1, "a"), line(3, "b"), line(4, "c")]);
    assert.deepEqual(await linesOf(Buffer.from("")), []);
    assert.deepEqual(await linesOf(Buffer.from("a\n")), [line(1, "a")]);
  });

  test("reads the same however the file is cut", async () => {
    const bytes = Buffer.from('{"a":"größe 😀"}\n\n{"b":1}\n'.repeat(4));
    const whole = await linesOf(bytes);
    await fc.assert(
      fc.asyncProperty(seedsOf(8), async (cuts) => assert.deepEqual(await linesOf(bytes, cuts), whole)),
      { numRuns: 60 },
    );
  });

  test("tells a line that is too long or no UTF-8, and goes on behind it", async () => {
    const long = { kind: "problem", number: 1, reason: "must be at most 5 bytes long" };
    assert.deepEqual(await linesOf(Buffer.from("123456\nok"), [3], 5), [long, line(2, "ok")]);
    const broken = Buffer.concat([Buffer.from([0x61, 0xff, 0x0a]), Buffer.from("ok")]);
    assert.deepEqual(await linesOf(broken), [{ kind: "problem", number: 1, reason: "must be UTF-8" }, line(2, "ok")]);
  });

  test("keeps nothing of a line that has become too long", async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let each = 0; each < 200; each++) yield Buffer.alloc(1024 * 1024, 0x61);
    }
    const before = process.memoryUsage().arrayBuffers;
    const lines = await gathered(readLines(endless(), 1000));
    assert.equal(lines.length, 1);
    assert.ok(process.memoryUsage().arrayBuffers - before < 100 * 1024 * 1024);
  });
});

import fc from "fast-check";
import assert from "node:assert/strict";
import cluster from "node:cluster";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable, PassThrough, Readable } from "node:stream";
import { after, describe, test } from "node:test";
import { openForks, relayLines } from "../../src/cluster/fork.ts";
import type { Exit } from "../../src/cluster/worker-pool.ts";
import { createManualClock } from "../support/clock.ts";
import { primaryMethods } from "../support/links.ts";
import { until } from "../support/until.ts";

/** Processes that the pool is made of, where they go wrong: what cannot be made, and a log that nobody reads. */

const folder = mkdtempSync(join(tmpdir(), "sallyport-fork-"));
after(() => rmSync(folder, { recursive: true }));

describe("a worker's process", () => {
  test("that cannot be made has exited, and what it is asked fails with it", async () => {
    const fork = openForks({ clock: createManualClock(), output: new Writable(), env: {} });
    // As a lack of processes is told: by an event of the child, behind the call.
    cluster.setupPrimary({ cwd: join(folder, "nowhere") });
    const worker = fork(primaryMethods({}));
    const asked = assert.rejects(worker.link.call("metrics", null));
    assert.deepEqual(await worker.exited, { code: null, signal: null });
    worker.link.close();
    await asked;
    worker.kill();
  });

  test("has exited a few seconds behind its end, where nobody reads what it wrote", async () => {
    const program = join(folder, "writes.cjs");
    writeFileSync(program, `process.stdout.write("a line\\n", () => process.exit(3));`);
    const clock = createManualClock();
    let isStalled = false;
    const output = new Writable({ highWaterMark: 1, write: () => (isStalled = true) });
    const fork = openForks({ clock, output, env: {} });
    cluster.setupPrimary({ exec: program, execArgv: [], cwd: folder });
    let exit: Exit | null = null;
    void fork(primaryMethods({})).exited.then((seen) => (exit = seen));
    await until("its line waits", () => isStalled);
    await until("it has exited", () => {
      clock.advance(1000);
      return exit !== null;
    });
    assert.deepEqual(exit, { code: 3, signal: null });
  });
});

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

/** Processes that the pool is made of, where they go wrong: what cannot be made, and a log that nobody reads. */
import assert from "node:assert/strict";
import cluster from "node:cluster";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { after, describe, test } from "node:test";
import type { Exit } from "../../src/cluster/worker-pool.ts";
import { openForks } from "../../src/cluster/fork.ts";
import { createManualClock } from "../support/clock.ts";
import { primaryMethods } from "../support/links.ts";
import { until } from "../support/until.ts";

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

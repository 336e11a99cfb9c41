/** Writes a snapshot of the heap at a signal: `NODE_OPTIONS="--expose-gc --import ./test/support/heap.ts"`. */
import { writeHeapSnapshot } from "node:v8";

const file = process.env["HEAP_FILE"] ?? "";

process.on("SIGUSR2", () => {
  // What only waits for the collector is no memory of a request.
  globalThis.gc?.();
  writeHeapSnapshot(file);
  process.stdout.write("heap written\n");
});

/**
 * Loaded before the service (`--import`): measures how long its event loop was held at a time. On each SIGUSR2 it writes one line to
 * descriptor 3 and begins anew.
 */
import { writeSync } from "node:fs";

const EVERY_MS = 2;
const LINES = 3;

let before = process.threadCpuUsage();
let longestMs = 0;

/** Processor time of this thread since the last look: other processes of a busy machine do not count. */
function look(): void {
  const { user, system } = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (user + system - before.user - before.system) / 1000);
  before = { user, system };
}

setInterval(look, EVERY_MS).unref();
process.on("SIGUSR2", () => {
  const { user, system } = process.cpuUsage();
  writeSync(LINES, `${JSON.stringify({ longestMs, processorMs: (user + system) / 1000 })}\n`);
  longestMs = 0;
});

import { POOL_BYTES } from "./core/arena.ts";
import { parentPort } from "node:worker_threads";
import { systemClock } from "./cli/process.ts";
import { movable } from "./threads/serialization.ts";
import type { Reply, Task } from "./threads/task.ts";
import { TaskRunner } from "./threads/task-runner.ts";

/** The entry of an analysis thread: one task at a time. A thrown error ends the thread. */
const port = parentPort;
if (port === null) throw new Error("src/thread.ts runs in a thread of the service only");
Buffer.poolSize = POOL_BYTES;

const runner = new TaskRunner(systemClock);
const reply = (message: Reply, moved: ArrayBuffer[] = []): void => port.postMessage(message, moved);

port.on("message", async (task: Task) => {
  const outcomes = await runner.run(task);
  reply({ kind: "done", outcomes }, movable(outcomes));
});
reply({ kind: "ready" });

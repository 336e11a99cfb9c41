// First: libraries read `DEBUG` when they are loaded.
import "../cli/untraced.ts";
import cluster from "node:cluster";
import { createLogger, LOG_LEVELS, logUncaught } from "../telemetry/logger.ts";
import { POOL_BYTES } from "../core/arena.ts";
import { runWorker } from "./worker.ts";

Buffer.poolSize = POOL_BYTES;

/** The process edge of a worker; main.ts is that of every other process. */

const level = LOG_LEVELS.find((each) => each === process.env["SALLYPORT_LOG_LEVEL"]) ?? "info";
const logger = createLogger({ level, fields: { worker: cluster.worker?.id ?? 0 } });

logUncaught(logger);
// The primary has ended, and limits and records with it, so nothing can be served. It also read the log, and on an orderly exit pino would wait
// for that reader. Prepended, since Node's own listener exits.
process.prependOnceListener("disconnect", () => process.kill(process.pid, "SIGKILL"));

runWorker({
  env: process.env,
  logger,
  send: (frames) => void process.send?.([...frames], undefined, {}, () => {}),
  onFrames: (receive) => void cluster.worker?.on("message", receive),
  onSignal: (signal, run) => process.on(signal, run),
  exit: (code) => process.exit(code),
});

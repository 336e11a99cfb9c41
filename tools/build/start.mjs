/**
 * npm start [-- --config FILE] [--port N] [--host H]
 * Runs the build in this process. Only where there is none, or where the sources have changed since, it builds first.
 */
import { markRunning, readCurrent, stampOf } from "./stamp.mjs";

let current = readCurrent(".");
if (current?.stamp !== stampOf(".")) {
  const { prepareBuild } = await import("./builds.ts");
  prepareBuild(".", (text) => void process.stderr.write(text));
  current = readCurrent(".");
}
if (current === null) process.exitCode = 1;
else {
  markRunning(".", current.build);
  await import(new URL("../../dist/main.js", import.meta.url).href);
}

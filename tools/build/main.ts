/**
 * npm run build [-- --only-current]
 * Compiles the sources to `dist`, unless that is done, and starts the build once, so that V8 compiles what a start needs. --only-current also removes the builds before, except those in use: for a package.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { build, prune } from "./builds.ts";

const { values } = parseArgs({ options: { "only-current": { type: "boolean", default: false } } });
const result = build(".");
// A start that builds first compiles for itself.
if (result.kind === "built")
  spawnSync(process.execPath, ["tools/build/warm.ts", "dist/main.js"], { stdio: ["ignore", "ignore", "inherit"] });
if (result.kind === "failed") {
  process.stderr.write(result.message);
  process.exitCode = 1;
} else if (values["only-current"]) prune(".", 1);

/**
 * npm run build [-- --only-current]
 * Compiles the sources to `dist`, unless that is done. --only-current also removes the builds before, except those in use: for a package.
 */
import { parseArgs } from "node:util";
import { build, prune } from "./builds.ts";

const { values } = parseArgs({ options: { "only-current": { type: "boolean", default: false } } });
const result = build(".");
if (result.kind === "failed") {
  process.stderr.write(result.message);
  process.exitCode = 1;
} else if (values["only-current"]) prune(".", 1);

/**
 * Random cases are the same in every run, so that a run fails for what was changed; `FUZZ=n` tries n times as many new ones
 * (`npm run fuzz`). Loaded before each test file.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import * as fc from "fast-check";

// Each test file is a process of its own, and most of them load most of the service; so do the processes that they start.
const compiled = join(import.meta.dirname, "../../node_modules/.cache/compiled");
enableCompileCache(compiled);
process.env["NODE_COMPILE_CACHE"] ??= compiled;

if (process.env["FUZZ"] === undefined) fc.configureGlobal({ seed: 20_261_121 });

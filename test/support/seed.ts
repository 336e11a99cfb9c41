/**
 * Random cases are the same in every run, so that a run fails for what was changed; `FUZZ=n` tries n times as many new ones
 * (`npm run fuzz`). Loaded before each test file.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import * as fc from "fast-check";

// Each test file is a process of its own, and most of them load most of the service.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/compiled"));

if (process.env["FUZZ"] === undefined) fc.configureGlobal({ seed: 20_261_121 });

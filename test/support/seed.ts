/**
 * Random cases are the same in every run, so that a run fails for what was changed; `FUZZ=n` tries n times as many new ones
 * (`npm run fuzz`). Loaded before each test file.
 */
import * as fc from "fast-check";

if (process.env["FUZZ"] === undefined) fc.configureGlobal({ seed: 20_261_121 });

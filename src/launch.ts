#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=30
/**
 * `dist/main.js` of a build: runs the build that `current.json` names (`tools/build/builds.ts`), with what V8 compiled of it the last
 * time. Where that cannot be kept, as on a read-only file system, it is compiled anew.
 */
// Here too: the modules of a build are joined, and packages are loaded before all of them.
import "./cli/untraced.ts";
import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

const { build }: { readonly build: string } = JSON.parse(
  readFileSync(new URL("./current.json", import.meta.url), "utf8"),
);
const compiled = fileURLToPath(new URL(`./.compiled/${build}`, import.meta.url));
enableCompileCache(compiled);
// For worker processes.
process.env["NODE_COMPILE_CACHE"] ??= compiled;
await import(new URL(`./${build}/main.js`, import.meta.url).href);

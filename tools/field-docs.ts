/**
 * npm run docs:fields [-- --check]
 * Writes docs/fields.md, what the proxy reads of every format. --check writes nothing: exit code 1 when the committed page differs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fieldsPage } from "./docs/fields-page.ts";

if (import.meta.main) {
  const file = new URL("../docs/fields.md", import.meta.url);
  const text = fieldsPage();
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    process.stderr.write("docs/fields.md is not as generated: run npm run docs:fields\n");
    process.exitCode = 1;
  }
}

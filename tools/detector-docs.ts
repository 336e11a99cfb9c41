/**
 * npm run docs:detectors [-- --check]
 * Writes the pages that list what the detectors find. --check writes nothing: exit code 1 when a committed page differs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { piiTypesPage } from "./docs/pii-page.ts";
import { secretKindsPage } from "./docs/secrets-page.ts";

/** What is committed beside the code, by its path in the repository. */
export function generatedFiles(): readonly (readonly [string, string])[] {
  return [
    ["docs/policies/pii-types.md", piiTypesPage()],
    ["docs/policies/secret-kinds.md", secretKindsPage()],
  ];
}

if (import.meta.main) {
  const isCheck = process.argv.includes("--check");
  for (const [path, text] of generatedFiles()) {
    const file = new URL(`../${path}`, import.meta.url);
    if (!isCheck) writeFileSync(file, text);
    else if (readFileSync(file, "utf8") !== text) {
      process.stderr.write(`${path} is not as generated: run npm run docs:detectors\n`);
      process.exitCode = 1;
    }
  }
}

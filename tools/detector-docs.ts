/**
 * npm run docs:detectors [-- --check]
 * Writes the pages that list what the detectors find. --check writes nothing: exit code 1 when a committed page differs.
 */
import { writeGenerated, type GeneratedFiles } from "./docs/generated-files.ts";
import { piiTypesPage } from "./docs/pii-page.ts";
import { secretKindsPage } from "./docs/secrets-page.ts";

export function generatedFiles(): GeneratedFiles {
  return [
    ["docs/policies/pii-types.md", piiTypesPage()],
    ["docs/policies/secret-kinds.md", secretKindsPage()],
  ];
}

if (import.meta.main) writeGenerated(generatedFiles(), "npm run docs:detectors");

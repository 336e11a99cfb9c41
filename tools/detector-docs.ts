/**
 * npm run docs:detectors [-- --check]
 * Writes the pages that list what the detectors find. --check writes nothing: exit code 1 when a committed page differs.
 */
import { readFileSync } from "node:fs";
import { writeGenerated, type GeneratedFiles } from "./docs/generated-files.ts";
import { withGenerated } from "./docs/generated-part.ts";
import { groupTable } from "./docs/pii-groups.ts";
import { piiTypesPage } from "./docs/pii-page.ts";
import { secretKindsPage } from "./docs/secrets-page.ts";

const COMMAND = "npm run docs:detectors";
const PII_PAGE = "docs/policies/pii_detection.md";

export function generatedFiles(): GeneratedFiles {
  return [
    [PII_PAGE, withGenerated(readFileSync(new URL(`../${PII_PAGE}`, import.meta.url), "utf8"), COMMAND, groupTable())],
    ["docs/policies/pii-types.md", piiTypesPage()],
    ["docs/policies/secret-kinds.md", secretKindsPage()],
  ];
}

if (import.meta.main) writeGenerated(generatedFiles(), COMMAND);

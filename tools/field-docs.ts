/**
 * npm run docs:fields [-- --check]
 * Writes docs/fields.md, what the proxy reads of every format. --check writes nothing: exit code 1 when the committed page differs.
 */
import { fieldsPage } from "./docs/fields-page.ts";
import { writeGenerated } from "./docs/generated-files.ts";

if (import.meta.main) writeGenerated([["docs/fields.md", fieldsPage()]], "npm run docs:fields");

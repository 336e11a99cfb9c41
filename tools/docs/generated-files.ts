import { readFileSync, writeFileSync } from "node:fs";

/** What is committed beside the code, by its path in the repository. */
export type GeneratedFiles = readonly (readonly [path: string, text: string])[];

/**
 * Writes the files. `--check` writes nothing: exit code 1 when a committed one differs.
 * @param command that writes them, for the message
 */
export function writeGenerated(files: GeneratedFiles, command: string): void {
  const isCheck = process.argv.includes("--check");
  for (const [path, text] of files) {
    const file = new URL(`../../${path}`, import.meta.url);
    if (!isCheck) writeFileSync(file, text);
    else if (readFileSync(file, "utf8") !== text) {
      process.stderr.write(`${path} is not as generated: run ${command}\n`);
      process.exitCode = 1;
    }
  }
}

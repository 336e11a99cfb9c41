import { readFileSync } from "node:fs";
import { explainFailure } from "../src/cli/failure.ts";
import { explainParseError } from "../src/cli/help.ts";
import { UsageError } from "../src/cli/command.ts";

/**
 * The command line of a tool whose file begins with a comment that says how it is used: `--help` prints it, a missing option or a file
 * that cannot be read is named, and nothing of that prints a stack trace. Does nothing where the file is only imported.
 */
export function commandLine({ main, filename }: Pick<ImportMeta, "main" | "filename">): void {
  if (!main) return;
  const usage = usageOf(readFileSync(filename, "utf8"));
  const given = process.argv.slice(2);
  if (given.includes("--help") || given.includes("-h")) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  process.once("uncaughtException", (error: unknown) => {
    process.stderr.write(`${explained(error, usage)}\n`);
    process.exit(2);
  });
  const missing = neededOptions(usage).find(
    (name) => !given.some((each) => each === name || each.startsWith(`${name}=`)),
  );
  if (missing !== undefined) throw new UsageError(`${missing} is needed\n${usage}`);
}

/** The comment at the beginning of a file, without its marks. */
export function usageOf(source: string): string {
  const [, comment = ""] = /^\/\*\*([^]*?)\*\//.exec(source) ?? [];
  return comment.replaceAll(/^ *\* ?/gm, "").trim();
}

/** Options of the first line that stand outside of brackets. */
export function neededOptions(usage: string): readonly string[] {
  const [line = ""] = usage.split("\n");
  const needed = line.replaceAll(/\[[^\]]*\]|\([^)]*\)/g, "");
  return needed.match(/--[a-z][\w-]*/g) ?? [];
}

/** Wrong command lines and files that cannot be read need no stack trace; a mistake of the tool does. */
function explained(error: unknown, usage: string): string {
  const options = [...new Set(usage.match(/--[a-z][\w-]*/g))].map((name) => [name, ""] as const);
  const help = { name: "", summary: "", forms: [], options, examples: [], exitCodes: [] };
  const wrong = explainParseError(error, help);
  if (wrong !== null) return `${wrong}\n${usage}`;
  const isExpected = error instanceof UsageError || (error instanceof Error && "code" in error && "syscall" in error);
  if (isExpected || error instanceof SyntaxError) return explainFailure(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

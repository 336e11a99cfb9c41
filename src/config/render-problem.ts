import type { ConfigProblem } from "./config-model.ts";

/** `file:line:column: path: reason`; a warning says that it is one. */
export function renderProblem({ file, line, column, path, reason, severity }: ConfigProblem): string {
  const place = path === "" ? "" : `${path}: `;
  return `${file}:${line}:${column}: ${severity === "warning" ? "warning: " : ""}${place}${reason}`;
}

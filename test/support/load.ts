import assert from "node:assert/strict";
import { loadConfig, type LoadOptions } from "../../src/config/load-config.ts";
import type { Config } from "../../src/config/config-model.ts";

type Options = Partial<Omit<LoadOptions, "file">>;

/** Errors, or the warnings of a valid source, as `line:column path: reason`. */
export function problemsOf(source: string, options: Options = {}): readonly string[] {
  const result = loadConfig(source, { file: "test.yaml", env: {}, ...options });
  const problems = result.ok ? result.warnings : result.problems;
  return problems.map(({ line, column, path, reason, severity }) => {
    const place = path === "" ? "" : `${path}: `;
    return `${line}:${column} ${severity === "warning" ? "warning: " : ""}${place}${reason}`;
  });
}

/** A source that must be valid. */
export function loaded(source: string, env: LoadOptions["env"] = {}): Config {
  const result = loadConfig(source, { file: "test.yaml", env });
  assert.ok(result.ok, JSON.stringify(result.ok ? "" : result.problems));
  return result.config;
}

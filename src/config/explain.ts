import type { z } from "zod";
import { valueAtPath, type ConfigDocument, type Path } from "./document.ts";
import type { ConfigProblem } from "./config-model.ts";
import { configSchema } from "./config-schema.ts";
import { nearestName } from "../core/nearest-names.ts";

/** A schema issue in words, at its place. The value itself is never quoted: it may be a secret. */
export function explainIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  document: ConfigDocument,
): readonly ConfigProblem[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => document.atKey(issue.path, key, unknownKey(key, knownKeys(issue.path))));
  if (issue.code === "invalid_union") {
    // The alternative that the value is like has a problem inside.
    const nested = issue.errors
      .toSorted((a, b) => b.length - a.length)
      .flat()
      .find(({ path, code }) => code === "unrecognized_keys" || (path.length > 0 && code !== "invalid_union"));
    if (nested !== undefined)
      return explainIssue({ ...nested, path: [...issue.path, ...nested.path] }, value, document);
  }
  const isMissing = valueAtPath(value, issue.path) === undefined;
  return [document.at(issue.path, isMissing ? "is missing" : reasonOf(issue, valueAtPath(value, issue.path)))];
}

const ARTICLE: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
};

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "invalid_type") return typeReason(issue.expected, value);
  if (issue.code === "invalid_value") return optionReason(issue.values.map(String), value);
  if (issue.code === "too_small")
    return issue.origin === "string" ? "must not be empty" : `must be at least ${issue.minimum}`;
  if (issue.code === "too_big") return `must be at most ${issue.maximum}${issue.origin === "array" ? " items" : ""}`;
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  return issue.message;
}

function typeReason(expected: string, value: unknown): string {
  const isUnquoted = expected === "string" && (typeof value === "number" || typeof value === "boolean");
  return `must be ${ARTICLE[expected] ?? expected}${isUnquoted ? ": put it in quotes" : ""}`;
}

function optionReason(options: readonly string[], value: unknown): string {
  const near = typeof value === "string" ? nearestName(value, options) : null;
  return `must be one of ${options.join(", ")}${near === null ? "" : `; did you mean ${near}?`}`;
}

function unknownKey(key: string, known: readonly string[]): string {
  const [section, ...others] = Object.keys(configSchema.shape).filter((name) => keysOfSection(name).includes(key));
  if (section !== undefined && others.length === 0) return `unknown key; it belongs under ${section}`;
  const near = nearestName(key, known);
  return near === null ? `unknown key; known here: ${known.join(", ")}` : `unknown key; did you mean ${near}?`;
}

/** The keys of the mapping at a path, read from the schema. */
function knownKeys(path: Path): readonly string[] {
  let schema: unknown = configSchema;
  for (const key of path) {
    const shape = shapeOf(schema);
    schema = typeof key === "number" ? Reflect.get(Object(unwrap(schema)), "element") : shape?.[String(key)];
  }
  return Object.keys(shapeOf(schema) ?? {});
}

/** The keys of a section, or of each item of its list. */
function keysOfSection(name: string): readonly string[] {
  const section = unwrap(Reflect.get(configSchema.shape, name));
  return Object.keys(shapeOf(section) ?? shapeOf(Reflect.get(Object(section), "element")) ?? {});
}

function unwrap(schema: unknown): unknown {
  let current = schema;
  while (
    typeof current === "object" &&
    current !== null &&
    "unwrap" in current &&
    typeof current.unwrap === "function" &&
    !("element" in current)
  )
    current = current.unwrap();
  return current;
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | null {
  const inner = unwrap(schema);
  if (typeof inner !== "object" || inner === null) return null;
  if ("options" in inner && Array.isArray(inner.options))
    return inner.options.map((option: unknown) => shapeOf(option)).find((shape) => shape !== null) ?? null;
  if (!("shape" in inner)) return null;
  return typeof inner.shape === "object" && inner.shape !== null ? { ...inner.shape } : null;
}

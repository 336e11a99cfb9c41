import type { z } from "zod";
import { valueAtPath, type ConfigDocument, type Path } from "./document.ts";
import type { ConfigProblem } from "./config-model.ts";
import { configSchema } from "./config-schema.ts";

/** A schema issue in words, at its place. The value itself is never quoted: it may be a secret. */
export function explainIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  document: ConfigDocument,
): readonly ConfigProblem[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => document.atKey(issue.path, key, unknownKey(key, knownKeys(issue.path))));
  if (issue.code === "invalid_union") {
    const nested = issue.errors.toSorted((a, b) => b.length - a.length)[0]?.[0];
    if (nested !== undefined && nested.path.length > 0)
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
  const near = typeof value === "string" ? nearest(value, options) : null;
  return `must be one of ${options.join(", ")}${near === null ? "" : `; did you mean ${near}?`}`;
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
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
  if (typeof inner !== "object" || inner === null || !("shape" in inner)) return null;
  return typeof inner.shape === "object" && inner.shape !== null ? { ...inner.shape } : null;
}

/** Longest compared part of a name. */
const WORD_MAX = 64;

/** Folds spellings of one name: `bodyMaxBytes`, `body-max-bytes` and `body_max_bytes`. */
const plain = (name: string): string =>
  name
    .slice(0, WORD_MAX)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** The option that was probably meant: up to a third of the letters differ, or the end is missing. */
export function nearest(word: string, options: readonly string[]): string | null {
  const meant = plain(word);
  const near = options
    .map((option) => ({ option, edits: editDistance(meant, plain(option)) }))
    .filter(
      ({ option, edits }) =>
        edits <= Math.max(1, meant.length / 3) || (meant.length > 2 && plain(option).startsWith(meant)),
    )
    .toSorted((a, b) => a.edits - b.edits)[0];
  return near?.option ?? null;
}

export function withHint(reason: string, word: string, options: readonly string[]): string {
  const near = nearest(word, options);
  return near === null ? reason : `${reason}; did you mean ${near}?`;
}

/** Levenshtein's, where two neighbours that have changed places count as one edit as well. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  const at = (cells: readonly number[], index: number): number => cells[index] ?? Infinity;
  const isSwap = (i: number, j: number): boolean => i > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = at(row, j) + (a[i] === b[j] ? 0 : 1);
      const swapped = isSwap(i, j) ? at(before, j - 1) + 1 : Infinity;
      next.push(Math.min(at(row, j + 1) + 1, at(next, j) + 1, replaced, swapped));
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

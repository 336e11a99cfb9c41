import assert from "node:assert/strict";

/**
 * The constraints of the SARIF 2.1.0 schema that a log of ours touches, by hand: required properties, types, enumerations,
 * bounds; and that no property stands where the schema has none.
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json
 */
export function checkSarif(log: unknown): SarifRun {
  const root = object(log, "log", ["version", "runs"], ["$schema"]);
  assert.equal(root["version"], "2.1.0");
  if (root["$schema"] !== undefined) uri(root["$schema"], "$schema");
  const runs = list(root["runs"], "runs");
  assert.equal(runs.length, 1);
  return checkRun(runs[0]);
}

export interface SarifRun {
  readonly rules: readonly { readonly id: string; readonly helpUri: string }[];
  readonly results: readonly SarifResult[];
  readonly notes: readonly string[];
  readonly isSuccessful: boolean;
}
export interface SarifResult {
  readonly ruleId: string;
  readonly level: string;
  readonly message: string;
  readonly uri: string;
  /** startLine, startColumn, endLine, endColumn. */
  readonly region: readonly number[];
}

type Fields = Readonly<Record<string, unknown>>;

function object(value: unknown, at: string, required: readonly string[], optional: readonly string[] = []): Fields {
  assert.ok(typeof value === "object" && value !== null && !Array.isArray(value), `${at} is an object`);
  for (const key of required) assert.ok(key in value, `${at}.${key} is required`);
  for (const key of Object.keys(value)) assert.ok([...required, ...optional].includes(key), `${at}.${key} is known`);
  return value as Fields;
}

function list(value: unknown, at: string): readonly unknown[] {
  assert.ok(Array.isArray(value), `${at} is an array`);
  return value as readonly unknown[];
}

function text(value: unknown, at: string): string {
  assert.ok(typeof value === "string" && value !== "", `${at} is a text`);
  return value;
}

function oneOf(value: unknown, at: string, options: readonly string[]): string {
  assert.ok(options.includes(text(value, at)), `${at} is one of ${options.join()}`);
  return String(value);
}

function count(value: unknown, at: string, least: number): number {
  assert.ok(Number.isInteger(value) && Number(value) >= least, `${at} is a whole number from ${least}`);
  return Number(value);
}

const uri = (value: unknown, at: string): string => {
  assert.ok(URL.canParse(text(value, at)), `${at} is an absolute URI`);
  return String(value);
};
/** Relative or absolute; no character that a URI must escape. */
const uriReference = (value: unknown, at: string): string => {
  assert.match(text(value, at), /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/);
  return String(value);
};
const message = (value: unknown, at: string): string => text(object(value, at, ["text"])["text"], `${at}.text`);

const LEVELS = ["none", "note", "warning", "error"];

function checkRun(value: unknown): SarifRun {
  const run = object(value, "run", ["tool"], ["results", "columnKind", "invocations"]);
  oneOf(run["columnKind"], "columnKind", ["utf16CodeUnits", "unicodeCodePoints"]);
  const driver = object(object(run["tool"], "tool", ["driver"])["driver"], "driver", ["name"], ["version", "rules"]);
  text(driver["name"], "driver.name");
  text(driver["version"], "driver.version");
  const rules = list(driver["rules"], "rules").map(checkRule);
  assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length, "rules are unique");
  const results = list(run["results"], "results").map((result) => checkResult(result, rules));
  const invocations = list(run["invocations"], "invocations").map((one) =>
    object(one, "invocation", ["executionSuccessful"], ["toolExecutionNotifications"]),
  );
  const notes = invocations.flatMap((one) => list(one["toolExecutionNotifications"], "notifications").map(checkNote));
  assert.ok(invocations.every((one) => typeof one["executionSuccessful"] === "boolean"));
  return { rules, results, notes, isSuccessful: invocations.every((one) => one["executionSuccessful"] === true) };
}

function checkRule(value: unknown): SarifRun["rules"][number] {
  const rule = object(
    value,
    "rule",
    ["id"],
    ["shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration"],
  );
  message(rule["fullDescription"], "fullDescription");
  message(rule["help"], "help");
  message(rule["shortDescription"], "shortDescription");
  oneOf(object(rule["defaultConfiguration"], "defaultConfiguration", [], ["level"])["level"], "level", LEVELS);
  return { id: text(rule["id"], "rule.id"), helpUri: uri(rule["helpUri"], "helpUri") };
}

function checkNote(value: unknown): string {
  const note = object(value, "notification", ["message"], ["level", "locations"]);
  oneOf(note["level"], "level", LEVELS);
  for (const location of list(note["locations"], "locations")) checkLocation(location);
  return message(note["message"], "message");
}

function checkLocation(value: unknown): { readonly uri: string; readonly region: Fields | null } {
  const location = object(value, "location", ["physicalLocation"]);
  const place = object(location["physicalLocation"], "physicalLocation", ["artifactLocation"], ["region"]);
  const artifact = object(place["artifactLocation"], "artifactLocation", ["uri"]);
  const region =
    place["region"] === undefined
      ? null
      : object(place["region"], "region", ["startLine", "startColumn", "endLine", "endColumn"]);
  return { uri: uriReference(artifact["uri"], "uri"), region };
}

function checkResult(value: unknown, rules: SarifRun["rules"]): SarifResult {
  const result = object(value, "result", ["message", "ruleId", "ruleIndex", "level", "locations"]);
  const ruleId = text(result["ruleId"], "ruleId");
  assert.equal(rules[count(result["ruleIndex"], "ruleIndex", 0)]?.id, ruleId);
  const [location] = list(result["locations"], "locations").map(checkLocation);
  assert.ok(location?.region, "a result has a region");
  const region = ["startLine", "startColumn", "endLine", "endColumn"].map((key) =>
    count(location.region?.[key], key, 1),
  );
  const [startLine = 0, startColumn = 0, endLine = 0, endColumn = 0] = region;
  assert.ok(endLine > startLine || (endLine === startLine && endColumn > startColumn), "a region is not empty");
  const level = oneOf(result["level"], "level", LEVELS);
  return { ruleId, level, message: message(result["message"], "message"), uri: location.uri, region };
}

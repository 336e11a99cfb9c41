import { z } from "zod";
import { configSchema } from "./config-schema.ts";

type SchemaNode = Record<string, unknown>;

const ENV_STRING = { type: "string", pattern: "\\$\\{.+\\}" };

/** JSON Schema (draft 2020-12) of the configuration, for editors. `${ENV}` is accepted wherever a value stands. */
export function configJsonSchema(): SchemaNode {
  const schema = z.toJSONSchema(configSchema, { io: "input", target: "draft-2020-12" });
  const properties = Object.entries(schema.properties ?? {}).map(([name, section]) => [name, orNothing(section)]);
  return {
    ...allowEnv({ ...schema, properties: Object.fromEntries(properties) }),
    title: "sallyport configuration",
  };
}

/** A section whose lines are all commented out is `null` in YAML and counts as absent. */
function orNothing(section: unknown): unknown {
  return isObject(section) && "type" in section ? { ...section, type: [section.type, "null"] } : section;
}

/** Numbers, booleans, enumerations and patterned texts may also be `${ENV}` references. */
function allowEnv(node: object): SchemaNode {
  const mapped = Object.fromEntries(
    Object.entries(node).map(([key, value]: [string, unknown]) => [key, mapSchema(key, value)]),
  );
  const { description, default: fallback, ...rest } = mapped;
  const isPlainText = rest["type"] === "string" && rest["pattern"] === undefined && rest["enum"] === undefined;
  const isStructure = rest["properties"] !== undefined || rest["type"] === "object" || rest["items"] !== undefined;
  const isValue = !isStructure && (rest["type"] !== undefined || rest["enum"] !== undefined);
  if (!isValue || isPlainText || rest["type"] === "null") return mapped;
  return {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    anyOf: [rest, ENV_STRING],
  };
}

function mapSchema(key: string, value: unknown): unknown {
  if (key === "properties" && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, child]: [string, unknown]) => [
        name,
        isObject(child) ? allowEnv(child) : child,
      ]),
    );
  if ((key === "items" || key === "additionalProperties") && isObject(value)) return allowEnv(value);
  if (key === "anyOf" && Array.isArray(value))
    return value.map((child: unknown) => (isObject(child) ? allowEnv(child) : child));
  return value;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

import { z } from "zod";
import { configJsonSchema } from "../src/config/json-schema.ts";
import { configSchema } from "../src/config/config-schema.ts";
import { writeGenerated, type GeneratedFiles } from "./docs/generated-files.ts";
import { markdownTable } from "../src/cli/markdown-table.ts";

/** What of a JSON Schema the page shows. */
const nodeSchema = z.looseObject({
  type: z.unknown().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.unknown().optional(),
});
type SchemaNode = z.output<typeof nodeSchema>;

const INTRODUCTION = `<!-- Generated from src/config/config-schema.ts by \`npm run docs:config\`; a test holds it to that. -->

# Configuration

Look up any setting: its values, default and meaning. The configuration is one YAML file. Every section and every key with a default is
optional; \`{}\` is a valid file. The shipped [config/sallyport.yaml](../config/sallyport.yaml) shows every key. Editors with the YAML
language server complete and check the file with [config/sallyport.schema.json](../config/sallyport.schema.json), which
\`sallyport schema\` prints.

**Which file.** \`--config FILE\`, else \`SALLYPORT_CONFIG\`, else the shipped one. \`--host\` and \`--port\` override the file.

**Environment.** \`\${NAME}\` and \`\${NAME:-default}\` are replaced inside values, never in keys; the default also replaces an empty variable.
An unset variable without a default is an error. \`$\${\` writes the characters \`\${\` themselves. Inside \`{ }\` and \`[ ]\` a reference
needs quotes: \`{ port: "\${PORT}" }\`.

**Repetition.** YAML anchors, aliases and \`<<\` merges work, so assets can share their policies.

**Errors.** The service does not start with an error in its file. It reports all of them at once as \`file:line:column: path: reason\`;
\`sallyport check FILE\` does the same without starting. An unknown key is an error. A warning does not prevent the start.

**Reload.** The file is read again when it changes (the service watches its directory, and compares the file every five seconds) and on
SIGHUP. A version with an error, or an empty file, changes nothing: the old configuration stays, the log lists the problems, and
\`/readyz\` reports the rejection. Requests in progress finish on the configuration they began with; open limiter windows stay open.
\`server.host\`, \`server.port\`, \`server.workers\`, \`server.admin_host\`, \`server.admin_port\`, \`store.url\` and \`store.retention_days\` wait for the next start.

A name in brackets stands for each item of a list.
`;

/** docs/configuration.md. */
export function configurationPage(): string {
  const root = nodeSchema.parse(z.toJSONSchema(configSchema, { io: "input", target: "draft-2020-12" }));
  const sections = Object.entries(root.properties ?? {}).map(([name, child]) => section(name, nodeSchema.parse(child)));
  return [INTRODUCTION, ...sections].join("\n");
}

function section(name: string, node: SchemaNode): string {
  const item = node.items === undefined ? node : nodeSchema.parse(node.items);
  const title = node.items === undefined ? name : `${name}[]`;
  const keys = Object.entries(item.properties ?? {}).map(([key, child]) => [key, nodeSchema.parse(child)] as const);
  const count = node.maxItems === undefined ? "" : ` At most ${number(node.maxItems)}.`;
  const rows = keys.map(([key, child]) => row(key, child, item));
  const choices = keys.flatMap(([key, child]) =>
    hasManyChoices(child)
      ? [`\`${key}\` is one of:\n\n${child.enum?.map((one) => `- \`${String(one)}\``).join("\n")}\n`]
      : [],
  );
  const nested = keys.flatMap(([key, child]) =>
    isList(child) || structureOf(child) !== null ? [section(`${title}.${key}`, structureOf(child) ?? child)] : [],
  );
  const table = rows.length === 0 ? "" : `\n${markdownTable(["key", "value", "default", "meaning"], rows)}\n`;
  return [`## ${title}\n\n${node.description ?? ""}${count}\n${table}`, ...choices, ...nested].join("\n");
}

/** More would not fit a cell. */
const CHOICES_MAX = 5;
const hasManyChoices = (node: SchemaNode): boolean => (node.enum?.length ?? 0) > CHOICES_MAX;

/** A list of mappings, which gets a table of its own. */
const isList = (node: SchemaNode): boolean =>
  node.type === "array" && nodeSchema.parse(node.items).properties !== undefined;

/** A mapping with keys of its own, which gets a table too; `null` for anything else. */
function structureOf(node: SchemaNode): SchemaNode | null {
  const choices = Array.isArray(node.anyOf) ? node.anyOf.map((choice: unknown) => nodeSchema.parse(choice)) : [node];
  const found = choices.find(({ type, properties }) => type === "object" && properties !== undefined);
  return found === undefined ? null : { ...found, description: node.description };
}

function row(key: string, node: SchemaNode, parent: SchemaNode): readonly string[] {
  const isRequired = parent.required?.includes(key) === true;
  const fallback = isRequired ? "required" : node.default === undefined ? "–" : defaultText(node.default);
  return [`\`${key}\``, valueText(node), fallback, (node.description ?? "").replaceAll("|", "\\|")];
}

function defaultText(value: unknown): string {
  if (typeof value === "object" && value !== null && Object.keys(value).length > 1)
    return Object.entries(value)
      .map(([name, item]) => `\`${name}: ${String(item)}\``)
      .join(", ");
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function valueText(node: SchemaNode): string {
  if (hasManyChoices(node)) return "a name, see below";
  if (structureOf(node) !== null) return "mapping, see below";
  if (node.enum !== undefined) return node.enum.map((option) => `\`${String(option)}\``).join(", ");
  switch (node.type) {
    case "integer":
      return `whole number, ${number(node.minimum)} to ${number(node.maximum)}`;
    case "number":
      return `number, ${number(node.minimum)} to ${number(node.maximum)}`;
    case "boolean":
      return "`true`, `false`";
    case "object":
      return "mapping";
    case "array":
      if (isList(node)) return "list, see below";
      return nodeSchema.parse(node.items).type === "number" ? "list of numbers" : "list of texts";
    default:
      return nullable(node) ?? choiceText(JSON.stringify(node.anyOf ?? []));
  }
}

/** A number that may be left empty. */
function nullable({ anyOf }: SchemaNode): string | null {
  if (!Array.isArray(anyOf)) return null;
  const choices = anyOf.map((choice: unknown) => nodeSchema.parse(choice));
  const whole = choices.find(({ type }) => type === "integer");
  return whole === undefined ? null : valueText(whole);
}

function choiceText(choices: string): string {
  if (choices.includes('"number"')) return "number, or `null`";
  return choices.includes('"array"') ? "text or list" : "text";
}

/** Thousands apart, for the eye. */
const number = (value: number | undefined): string => String(value ?? 0).replace(/\B(?=(\d{3})+$)/g, " ");

export function generatedFiles(): GeneratedFiles {
  return [
    ["docs/configuration.md", configurationPage()],
    ["config/sallyport.schema.json", `${JSON.stringify(configJsonSchema(), null, 2)}\n`],
  ];
}

if (import.meta.main) writeGenerated(generatedFiles(), "npm run docs:config");

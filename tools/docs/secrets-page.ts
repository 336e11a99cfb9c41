import type { SpanDetector } from "../../src/analyzers/detector.ts";
import { LABELLED_RULES } from "../../src/analyzers/secrets/detectors/labelled-tokens.ts";
import { SECRET_DETECTORS } from "../../src/analyzers/secrets/registry.ts";
import { TOKEN_FAMILIES, TOKEN_RULES } from "../../src/analyzers/secrets/token-rules.ts";
import { ALPHABET, type ShapePart, type TokenRule } from "../../src/analyzers/token-rule.ts";
import { escaped, markdownTable } from "../../src/cli/markdown-table.ts";
import { code, link } from "./markdown-cells.ts";
import { secretName } from "./secret-names.ts";

const INTRODUCTION = `<!-- Generated from src/analyzers/secrets by \`npm run docs:detectors\`; a test holds it to that. -->

# Kinds of secrets

Look up a kind of secret: its form, an example and its source. [secrets_keys_detection.md](secrets_keys_detection.md) explains how the policy finds
them. \`type\` in \`details\`, \`allow.types\` and SARIF rules use these names. Forms are regular expressions without their edges; \`…\` stands for further
words or for the secret part. The form is not enough: values that look typed by hand, consist of words or come from manuals score below the threshold
or are no finding.
`;

const HEAD = ["kind", "provider", "what it is", "form", "example", "source"];

/** docs/policies/secret-kinds.md. */
export function secretKindsPage(): string {
  const shaped = new Set([...TOKEN_RULES, ...LABELLED_RULES].map(({ id }) => id));
  const others = SECRET_DETECTORS.filter(({ id }) => !shaped.has(id));
  const sections = TOKEN_FAMILIES.flatMap(([title, rules]) => section(title, HEAD, rules.map(tokenRow)));
  return [
    `${INTRODUCTION}\n${SECRET_DETECTORS.length} kinds.`,
    ...section("Known by their context", ["kind", "what it is", "form", "example", "source"], others.map(row)),
    ...section("Known by the provider's or the field's name before them", HEAD, LABELLED_RULES.map(labelledRow)),
    ...sections,
  ]
    .join("\n\n")
    .concat("\n");
}

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const sorted = rows.toSorted(([a = ""], [b = ""]) => (bare(a) < bare(b) ? -1 : 1));
  return rows.length === 0 ? [] : [`## ${title}`, markdownTable(head, sorted)];
}

/** Without the backquotes, which sort behind a dash. */
const bare = (cell: string): string => cell.replaceAll("`", "");

function tokenRow({ id, shape, source }: TokenRule): readonly string[] {
  const [provider, name] = secretName(id);
  return [code(id), provider, name, code(patternOf(shape)), `${code(cutOf(shape))}, ${lengthOf(shape)}`, link(source)];
}

function labelledRow(rule: (typeof LABELLED_RULES)[number]): readonly string[] {
  const { id, labels, shape, source } = rule;
  const [provider, name] = secretName(id);
  const names = labels.map((label) => code(label.trim())).join(", ");
  const label = labels[0] ?? "";
  const example = `${code(`${label}${/[=:]$/.test(label) ? "" : ": "}${cutOf(shape)}`)}, ${lengthOf(shape)}`;
  return [code(id), provider, name, `${code(patternOf(shape))} after ${names}`, example, link(source)];
}

function row({ id, about, keywords, examples, source }: SpanDetector): readonly string[] {
  const form = about?.form ?? `beside ${keywords.slice(0, NAMES_MAX).map(code).join(", ")}`;
  const [text, matched] = examples.hits[0] ?? ["", ""];
  // A match that is the whole text is shown by how it begins.
  const example = text === matched ? `${keywords[0] ?? ""}…` : text.replace(matched, "…");
  return [code(id), escaped(about?.name ?? secretName(id).join(" ")), escaped(form), code(example), link(source)];
}

/** More alternatives than these would not fit a cell. */
const NAMES_MAX = 4;
const isRun = (part: ShapePart): part is Exclude<ShapePart, string | readonly string[]> =>
  typeof part === "object" && "of" in part;
/** A pipe as a class: behind a backslash it would end the cell. */
const quoted = (literal: string): string =>
  literal.replaceAll(/[.*+?^${}()[\]\\]/g, String.raw`\$&`).replaceAll("|", "[|]");

/** The shape as a regular expression that people read. */
function patternOf(shape: readonly ShapePart[]): string {
  return shape.map(partPattern).join("").replaceAll(UUID, "UUID");
}

const UUID = /(\[0-9(?:A-F)?a-f\])\{8\}(?:-\1\{4\}){3}-\1\{12\}/g;

function partPattern(part: ShapePart): string {
  if (isRun(part)) return `${classOf(part.of)}{${part.min === part.max ? part.min : `${part.min},${part.max}`}}`;
  if (typeof part === "string") return quoted(cut(part));
  const shown = part.slice(0, NAMES_MAX).map(cut).map(quoted);
  return `(${shown.join("|")}${part.length > NAMES_MAX ? "|…" : ""})`;
}

/** Longest literal that is shown whole, and how much of a longer one is: scanners take it for a key. */
const LITERAL_MAX = 40;
const LITERAL_SHOWN = 12;
const cut = (literal: string): string =>
  literal.length > LITERAL_MAX || /[A-Za-z0-9]{17}/.test(literal) ? `${literal.slice(0, LITERAL_SHOWN)}…` : literal;

/** An alphabet as a class; one that is written out letter by letter, by its name. */
function classOf(alphabet: string): string {
  const name = /[A-Za-z0-9]{17}/.test(alphabet)
    ? Object.entries(ALPHABET).find(([, of]) => of === alphabet)?.[0]
    : null;
  return name === null || name === undefined ? `[${alphabet}]` : `[${name.replace("Lower", "")}]`;
}

/** The literals of the shape, the secret part cut out. */
function cutOf(shape: readonly ShapePart[]): string {
  return shape
    .map((part) => (isRun(part) ? "…" : cut(typeof part === "string" ? part : (part[0] ?? ""))))
    .join("")
    .replaceAll(/…(?:[^A-Za-z0-9]{0,2}…)+/g, "…");
}

/** Characters of the whole. */
function lengthOf(shape: readonly ShapePart[]): string {
  const sum = (pick: (part: ShapePart) => number): number => shape.reduce((total, part) => total + pick(part), 0);
  const lengths = (part: string | readonly string[]): readonly number[] =>
    typeof part === "string" ? [part.length] : part.map(({ length }) => length);
  const min = sum((part) => (isRun(part) ? part.min : Math.min(...lengths(part))));
  const max = sum((part) => (isRun(part) ? part.max : Math.max(...lengths(part))));
  return min === max ? `${min} long` : `${min} to ${max} long`;
}

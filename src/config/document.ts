import {
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type ParsedNode,
  type YAMLParseError,
} from "yaml";
import type { ConfigProblem } from "./model.ts";

export type Path = readonly PropertyKey[];

/** Bigger files are mistakes; a configuration of ten thousand assets has a few megabytes. */
const SOURCE_MAX_CHARS = 32 * 1024 * 1024;

/** A parsed YAML file that can tell where each of its values stands. */
export class ConfigDocument {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed<ParsedNode>;
  /** Paths whose text came from `${ENV}`: such values are strings whatever they look like. */
  readonly #substituted = new Set<string>();
  readonly problems: ConfigProblem[] = [];
  /** The values, `${ENV}` replaced; `{}` for an empty file. */
  readonly value: unknown;

  constructor(
    source: string,
    options: { readonly file: string; readonly env: Readonly<Record<string, string | undefined>> },
  ) {
    this.#file = options.file;
    const isTooLong = source.length > SOURCE_MAX_CHARS;
    this.#document = parseDocument(isTooLong ? "" : source, {
      lineCounter: this.#lines,
      uniqueKeys: true,
      merge: false,
      prettyErrors: false,
      schema: "core",
    });
    if (isTooLong) this.problems.push(this.#problem([], 0, `is longer than ${SOURCE_MAX_CHARS} characters`));
    for (const error of ownErrors(this.#document.errors))
      this.problems.push(this.#problem([], error.pos[0], explainSyntax(error, source)));
    this.#refuseAliases();
    if (this.problems.length === 0) this.#substitute(options.env);
    this.value = this.problems.length === 0 ? (this.#document.toJS({ maxAliasCount: 0 }) ?? {}) : {};
  }

  isSubstituted(path: Path): boolean {
    return this.#substituted.has(pathKey(path));
  }

  /** A problem at a value, or at the nearest enclosing value that stands in the file. */
  at(path: Path, reason: string, severity: ConfigProblem["severity"] = "error"): ConfigProblem {
    for (let length = path.length; length > 0; length--) {
      const node = this.#node(path.slice(0, length));
      const offset = node?.range?.[0];
      if (offset !== undefined) return this.#problem(path, offset, reason, severity);
    }
    return this.#problem(path, this.#document.contents?.range?.[0] ?? 0, reason, severity);
  }

  /** A problem at a key of the mapping at `path`. */
  atKey(path: Path, key: string, reason: string): ConfigProblem {
    const map = path.length === 0 ? this.#document.contents : this.#node(path);
    if (isMap(map))
      for (const pair of map.items)
        if (isScalar(pair.key) && String(pair.key.value) === key)
          return this.#problem([...path, key], pair.key.range?.[0] ?? 0, reason);
    return this.at([...path, key], reason);
  }

  #node(path: Path): Node | null {
    const node: unknown = this.#document.getIn(path, true);
    // `getIn` with `keepScalar` gives nodes only; anything else has no place.
    return isScalar(node) || isMap(node) || (typeof node === "object" && node !== null && "range" in node)
      ? (node as Node)
      : null; // oxlint-disable-line typescript/no-unsafe-type-assertion -- see above
  }

  #problem(path: Path, offset: number, reason: string, severity: ConfigProblem["severity"] = "error"): ConfigProblem {
    const { line, col } = this.#lines.linePos(offset);
    return {
      file: this.#file,
      line: Math.max(1, line),
      column: Math.max(1, col),
      path: path.map(String).join("."),
      reason,
      severity,
    };
  }

  /** Aliases make one value stand in two places; a configuration needs none, and a bomb is made of them. */
  #refuseAliases(): void {
    visit(this.#document, {
      Node: (_key, node) => {
        if (isAlias(node)) this.problems.push(this.#problem([], node.range?.[0] ?? 0, "YAML aliases are not accepted"));
      },
    });
  }

  #substitute(env: Readonly<Record<string, string | undefined>>): void {
    visit(this.#document, {
      Scalar: (key, node, ancestors) => {
        if (key === "key" || typeof node.value !== "string" || !node.value.includes("$")) return;
        const path = pathOf(ancestors, key, node);
        const { text, missing } = substituteEnv(node.value, env);
        for (const name of missing)
          this.problems.push(
            this.#problem(
              path,
              node.range?.[0] ?? 0,
              `environment variable ${name} is not set; give a default as \${${name}:-…}`,
            ),
          );
        if (text !== node.value) this.#substituted.add(pathKey(path));
        node.value = text;
      },
    });
  }
}

export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

const pathKey = (path: Path): string => path.map(String).join("\u0000");

function pathOf(ancestors: readonly unknown[], key: number | "key" | "value" | null, node: unknown): Path {
  const path: PropertyKey[] = [];
  const chain = [...ancestors, node];
  for (const [index, item] of chain.entries()) {
    const next = chain[index + 1];
    if (typeof item !== "object" || item === null) continue;
    if ("key" in item && isScalar(item.key)) path.push(String(item.key.value));
    else if ("items" in item && Array.isArray(item.items) && !isMap(item)) path.push(item.items.indexOf(next));
  }
  return key === null ? path : path;
}

/** `${NAME}` and `${NAME:-default}`; `$${` stands for a literal `${`. */
export function substituteEnv(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const replaced = text.replaceAll(
    /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (whole: string, name: string | undefined, fallback: string | undefined) => {
      if (name === undefined) return "${";
      const value = env[name];
      // As in a shell: `:-` stands in for an empty variable too.
      if (value !== undefined && (value !== "" || fallback === undefined)) return value;
      if (fallback === undefined) missing.push(name);
      return fallback ?? whole;
    },
  );
  return { text: replaced, missing };
}

/** After the first error of syntax the parser has lost its way, and what it says of the rest is noise. */
function ownErrors(errors: readonly YAMLParseError[]): readonly YAMLParseError[] {
  const isSyntax = ({ code }: YAMLParseError): boolean => code !== "DUPLICATE_KEY";
  const first = errors.find(isSyntax);
  return errors.filter((error) => error === first || !isSyntax(error));
}

/** The parser's messages quote the source behind a colon, which may be a secret: that part stays out. */
function explainSyntax({ code, message, pos }: YAMLParseError, source: string): string {
  if (code === "DUPLICATE_KEY") return "duplicate key";
  const plain = (message.split("\n")[0] ?? "").replace(/:\s.*$/, "").replace(/ at line \d+.*$/, "");
  const isReference = source.slice(0, pos[0]).endsWith("$");
  return isReference ? "quote ${…} where it stands inside { } or [ ]" : `YAML: ${plain}`;
}

import {
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type Scalar,
  type YAMLError,
} from "yaml";
import type { ConfigProblem } from "./config-model.ts";

export type Path = readonly PropertyKey[];

/** Larger files are mistakes; a configuration of ten thousand assets has a few megabytes. */
const SOURCE_MAX_CHARS = 32 * 1024 * 1024;
/** Values after aliases are expanded; a bomb of a few lines would have billions. */
const NODES_MAX = 1_000_000;
/** The deepest key of the configuration lies 12 nodes down; a walk through thousands would run out of stack. */
const DEPTH_MAX = 64;

/** A parsed YAML file that knows the position of each of its values. */
export class ConfigDocument {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #document: Document;
  /** Paths whose text came from `${ENV}`: such values are strings whatever they look like. */
  readonly #substituted = new Set<string>();
  readonly #unresolved = new Set<string>();
  readonly problems: ConfigProblem[] = [];
  /** False if the values cannot be read. */
  readonly isReadable: boolean;
  /** The values, aliases and `${ENV}` replaced, `null` where a reference has no value; `{}` for an empty file. */
  readonly value: unknown;

  constructor(source: string, options: { readonly file: string; readonly env: Env }) {
    this.#file = options.file;
    const isTooLong = source.length > SOURCE_MAX_CHARS;
    this.#document = parseDocument(isTooLong ? "" : source, {
      lineCounter: this.#lines,
      uniqueKeys: true,
      merge: true,
      prettyErrors: false,
      schema: "core",
    });
    if (isTooLong) this.problems.push(this.#problem([], 0, `is longer than ${SOURCE_MAX_CHARS} characters`));
    const { errors, warnings } = this.#document;
    const syntax = errors.find((error) => !isDuplicateKey(error)) ?? warnings[0];
    // After the first syntax error the parser's other messages are noise.
    if (syntax !== undefined) this.problems.push(this.#problem([], syntax.pos[0], explainSyntax(syntax, source)));
    this.isReadable = this.problems.length === 0 && this.#resolveAliases();
    if (this.isReadable) {
      this.#reportDuplicates(errors);
      this.#substitute(options.env);
    }
    this.value = this.isReadable ? (this.#document.toJS({ maxAliasCount: 0 }) ?? {}) : {};
  }

  isSubstituted(path: Path): boolean {
    return this.#substituted.has(pathKey(path));
  }

  /** Whether the value is unknown because a reference in it has none. */
  isUnresolved(path: Path): boolean {
    return this.#unresolved.has(pathKey(path));
  }

  /** A problem at a value, or at the nearest enclosing value in the file. */
  at(path: Path, reason: string, severity: ConfigProblem["severity"] = "error"): ConfigProblem {
    for (let length = path.length; length > 0; length--) {
      const offset = this.#node(path.slice(0, length))?.range?.[0];
      if (offset !== undefined) return this.#problem(path, offset, reason, severity);
    }
    return this.#problem(path, this.#document.contents?.range?.[0] ?? 0, reason, severity);
  }

  /** A problem at a key of the mapping at `path`. */
  atKey(path: Path, key: string, reason: string): ConfigProblem {
    const pair = findPair(this.#node(path), key);
    const offset = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    return offset === undefined ? this.at([...path, key], reason) : this.#problem([...path, key], offset, reason);
  }

  #node(path: Path): Node | null {
    let node: unknown = this.#document.contents;
    for (const key of path) node = isSeq(node) ? node.items[Number(key)] : findPair(node, String(key))?.value;
    return isNode(node) ? node : null;
  }

  #problem(path: Path, offset: number, reason: string, severity: ConfigProblem["severity"] = "error"): ConfigProblem {
    const { line, col } = this.#lines.linePos(offset);
    const place = { line: Math.max(1, line), column: Math.max(1, col) };
    return { file: this.#file, ...place, path: path.map(String).join("."), reason, severity };
  }

  /** Expands aliases. False when an alias refers to nothing, to itself, or to too much. */
  #resolveAliases(): boolean {
    const anchored = new Map<string, Node>();
    let nodes = 0;
    const refuse = (node: Node, reason: string): symbol => {
      this.problems.push(this.#problem([], node.range?.[0] ?? 0, reason));
      return visit.BREAK;
    };
    visit(this.#document, {
      Pair: (_key, pair) => {
        if (!isMergeKey(pair.key) || !isNode(pair.value)) return;
        const sources = isSeq(pair.value) ? pair.value.items : [pair.value];
        const areMaps = sources.every((source) => isMap(isAlias(source) ? anchored.get(source.source) : source));
        return areMaps ? undefined : refuse(pair.value, "<< takes a mapping, or a list of mappings");
      },
      Node: (_key, node, ancestors) => {
        nodes += 1;
        if (nodes > NODES_MAX) return refuse(node, `holds more than ${NODES_MAX} values, aliases replaced`);
        if (ancestors.length > DEPTH_MAX) return refuse(node, "is nested too deeply");
        if (!isAlias(node)) {
          if (node.anchor !== undefined) anchored.set(node.anchor, node);
          return;
        }
        const target = anchored.get(node.source);
        if (target === undefined) return refuse(node, `there is no anchor ${node.source} before this alias`);
        return ancestors.includes(target) ? refuse(node, "the alias stands inside what it refers to") : target;
      },
    });
    return this.problems.length === 0;
  }

  #reportDuplicates(errors: readonly YAMLError[]): void {
    const offsets = new Set(errors.filter(isDuplicateKey).map(({ pos }) => pos[0]));
    if (offsets.size === 0) return;
    visit(this.#document, {
      Pair: (_key, pair, ancestors) => {
        const offset = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
        if (offset === undefined || !offsets.delete(offset)) return;
        this.problems.push(this.#problem(pathOf([...ancestors, pair]), offset, "duplicate key"));
      },
    });
  }

  #substitute(env: Env): void {
    // An alias makes one node appear at two paths: its text is replaced once and recorded at both.
    const done = new Map<Scalar, { readonly isChanged: boolean; readonly isResolved: boolean }>();
    visit(this.#document, {
      Scalar: (key, node, ancestors) => {
        if (key === "key") return;
        let outcome = done.get(node);
        const isReference = typeof node.value === "string" && node.value.includes("${");
        // Most texts have no reference: their path, which costs a search through the lists above, is not needed.
        if (outcome === undefined && !isReference) return;
        const path = pathOf([...ancestors, node]);
        if (outcome === undefined) {
          const before = String(node.value);
          const { text, problems } = substituteEnv(before, env);
          for (const reason of problems) this.problems.push(this.#problem(path, node.range?.[0] ?? 0, reason));
          outcome = { isChanged: text !== before, isResolved: problems.length === 0 };
          node.value = outcome.isResolved ? text : null;
          done.set(node, outcome);
        }
        if (outcome.isChanged) this.#substituted.add(pathKey(path));
        if (!outcome.isResolved) this.#unresolved.add(pathKey(path));
      },
    });
  }
}

/** The value at a path; `undefined` where there is none. */
export function valueAtPath(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = Object.hasOwn(current, key) ? Reflect.get(current, key) : undefined;
  }
  return current;
}

const pathKey = (path: Path): string => path.map(String).join("\u0000");

const isMergeKey = (key: unknown): boolean => isScalar(key) && typeof key.value === "symbol";

/** The pair of a mapping, its own or merged into it. */
function findPair(node: unknown, key: string): Pair | undefined {
  if (!isMap(node)) return undefined;
  const own = node.items.find((pair) => isScalar(pair.key) && !isMergeKey(pair.key) && String(pair.key.value) === key);
  if (own !== undefined) return own;
  const merged = node.items
    .filter((pair) => isMergeKey(pair.key))
    .flatMap(({ value }) => (isSeq(value) ? value.items : [value]));
  return merged.map((source) => findPair(source, key)).find((pair) => pair !== undefined);
}

/** The path of a chain of nodes from the document down. Merged mappings have the path of their target. */
function pathOf(chain: readonly unknown[]): Path {
  const path: PropertyKey[] = [];
  let isMerging = false;
  for (const [index, item] of chain.entries()) {
    if (isPair(item)) {
      isMerging = isMergeKey(item.key);
      if (!isMerging && isScalar(item.key)) path.push(String(item.key.value));
    } else if (isSeq(item)) {
      if (!isMerging && index + 1 < chain.length) path.push(item.items.indexOf(chain[index + 1]));
    }
  }
  return path;
}

const isDuplicateKey = ({ code }: YAMLError): boolean => code === "DUPLICATE_KEY";

/** The parser's messages quote the source after a colon, which may be a secret: that part stays out. */
function explainSyntax({ code, message, pos }: YAMLError, source: string): string {
  if (code === "RESOURCE_EXHAUSTION") return "is nested too deeply";
  if (code === "TAG_RESOLVE_FAILED") return "YAML tags are not accepted";
  const plain = (message.split("\n")[0] ?? "").replace(/:\s.*$/, "").replace(/ at line \d+.*$/, "");
  const isReference = source.slice(0, pos[0]).endsWith("$");
  return isReference ? "quote ${…} where it stands inside { } or [ ]" : `YAML: ${plain}`;
}

/** Values by name, as a process is given them. */
export type Env = Readonly<Record<string, string | undefined>>;

interface Substitution {
  readonly text: string;
  /** Why references could not be replaced; the text is then unusable. */
  readonly problems: readonly string[];
}

// A reference that is well formed, `$${` for a literal `${`, or a `${` that is neither.
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}`; `$${` is a literal `${`. As in a shell, the default replaces an empty variable too.
 * Values from the environment are not expanded again.
 */
export function substituteEnv(text: string, env: Env): Substitution {
  const problems: string[] = [];
  const replaced = text.replaceAll(
    REFERENCE,
    (whole: string, name: string | undefined, fallback: string | undefined) => {
      if (whole === "$${") return "${";
      if (name === undefined) {
        problems.push("${ begins no reference: write ${NAME}, ${NAME:-default}, or $${ for the characters themselves");
        return whole;
      }
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value !== undefined && (value !== "" || fallback === undefined)) return value;
      if (fallback === undefined)
        problems.push(`environment variable ${name} is not set; give a default as \${${name}:-…}`);
      return fallback ?? whole;
    },
  );
  return { text: replaced, problems };
}

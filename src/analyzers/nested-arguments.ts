import { append } from "../core/lists.ts";
import { parseJson } from "../core/json.ts";
import type { Json } from "../core/model.ts";
import type { ToolArgument } from "../core/tool-call.ts";

/** JSON inside of a value is read so deep. */
const NESTED_MAX = 8;
/** An object or a list, perhaps in quotes, in brackets or in a code block of Markdown: a tool may read it as JSON. */
const NESTED = /^[\s\p{Cf}"'`(]*(?:```\w*\s*)?[[{]/u;
/** An object after other text: a name, and what ends one, after a brace. */
const NESTED_AFTER = /\{\s*(["'`]?)[\p{L}\p{N}_$-]{1,64}\1\s*[:=]/u;
/** What introduces an object that is not strict JSON: a few words and a colon. Code has braces too, and names the fields of others. */
const INTRODUCTION = /^[\p{L}\p{N} ,._-]{0,200}:\s*$/u;

/** A value, and whether it may hold JSON that is too deep to be read. */
export interface NestedArgument extends ToolArgument {
  readonly isTooDeep?: true;
}

/** What stands inside of a string. */
interface Nested {
  readonly values: readonly NestedArgument[];
  /** Nothing else stands in it. */
  readonly isWhole: boolean;
}

/**
 * The values inside of a string that is itself JSON: the tool has a reader of its own for it. What is nearly JSON is read as the most
 * lenient parser would, and so is an object that words introduce; one in any other text only where it is JSON. `null`: the value is no JSON.
 * @param depth strings of JSON around it
 */
export function nestedIn(argument: ToolArgument, depth = 0): Nested | null {
  const { value, path, span, isKey } = argument;
  if (isKey || depth === NESTED_MAX) return null;
  const isAtStart = NESTED.test(value);
  const start = isAtStart ? 0 : value.search(NESTED_AFTER);
  if (start === -1) return null;
  const parsed = parseJson(isAtStart ? value : value.slice(start, value.lastIndexOf("}") + 1));
  if (parsed.ok) {
    const values: NestedArgument[] = [];
    walk(parsed.value, { path, span, depth }, values);
    return { values, isWhole: isAtStart };
  }
  if (!isAtStart && !INTRODUCTION.test(value.slice(0, start))) return null;
  const fields = looseFields(value.slice(start));
  const values = fields.map((field) => ({ path: [...path, ...field.path], value: field.value, span, isKey: false }));
  return { values, isWhole: false };
}

interface Around extends Pick<ToolArgument, "path" | "span"> {
  readonly depth: number;
}

function walk(value: Json, around: Around, found: NestedArgument[]): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, around, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const path = [...around.path, key];
      if (key !== "") found.push({ path, span: around.span, value: key, isKey: true });
      walk(item, { ...around, path }, found);
    }
  } else if (value !== null && value !== "") {
    append(
      found,
      withNested({ path: around.path, span: around.span, value: String(value), isKey: false }, around.depth + 1),
    );
  }
}

function withNested(leaf: ToolArgument, depth: number): readonly NestedArgument[] {
  if (depth === NESTED_MAX && NESTED.test(leaf.value)) return [{ ...leaf, isTooDeep: true }];
  return [...(nestedIn(leaf, depth)?.values ?? []), leaf];
}

/** A value of a text that is nearly JSON, and the names before it. */
interface LooseField {
  readonly path: readonly string[];
  readonly value: string;
}

/** Objects in one another whose names are kept. */
const LEVELS_MAX = 16;

/**
 * What some parser may take for a field and its value: names and values with quotes of any kind or none, `:`, `=` or `=>` between them, comments,
 * missing and further signs; in brackets, as running text around them has colons too. A quote may belong to a value (`it's`), and a `#` is not always a comment, so the text is read with quotes and comments and once more without.
 * @param around names before all others
 */
export function looseFields(text: string, around: readonly string[] = NO_NAMES): readonly LooseField[] {
  const found: LooseField[] = [];
  if (HAS_QUOTES.test(text)) new LooseReader(text, { hasQuotes: true, around }).read(found);
  new LooseReader(text, { hasQuotes: false, around }).read(found);
  return found;
}

const NO_NAMES: readonly string[] = [];
/** Without quotes and comments both readings are the same. */
const HAS_QUOTES = /["'`#]|\/[/*]/;

const TOKEN = /[^\s,:={}[\]()"'`]+/y;
const ESCAPES = /\\(?:u([\da-f]{4})|x([\da-f]{2})|([^]))/gi;

class LooseReader {
  readonly #text: string;
  readonly #hasQuotes: boolean;
  readonly #around: readonly string[];
  #found: LooseField[] = [];
  /** Names of the fields around; `""` of what has none. */
  readonly #levels: string[] = [];
  /** The path of values here; `null`: it has changed. Values of one field share it. */
  #path: readonly string[] | null = null;
  #depth = 0;
  #at = 0;
  /** The last token: a name, if `:` or `=` follows. */
  #token = "";
  /** Whose values come; `null`: nothing's. */
  #name: string | null = null;
  /** Where no more of that quote follows. */
  readonly #ended = new Set<string>();

  constructor(
    text: string,
    { hasQuotes, around }: { readonly hasQuotes: boolean; readonly around: readonly string[] },
  ) {
    this.#text = text;
    this.#hasQuotes = hasQuotes;
    this.#around = around;
  }

  read(found: LooseField[]): void {
    this.#found = found;
    while (this.#at < this.#text.length) {
      const sign = this.#text.charAt(this.#at);
      if (this.#hasQuotes && this.#skipComment(sign)) continue;
      if (this.#hasQuotes && `"'\``.includes(sign)) this.#readQuoted(sign);
      else if (!this.#readSign(sign)) this.#readToken();
    }
  }

  #skipComment(sign: string): boolean {
    if (sign !== "#" && sign !== "/") return false;
    const isLong = this.#text.startsWith("/*", this.#at);
    if (!isLong && sign !== "#" && !this.#text.startsWith("//", this.#at)) return false;
    const end = this.#text.indexOf(isLong ? "*/" : "\n", this.#at + 1);
    this.#at = end === -1 ? this.#text.length : end + (isLong ? 2 : 1);
    return true;
  }

  #readSign(sign: string): boolean {
    if (sign === "{" || sign === "[" || sign === "(") this.#open();
    else if (sign === "}" || sign === "]" || sign === ")") this.#close();
    else if (sign === ":" || sign === "=") this.#name = this.#token === "" ? this.#name : this.#token;
    else if (sign === ",") this.#name = null;
    else return false;
    this.#path = null;
    this.#at += 1;
    return true;
  }

  /** A list's values are those of its field. */
  #open(): void {
    if (this.#depth < LEVELS_MAX) this.#levels.push(this.#name ?? "");
    this.#depth += 1;
    if (this.#text.charAt(this.#at) === "{") this.#name = null;
    this.#token = "";
  }

  #close(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    this.#levels.length = Math.min(this.#levels.length, this.#depth);
    this.#name = null;
    this.#token = "";
  }

  #readQuoted(quote: string): void {
    const start = this.#at + 1;
    let end = start;
    if (!this.#ended.has(quote))
      while (end < this.#text.length && this.#text.charAt(end) !== quote)
        end += this.#text.charAt(end) === "\\" ? 2 : 1;
    if (end >= this.#text.length || this.#ended.has(quote)) {
      this.#ended.add(quote);
      this.#at += 1;
      return;
    }
    this.#take(this.#text.slice(start, end));
    this.#at = end + 1;
  }

  #readToken(): void {
    TOKEN.lastIndex = this.#at;
    const [token = ""] = TOKEN.exec(this.#text) ?? [];
    if (token !== "") this.#take(token);
    this.#at += Math.max(1, token.length);
  }

  #take(raw: string): void {
    const value = raw.includes("\\") ? unescaped(raw) : raw;
    this.#token = value;
    if (value === "" || this.#depth === 0) return;
    this.#path ??= [...this.#around, ...[...this.#levels, this.#name ?? ""].filter((name) => name !== "")];
    if (this.#path.length > this.#around.length) this.#found.push({ path: this.#path, value });
  }
}

const unescaped = (raw: string): string =>
  raw.replaceAll(ESCAPES, (_, unicode?: string, byte?: string, sign?: string) => {
    const code = unicode ?? byte;
    return code === undefined ? (sign ?? "") : String.fromCharCode(parseInt(code, 16));
  });

import { JSON_DEPTH_MAX } from "../../core/json.ts";
import type { ToolArgument } from "../../core/tool-call.ts";
import type { JsonText } from "./json-text.ts";

/**
 * The values of a JSON text, in order: strings, numbers, `true` and `false`, and names of fields, each with its path; of a field that is there twice
 * both. Spans are of `json.text`.
 * @param around the path of the text itself
 * @returns `null` where it is nested deeper than bodies may be
 */
export function jsonArguments(json: JsonText, around: readonly string[]): readonly ToolArgument[] | null {
  const reader = new ArgumentReader(json.raw, around);
  return reader.read() ? reader.found : null;
}

/** An object or a list around the place that is read. */
interface Level {
  /** `null`: a list, or an object before its first field. */
  key: string | null;
  readonly isObject: boolean;
  /** A key is what comes next. */
  expectsKey: boolean;
}

const QUOTE = '"';
const BACKSLASH = 0x5c;
const TOKEN = /[^\s,:[\]{}"]+/y;

/** Walks JSON that parses: only strings, numbers and their containers are distinguished. */
class ArgumentReader {
  readonly found: ToolArgument[] = [];
  readonly #raw: string;
  readonly #around: readonly string[];
  readonly #levels: Level[] = [];
  #at = 0;
  /** Units that escapes before `#at` have taken more in the raw text than in the one that is checked. */
  #shrunk = 0;

  constructor(raw: string, around: readonly string[]) {
    this.#raw = raw;
    this.#around = around;
  }

  /** False when it is nested too deep. */
  read(): boolean {
    while (this.#at < this.#raw.length) {
      const sign = this.#raw.charAt(this.#at);
      if (sign === QUOTE) this.#readString();
      else if (!this.#readSign(sign)) this.#readToken();
      if (this.#levels.length > JSON_DEPTH_MAX) return false;
    }
    return true;
  }

  /** False when it is no sign of structure. */
  #readSign(sign: string): boolean {
    const level = this.#levels.at(-1);
    if (sign === "{" || sign === "[")
      this.#levels.push({ key: null, isObject: sign === "{", expectsKey: sign === "{" });
    else if (sign === "}" || sign === "]") this.#levels.pop();
    else if (sign === ",") this.#expectKey(level?.isObject === true);
    else if (sign === ":") this.#expectKey(false);
    else return false;
    this.#at += 1;
    return true;
  }

  #expectKey(expects: boolean): void {
    const level = this.#levels.at(-1);
    if (level !== undefined) level.expectsKey = expects;
  }

  #readString(): void {
    const start = this.#at + 1;
    let end = start;
    while (end < this.#raw.length && this.#raw.charAt(end) !== QUOTE)
      end += this.#raw.charCodeAt(end) === BACKSLASH ? 2 : 1;
    const inner = this.#raw.slice(start, end);
    const value = inner.includes("\\") ? String(JSON.parse(`"${inner}"`)) : inner;
    const level = this.#levels.at(-1);
    const isKey = level?.expectsKey === true;
    if (isKey) level.key = value;
    this.#add(value, start, isKey);
    this.#shrunk += inner.length - value.length;
    this.#at = end + 1;
  }

  #readToken(): void {
    TOKEN.lastIndex = this.#at;
    const [token = ""] = TOKEN.exec(this.#raw) ?? [];
    if (/^(?:[-\d]|true|false)/.test(token)) this.#add(token, this.#at, false);
    this.#at += Math.max(1, token.length);
  }

  #add(value: string, start: number, isKey: boolean): void {
    if (value === "") return;
    const path = [...this.#around, ...this.#levels.flatMap(({ key }) => key ?? [])];
    const from = start - this.#shrunk;
    this.found.push({ path, value, span: { start: from, end: from + value.length }, isKey });
  }
}

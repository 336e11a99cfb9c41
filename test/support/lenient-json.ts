/**
 * A reader of tool arguments as lenient clients have: JSON5 and repaired JSON, Python literals, comments, code blocks, text around, JSON in
 * strings, the last of several documents. It shares nothing with the readers of the product.
 */
export function readLeniently(text: string): unknown {
  const inner = /```\w*\s*([^]*?)(?:```|$)/.exec(text)?.[1] ?? text;
  const start = inner.search(/[{[]/);
  if (start === -1) return unquoted(inner);
  const before = inner.slice(0, start).trim();
  if (/^["']+$/.test(before)) {
    const nested = unquoted(inner);
    if (nested !== undefined) return nested;
  }
  const values: unknown[] = [];
  const reader = new Reader(inner, start);
  while (reader.hasMore()) values.push(reader.value());
  return values.length === 1 ? values[0] : values;
}

/** JSON in a string of JSON. */
function unquoted(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? readLeniently(value) : value;
  } catch {
    return undefined;
  }
}

const BARE = /[^\s,:{}[\]"'`#/]+|\//y;

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  /** Another object or list. */
  hasMore(): boolean {
    const next = this.#text.slice(this.#at).search(/[{[]/);
    if (next === -1) return false;
    this.#at += next;
    return true;
  }

  value(): unknown {
    this.#skip();
    const sign = this.#text.charAt(this.#at);
    if (sign === "{") return this.#object();
    if (sign === "[") return this.#list();
    return this.#scalar();
  }

  #object(): Record<string, unknown> {
    this.#at += 1;
    const found: Record<string, unknown> = {};
    for (this.#skip(); this.#at < this.#text.length && this.#text.charAt(this.#at) !== "}"; this.#skip()) {
      const from = this.#at;
      const key = String(this.#scalar());
      this.#skip();
      if (":=".includes(this.#text.charAt(this.#at))) this.#at += 1;
      const value = this.value();
      // Of two fields of one name either may be what counts.
      found[key] = Object.hasOwn(found, key) ? [found[key], value] : value;
      if (this.#at === from) this.#at += 1;
    }
    this.#at += 1;
    return found;
  }

  #list(): unknown[] {
    this.#at += 1;
    const found: unknown[] = [];
    for (this.#skip(); this.#at < this.#text.length && this.#text.charAt(this.#at) !== "]"; this.#skip()) {
      const from = this.#at;
      found.push(this.value());
      if (this.#at === from) this.#at += 1;
    }
    this.#at += 1;
    return found;
  }

  #scalar(): unknown {
    this.#skip();
    const triple = /"""|'''/y;
    triple.lastIndex = this.#at;
    const [long] = triple.exec(this.#text) ?? [];
    const quote = long ?? this.#text.charAt(this.#at);
    if (long === undefined && !(quote !== "" && "\"'`".includes(quote))) {
      BARE.lastIndex = this.#at;
      const [bare = ""] = BARE.exec(this.#text) ?? [];
      this.#at += bare.length;
      return bare;
    }
    let value = "";
    for (this.#at += quote.length; this.#at < this.#text.length && !this.#text.startsWith(quote, this.#at);) {
      const sign = this.#text.charAt(this.#at);
      const [escape, code] =
        /^\\(?:u([\da-f]{4})|x([\da-f]{2})|[^])/i.exec(this.#text.slice(this.#at, this.#at + 6)) ?? [];
      const hex = code ?? (escape?.startsWith("\\x") === true ? escape.slice(2) : undefined);
      value +=
        escape === undefined ? sign : hex === undefined ? escape.slice(1) : String.fromCharCode(parseInt(hex, 16));
      this.#at += escape?.length ?? 1;
    }
    this.#at += quote.length;
    return value;
  }

  /** Spaces, commas, comments. */
  #skip(): void {
    const blank = /(?:[\s,\ufeff;]|\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\/)*/y;
    blank.lastIndex = this.#at;
    this.#at += blank.exec(this.#text)?.[0].length ?? 0;
  }
}

/** All strings of a value that stand in a field of that name, at any depth. */
export function fieldsNamed(value: unknown, name: string, isWithin = false): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsNamed(item, name, isWithin));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, item]) =>
      fieldsNamed(item, name, isWithin || key.normalize("NFKC").trim().toLowerCase() === name),
    );
  return isWithin && typeof value === "string" ? [value] : [];
}

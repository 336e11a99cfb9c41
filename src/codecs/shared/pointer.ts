/**
 * A place in a body (RFC 6901), linked to the place around it: what many places share is held once, however long its names are.
 * Two pointers of one walk are the same place when they are the same object.
 */
export class Pointer {
  /** `null`: the body itself. */
  readonly parent: Pointer | null;
  /** The name of a field or the position in a list; `""` of the body itself. */
  readonly token: string | number;
  /** Places around it. */
  readonly depth: number;
  #name: string | null = null;

  constructor(parent: Pointer | null, token: string | number) {
    this.parent = parent;
    this.token = token;
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  child(token: string | number): Pointer {
    return new Pointer(this, token);
  }

  /** The place around it, or around that, at `depth`; itself where it is no deeper. */
  at(depth: number): Pointer {
    return this.parent === null || this.depth <= depth ? this : this.parent.at(depth);
  }

  /** The token at that depth, from 1; `null`: it is not so deep. */
  tokenAt(depth: number): string | number | null {
    return depth > this.depth ? null : this.at(depth).token;
  }

  /** The element of a list, as a provider may write one: an object with positions for names is as good as a list. */
  get isElement(): boolean {
    return typeof this.token === "number" || /^\d{1,9}$/.test(this.token);
  }

  /** As JSON Pointer text; a long one is shortened, and ends with a digest of what it stands for. */
  get name(): string {
    return (this.#name ??= this.parent === null ? "" : joinName(this.parent.name, this.token));
  }
}

/** A whole body. */
export const BODY = new Pointer(null, "");

/** Appends a token to a name, as `Pointer.name` does. */
export function joinName(name: string, token: string | number): string {
  if (typeof token === "number") return shortened(`${name}/${token}`);
  return shortened(`${name}/${/[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token}`);
}

/** Longest name that is kept as it is, UTF-16 units: no provider's fields need more. */
const NAME_MAX = 512;
/** How much of a longer one is kept: all by which formats distinguish places. */
const KEPT = 256;

/**
 * A name of bounded length for a name of any length: names of channels are kept for each text, and the author of a body's keys
 * chooses their length. `@` stands in no field of a format.
 */
function shortened(name: string): string {
  return name.length <= NAME_MAX ? name : `${name.slice(0, KEPT)}@${digest(name)}`;
}

/**
 * 53 bits. An author who finds two names of one digest makes two texts of a body one text for its policies, which the same author could
 * have written as one. @see https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js
 */
function digest(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    two = Math.imul(two ^ unit, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & two) + (one >>> 0)).toString(36);
}

/** What a place takes: `name`: letters, digits and underscores; `link`: an address; `prose`: any text. */
export type PlaceKind = "prose" | "name" | "link";

/** Names that providers check, in all formats: of functions, tools, servers and speakers. */
const NAME = /(?:^|_)(?:name|server_label)$|Name$/;
const LINK = /(?:^|_)(?:url|uri)$|(?:Url|Uri)$/;

/** Longest key that says anything of its place, UTF-16 units. */
const KEY_MAX = 256;

/** What the key at the end of a pointer says of its place. */
export function placeAt({ token: key }: Pick<Pointer, "token">): PlaceKind {
  if (typeof key === "number" || key.length > KEY_MAX) return "prose";
  return NAME.test(key) ? "name" : LINK.test(key) ? "link" : "prose";
}

/** Lists whose elements are not read as one text. */
const APART: ReadonlySet<string | number> = new Set(["choices", "data", "documents", "results"]);
/** What a part says, in whatever form. */
const SAID: ReadonlySet<string | number> = new Set(["refusal", "text", "transcript"]);

/** The list whose elements hold texts that readers put together; `null`: the text there is no part of such a list. */
export function listOf({ token, parent }: Pointer): Pointer | null {
  const list = SAID.has(token) && parent?.isElement === true ? parent.parent : null;
  return list === null || list.parent === null || APART.has(list.token) ? null : list;
}

const PART = new RegExp(`^(.*)/#?\\d+/(?:${[...SAID].join("|")})$`, "s");
const IS_APART = new RegExp(`(?:^|/)(?:${[...APART].join("|")})$`);

/** The same of a path: `/content/0/text` → `/content`. */
export function listAround(path: string): string | null {
  const list = PART.exec(path)?.[1];
  return list === undefined || list === "" || IS_APART.test(list) ? null : list;
}

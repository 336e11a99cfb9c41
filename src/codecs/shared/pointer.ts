import { shortened } from "./short-name.ts";

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

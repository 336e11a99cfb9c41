import type { TextDelta } from "../codec.ts";
import type { TextLeaf } from "./text-walk.ts";

/** Most names of one stream that are known again; the others are read each time. */
const NAMES_MAX = 64;

/** Names of a stream that are none by their shape (`TextLeaf.isName`): events repeat them, and each is read once. */
export class KnownNames {
  readonly #names = new Set<string>();

  /** The texts of an event without names that have been read. */
  unread(leaves: readonly TextLeaf[]): readonly TextLeaf[] {
    return leaves.some(({ isName }) => isName) ? leaves.filter((leaf) => !this.#isKnown(leaf)) : leaves;
  }

  #isKnown({ isName, text }: TextLeaf): boolean {
    if (isName !== true) return false;
    if (this.#names.has(text)) return true;
    if (this.#names.size < NAMES_MAX) this.#names.add(text);
    return false;
  }
}

/** A name is whole when it comes, and belongs to no text around it. @param event number of its event */
export function nameDelta({ label, text, origin }: TextLeaf, choice: string | null, event: number): TextDelta {
  return { channel: `events/${event}/${label}`, choice, text, kind: "sealed", origin, isCopy: false };
}

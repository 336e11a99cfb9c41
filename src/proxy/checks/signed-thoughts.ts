import type { TextSlot } from "../../codecs/codec.ts";
import type { Pointer } from "../../codecs/shared/pointer.ts";

/** The signed thoughts of a conversation, and what stands beside them. */
export class SignedThoughts {
  readonly #conversation: readonly TextSlot[];
  /** Lists that hold thoughts → their elements that hold text and stay. Made when first asked for. */
  #lists: Map<Pointer, Set<Pointer>> | null = null;

  constructor(conversation: readonly TextSlot[]) {
    this.#conversation = conversation;
  }

  /** Takes a thought out of its list, where that keeps something. @returns the element that goes; `null`: the text stays */
  takeOut(slot: TextSlot): Pointer | null {
    const part = thoughtOf(slot);
    if (part?.parent == null) return null;
    this.#lists ??= this.#read();
    const kept = this.#lists.get(part.parent);
    if (kept === undefined || kept.size === 0 || (kept.size === 1 && kept.has(part))) return null;
    kept.delete(part);
    return part;
  }

  #read(): Map<Pointer, Set<Pointer>> {
    const lists = new Map<Pointer, Set<Pointer>>();
    for (const slot of this.#conversation) {
      const list = thoughtOf(slot)?.parent ?? null;
      if (list !== null) lists.set(list, new Set());
    }
    for (const { pointer } of this.#conversation)
      for (let at = pointer; at.parent !== null; at = at.parent) lists.get(at.parent)?.add(at);
    return lists;
  }
}

/** The element of a list that a signed thought is; a summary of what was said is none, since the model could not go on without it. */
function thoughtOf({ kind, pointer: { token, parent } }: TextSlot): Pointer | null {
  if (kind !== "sealed" || (token !== "thinking" && token !== "text")) return null;
  return parent?.isElement === true && parent.depth > 1 ? parent : null;
}

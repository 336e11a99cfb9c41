import type { Json } from "../core/model.ts";
import type { TextSlot } from "./codec.ts";
import { leavesOf, withoutLabel, type Dialect, type TextLeaf } from "./text-walk.ts";

export interface AnswerPlace {
  /** Where the value stands in the body; absent: it is the body. */
  readonly pointer?: string;
  /** Whether a text is JSON because the client asked for that; absent: none is. */
  readonly isStructured?: (leaf: TextLeaf) => boolean;
}

/** Texts of a whole answer, or of a value in it: all of them are on their way to the client. */
export function answerSlots(value: Json, dialect: Dialect, place: AnswerPlace = {}): readonly TextSlot[] {
  const { pointer: start = "", isStructured = () => false } = place;
  return leavesOf(value, dialect, { pointer: start }).map((leaf) => {
    const kind = isStructured(leaf) ? "json" : leaf.kind;
    return { ...withoutLabel(leaf), side: "output", kind, turn: null };
  });
}

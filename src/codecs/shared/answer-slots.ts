import type { Work } from "../../core/work-budget.ts";
import type { Json } from "../../core/model.ts";
import type { TextSlot } from "../codec.ts";
import { joinedBy } from "./stream-steps.ts";
import { BODY, type Pointer } from "./pointer.ts";
import { leavesOf, type FieldSchema, type TextLeaf } from "./text-walk.ts";

interface AnswerPlace {
  /** Where the value stands in the body; absent: it is the body. */
  readonly pointer?: Pointer;
  /** Whether a text is JSON because the client asked for that; absent: none is. */
  readonly isStructured?: (leaf: TextLeaf) => boolean;
  /** Name of the texts that one is read with; `null`, or absent: its place decides. */
  readonly joinedOf?: (leaf: TextLeaf) => string | null;
  /** Drawn from for each text; absent: not counted. */
  readonly work?: Work | undefined;
}

/** Texts of a whole answer, or of a value in it: all of them are on their way to the client. */
export function answerSlots(value: Json, schema: FieldSchema, place: AnswerPlace = {}): readonly TextSlot[] {
  return slotsOf(leavesOf(value, schema, { pointer: place.pointer ?? BODY, work: place.work }), place);
}

/** Texts of an answer that have been found in it. */
export function slotsOf(
  leaves: readonly TextLeaf[],
  { isStructured, joinedOf }: Pick<AnswerPlace, "isStructured" | "joinedOf">,
): readonly TextSlot[] {
  return leaves.map((leaf) => {
    const { pointer, text, isValue, origin, tool } = leaf;
    const kind = isStructured?.(leaf) === true ? "json" : leaf.kind;
    const joined = joinedBy(joinedOf?.(leaf) ?? null);
    const slot = { pointer, text, kind, isValue, origin, side: "output", turn: null, ...joined } as const;
    return tool === undefined ? slot : { ...slot, tool };
  });
}

/** Fields beside the messages that hold the operator's words to the model; all others of theirs are settings. */
const PROMPT_FIELD = /^\/(?:[a-z]+\/)?(?:system\w*|instructions)(?:\/|$)/i;

/** Whether a text of a request is the operator's words to the model, rather than a setting, a schema or a tool. */
export function isPromptSlot({
  origin,
  kind,
  isValue,
  pointer,
  turn,
}: Pick<TextSlot, "origin" | "kind" | "isValue" | "pointer" | "turn">): boolean {
  return origin === "system" && kind === "text" && !isValue && (turn !== null || PROMPT_FIELD.test(pointer.name));
}
